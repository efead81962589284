# SPDX-License-Identifier: Apache-2.0
"""Majority: each field does what fields of its kind mostly did in the same situation.

A table from (situation, kind of field) to the commonest effect of the training instances, "no
change" included; an unseen situation changes nothing. Ties go to the effect that sorts first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from scoring.references.base import Predict, Reference
from scoring.references.effects import (
    SAME,
    Effect,
    Situation,
    apply_effect,
    changes,
    field_rows,
    situation_of,
)
from scratchworld.world import Instance, kind_of

__all__ = ["MAJORITY", "fit_majority"]


def fit_majority(instances: Iterable[Instance]) -> Predict:
    """Learn the table."""
    counts: dict[tuple[Situation, str], Counter[Effect]] = defaultdict(Counter)
    for instance in instances:
        situation = situation_of(instance)
        for _, kind, effect in field_rows(instance):
            counts[situation, kind][effect] += 1
    commonest = {
        key: min(of_key, key=lambda effect: (-of_key[effect], repr(effect)))
        for key, of_key in counts.items()
    }

    def predict(instance: Instance) -> dict[str, object]:
        situation = situation_of(instance)

        def effect_at(path: str) -> Effect:
            kind = kind_of(path)
            return commonest.get((situation, kind.name if kind else ""), SAME)

        return {
            "delta": changes(
                (path, value, apply_effect(value, effect_at(path)))
                for path, value in instance.state.items()
            )
        }

    return predict


MAJORITY = Reference("majority", "the commonest effect by kind and action", fit_majority, True)
