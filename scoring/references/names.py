# SPDX-License-Identifier: Apache-2.0
"""Names: each field does what the field of this very name did, whatever stands in it.

A table from (task, horizon, action, path) to the commonest effect in the training instances of
original projects, else from the path alone; a field of another name does not change. Ties go to the
effect that sorts first. Nothing but names is known, so new names leave nothing: the perturbation
gap of ``rename`` must show it.

``names-told`` is a bound, no baseline: it is told the labels of the originals of the release it is
asked about, as a model is that has met them before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scoring.questions import action_of
from scoring.references.base import Predict, Reference
from scoring.references.effects import SAME, Effect, apply_effect, changes, commonest, field_rows
from scratchworld.world import Instance

__all__ = ["NAMES", "NAMES_TOLD", "fit_names"]

_Situation = tuple[str, int, str]


def fit_names(instances: Iterable[Instance]) -> Predict:
    """Learn the table from the instances of original projects."""
    times: Counter[tuple[tuple[_Situation, str], Effect]] = Counter()
    for instance in instances:
        if instance.variant == "original":
            situation = _situation(instance)
            times.update(((situation, path), effect) for path, _, effect in field_rows(instance))
    anywhere: Counter[tuple[str, Effect]] = Counter()
    for ((_, path), effect), number in times.items():
        anywhere[path, effect] += number
    known, fallback = commonest(times), commonest(anywhere)

    def predict(instance: Instance) -> dict[str, object]:
        situation = _situation(instance)
        return {
            "delta": changes(
                (
                    path,
                    value,
                    apply_effect(value, known.get((situation, path)) or fallback.get(path, SAME)),
                )
                for path, value in instance.state.items()
            )
        }

    return predict


def _situation(instance: Instance) -> _Situation:
    return instance.task, instance.horizon, action_of(instance.actions)


NAMES = Reference("names", "what the field of this name did in dev", fit_names, True)
NAMES_TOLD = Reference(
    "names-told",
    "what the field of this name did here, told: a bound",
    fit_names,
    is_told=True,
)
