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

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from scoring.questions import action_of
from scoring.references.base import Predict, Reference
from scoring.references.effects import SAME, Effect, apply_effect, changes, field_rows
from scratchworld.world import Instance

__all__ = ["NAMES", "NAMES_TOLD", "fit_names"]

_Key = tuple[str, int, str, str]
_K = TypeVar("_K")


def fit_names(instances: Iterable[Instance]) -> Predict:
    """Learn the table from the instances of original projects."""
    in_situation: dict[_Key, Counter[Effect]] = defaultdict(Counter)
    anywhere: dict[str, Counter[Effect]] = defaultdict(Counter)
    for instance in instances:
        if instance.variant != "original":
            continue
        for path, _, effect in field_rows(instance):
            in_situation[_key(instance, path)][effect] += 1
            anywhere[path][effect] += 1
    known = _commonest(in_situation)
    fallback = _commonest(anywhere)

    def predict(instance: Instance) -> dict[str, object]:
        return {
            "delta": changes(
                (
                    path,
                    value,
                    apply_effect(
                        value, known.get(_key(instance, path)) or fallback.get(path, SAME)
                    ),
                )
                for path, value in instance.state.items()
            )
        }

    return predict


def _key(instance: Instance, path: str) -> _Key:
    return instance.task, instance.horizon, action_of(instance.actions), path


def _commonest(counts: Mapping[_K, Counter[Effect]]) -> dict[_K, Effect]:
    return {
        key: min(effects, key=lambda effect: (-effects[effect], repr(effect)))
        for key, effects in counts.items()
    }


NAMES = Reference("names", "what the field of this name did in dev", fit_names, True)
NAMES_TOLD = Reference(
    "names-told",
    "what the field of this name did here, told: a bound",
    fit_names,
    is_told=True,
)
