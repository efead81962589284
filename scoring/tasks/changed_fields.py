# SPDX-License-Identifier: Apache-2.0
"""The tasks that ask which fields change, and to what: after one step, or after several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.answer import Answer
from scoring.breakdowns import BREAKDOWNS
from scoring.counts import Counts, compare_answer, count_values
from scoring.forms import CHANGED_FIELDS
from scoring.metrics import CHANGED_FIELD_METRICS
from scoring.questions import Labelled
from scoring.tasks.base import ScoredTask, Worth

__all__ = ["NEXT_STATE", "ROLLOUT", "judge_f1", "label_as_delta", "own_f1"]


def label_as_delta(instance: Labelled) -> dict[str, object]:
    """Return the executed delta as an answer."""
    return {"delta": dict(instance.target)}


def own_f1(counts: Mapping[str, Any]) -> Worth:
    """Value-aware F1 of an instance; on a no-op 1 when it is seen, else 0."""
    return Worth(2 * counts["tp_value"], counts["n_pred"] + counts["n_gold"], counts["usable"])


def judge_f1(instance: Labelled, answer: Answer) -> Worth:
    """As :func:`own_f1` of a usable answer."""
    n_pred, n_gold, right = count_values(instance, answer)
    return Worth(2 * right, n_pred + n_gold, 1)


_LADDER = (
    "changed_field_f1_pooled",
    "changed_field_f1_presence_pooled",
    "no_op_accuracy",
    "hidden_accuracy",
    "full_state_accuracy",
    "exact_match",
)
_COMPARED = (
    "changed_field_f1_pooled",
    "changed_field_f1_instance_mean",
    "no_op_accuracy",
    "hidden_accuracy",
    "full_state_accuracy",
    "exact_match",
)

NEXT_STATE = ScoredTask(
    name="next_state",
    form=CHANGED_FIELDS,
    gold=label_as_delta,
    compare=compare_answer,
    counts=Counts._fields,
    metrics=CHANGED_FIELD_METRICS,
    worth=own_f1,
    breakdowns=tuple(name for name in BREAKDOWNS if name not in ("horizon", "kind")),
    about_fields=True,
    reads_whole=False,
    headlines=(
        "changed_field_f1_pooled",
        "changed_field_f1_presence_pooled",
        "no_op_accuracy",
        "hidden_accuracy",
        "full_state_accuracy",
    ),
    ladder=_LADDER,
    compared=_COMPARED,
    judge=judge_f1,
)

ROLLOUT = ScoredTask(
    name="rollout",
    form=CHANGED_FIELDS,
    gold=label_as_delta,
    compare=compare_answer,
    counts=Counts._fields,
    metrics=CHANGED_FIELD_METRICS,
    worth=own_f1,
    breakdowns=tuple(name for name in BREAKDOWNS if name != "kind"),
    about_fields=True,
    reads_whole=False,
    headlines=(
        "changed_field_f1_pooled",
        "hidden_accuracy",
        "full_state_accuracy",
        "exact_match",
    ),
    ladder=_LADDER,
    compared=_COMPARED,
    judge=judge_f1,
)
