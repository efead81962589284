# SPDX-License-Identifier: Apache-2.0
"""The task that asks what had been, had one thing been otherwise; and its factual twins."""

from __future__ import annotations

import json

from scoring.answer import Answer
from scoring.counts import Comparison, Counts, compare_answer
from scoring.forms import CHANGED_FIELDS
from scoring.metrics import COUNTERFACTUAL_METRICS
from scoring.prompt import plain_prompt
from scoring.questions import Labelled
from scoring.tasks.base import ScoredTask
from scoring.tasks.changed_fields import label_as_delta, own_f1
from scoring.tasks.pairing import PAIR_COUNTS, TwinPairing
from scratchworld.world import CounterfactualInstance, Instance

__all__ = ["COUNTERFACTUAL"]

_ALTERED = """

One thing is otherwise than written there (steps and actions are counted from 0):

{alteration}

Answer for what happens then."""


def _prompt(instance: Instance) -> str:
    """Return the prompt. It holds nothing of the target, and nothing of the twin's."""
    question = plain_prompt(instance)
    if not isinstance(instance, CounterfactualInstance) or instance.alteration is None:
        return question
    return question + _ALTERED.format(alteration=json.dumps(instance.alteration.to_json()))


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    """Compare with the label; what takes both twins is counted when both are there."""
    compared = compare_answer(instance, answer)
    return compared._replace(counts=(*compared.counts, *[0] * len(PAIR_COUNTS)))


COUNTERFACTUAL = ScoredTask(
    name="counterfactual",
    form=CHANGED_FIELDS,
    gold=label_as_delta,
    prompt=_prompt,
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
