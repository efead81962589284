# SPDX-License-Identifier: Apache-2.0
"""The task that asks what had been, had one thing been otherwise; and its factual twins."""

from __future__ import annotations

from scoring.answer import Answer
from scoring.counts import Comparison, Counts, compare_answer
from scoring.forms import CHANGED_FIELDS
from scoring.metrics import COUNTERFACTUAL_METRICS
from scoring.questions import Labelled
from scoring.tasks.base import ScoredTask
from scoring.tasks.changed_fields import label_as_delta, own_f1
from scoring.tasks.pairing import PAIR_COUNTS, TwinPairing

__all__ = ["COUNTERFACTUAL"]


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    """Compare with the label; what takes both twins is counted when both are there."""
    compared = compare_answer(instance, answer)
    return compared._replace(counts=(*compared.counts, *[0] * len(PAIR_COUNTS)))


COUNTERFACTUAL = ScoredTask(
    name="counterfactual",
    form=CHANGED_FIELDS,
    gold=label_as_delta,
    compare=_compare,
    counts=(*Counts._fields, *PAIR_COUNTS),
    metrics=COUNTERFACTUAL_METRICS,
    worth=own_f1,
    breakdowns=(
        *("all", "source", "family", "split", "variant", "horizon", "kind"),
        *("modality", "condition"),
    ),
    about_fields=True,
    reads_whole=True,
    headlines=(
        "counterfactual_f1",
        "counterfactual_exact",
        "intervention_sensitivity",
        "over_invariance",
        "false_sensitivity",
        "effect_match",
    ),
    ladder=(
        "factual_f1",
        "counterfactual_f1",
        "counterfactual_exact",
        "intervention_sensitivity",
        "over_invariance",
        "false_sensitivity",
        "effect_match",
    ),
    compared=(
        "counterfactual_f1",
        "counterfactual_exact",
        "intervention_sensitivity",
        "false_sensitivity",
        "effect_match",
    ),
    pairing=TwinPairing,
)
