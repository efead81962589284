# SPDX-License-Identifier: Apache-2.0
"""The judged protocol of key frames: a rubric, a judge behind an endpoint, and its calibration."""

from scoring.judged.calibration import Calibrated, calibrate
from scoring.judged.case import Case, Shown
from scoring.judged.checkpoints import Checkpoints
from scoring.judged.endpoint import KEY_VARIABLE, Endpoint, NoReply
from scoring.judged.evaluation import (
    JudgedEvaluation,
    evaluate_cases,
    write_judged,
    write_requests,
)
from scoring.judged.exact import ExactScores, exact_scores, scores_of
from scoring.judged.figures import MEASURES, JudgedGroup
from scoring.judged.intake import CaseReader, read_ids
from scoring.judged.reply import FAILURES, Judgement, Reply, read_reply
from scoring.judged.request import JudgeSettings, Request, make_request, template_hash
from scoring.judged.rubric import COMPONENTS, Component, Scores, overall, task_completion
from scoring.judged.run import Judged, judge_cases
from scoring.judged.table import Row
from scoring.judged.text import render_calibration, render_judged

__all__ = [
    "COMPONENTS",
    "FAILURES",
    "KEY_VARIABLE",
    "MEASURES",
    "Calibrated",
    "Case",
    "CaseReader",
    "Checkpoints",
    "Component",
    "Endpoint",
    "ExactScores",
    "JudgeSettings",
    "Judged",
    "JudgedEvaluation",
    "JudgedGroup",
    "Judgement",
    "NoReply",
    "Reply",
    "Request",
    "Row",
    "Scores",
    "Shown",
    "calibrate",
    "evaluate_cases",
    "exact_scores",
    "judge_cases",
    "make_request",
    "overall",
    "read_ids",
    "read_reply",
    "render_calibration",
    "render_judged",
    "scores_of",
    "task_completion",
    "template_hash",
    "write_judged",
    "write_requests",
]
