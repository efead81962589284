# SPDX-License-Identifier: Apache-2.0
"""Scoring: what is a model's prediction worth? Needs a release folder, and no VM."""

from scoring.answer import STATUSES, Answer, Status, answer_from
from scoring.compare import Comparison, compare_tables
from scoring.copy_prior import CopyPrior, copy_prior
from scoring.counts import Counts, count_instance
from scoring.evaluation import Evaluation, Selection, count_file, score_release
from scoring.intake import PredictionFile, write_predictions
from scoring.ladder import Ladder, score_references
from scoring.matching import matches
from scoring.metrics import METRICS, Metric
from scoring.prompts import plain_prompt
from scoring.references import REFERENCES, Reference, fit_reference
from scoring.results import Group
from scoring.reward import reward, reward_function
from scoring.shown import with_pictures
from scoring.statistics import Bootstrap, Figure
from scoring.validation import Validation, validate_predictions

__all__ = [
    "METRICS",
    "REFERENCES",
    "STATUSES",
    "Answer",
    "Bootstrap",
    "Comparison",
    "CopyPrior",
    "Counts",
    "Evaluation",
    "Figure",
    "Group",
    "Ladder",
    "Metric",
    "PredictionFile",
    "Reference",
    "Selection",
    "Status",
    "Validation",
    "answer_from",
    "compare_tables",
    "copy_prior",
    "count_file",
    "count_instance",
    "fit_reference",
    "matches",
    "plain_prompt",
    "reward",
    "reward_function",
    "score_references",
    "score_release",
    "validate_predictions",
    "with_pictures",
    "write_predictions",
]
