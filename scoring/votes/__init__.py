# SPDX-License-Identifier: Apache-2.0
"""Votes: what people and judges say of a model's output, label by label."""

from scoring.votes.agreement import RaterAgreement, rater_agreement
from scoring.votes.criteria import CRITERIA, Criterion
from scoring.votes.export import ModelSplit, chat_pairs, read_model_split, split_models
from scoring.votes.judges import JudgeError, judge_errors, verdict_of
from scoring.votes.reading import RATER_KINDS, RaterKind, Vote, read_votes
from scoring.votes.text import render_judge_errors, render_rater_agreement
from scoring.votes.writing import write_votes

__all__ = [
    "CRITERIA",
    "RATER_KINDS",
    "Criterion",
    "JudgeError",
    "ModelSplit",
    "RaterAgreement",
    "RaterKind",
    "Vote",
    "chat_pairs",
    "judge_errors",
    "rater_agreement",
    "read_model_split",
    "read_votes",
    "render_judge_errors",
    "render_rater_agreement",
    "split_models",
    "verdict_of",
    "write_votes",
]
