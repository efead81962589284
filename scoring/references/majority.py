# SPDX-License-Identifier: Apache-2.0
"""Majority: each field does what fields of its kind mostly did in the same situation.

A table from (situation, kind of field) to the commonest effect of the training instances, "no
change" included; an unseen situation changes nothing. Ties go to the effect that sorts first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scoring.references.base import Predict, Reference
from scoring.references.effects import (
    SAME,
    Effect,
    Situation,
    apply_effect,
    changes,
    commonest,
    field_rows,
    situation_of,
)
from scratchworld.world import Instance, kind_of

__all__ = ["MAJORITY", "fit_majority"]


def fit_majority(instances: Iterable[Instance]) -> Predict:
    """Learn the table."""
    times: Counter[tuple[tuple[Situation, str], Effect]] = Counter()
    for instance in instances:
        situation = situation_of(instance)
        times.update(((situation, kind), effect) for _, kind, effect in field_rows(instance))
    known = commonest(times)

    def predict(instance: Instance) -> dict[str, object]:
        situation = situation_of(instance)

        def effect_at(path: str) -> Effect:
            kind = kind_of(path)
            return known.get((situation, kind.name if kind else ""), SAME)

        return {
            "delta": changes(
                (path, value, apply_effect(value, effect_at(path)))
                for path, value in instance.state.items()
            )
        }

    return predict


MAJORITY = Reference("majority", "the commonest effect by kind and action", fit_majority, True)
