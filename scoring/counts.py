# SPDX-License-Identifier: Apache-2.0
"""What one answer scores on one instance, as whole numbers; every metric is made from these."""

from __future__ import annotations

from typing import NamedTuple

from scoring.answer import Answer
from scoring.claims import claimed_changes
from scoring.matching import matches
from scratchworld.world import Delta, Instance, hidden_paths

__all__ = ["Counts", "count_instance"]


class Counts(NamedTuple):
    """Counts of one instance: P the claimed changes, G the executed ones."""

    usable: int
    """1 for an answer with status ``ok`` or ``repaired``."""
    n_pred: int
    """|P|; 0 for an unusable answer."""
    n_gold: int
    """|G|."""
    tp_presence: int
    """|P n G|: the right fields."""
    tp_value: int
    """Those of the right fields that have the right value."""
    n_hidden_gold: int
    """Hidden fields of G."""
    tp_hidden: int
    """Hidden fields of G predicted with the right value."""
    fields_total: int
    """Fields of the input with P applied, united with those of the executed state."""
    fields_right: int
    """Those of them with the right value; 0 for an unusable answer."""
    exact: int
    """1 when all fields are right."""


def count_instance(instance: Instance, answer: Answer) -> Counts:
    """Compare an answer with the executed label of its instance."""
    claims = claimed_changes(answer, instance)
    gold = instance.target
    found = claims.keys() & gold.keys()
    right = {path for path in found if matches(path, claims[path], gold[path])}
    hidden = hidden_paths(gold, instance.monitors)
    total, fields_right = _full_state(instance, claims)
    usable = answer.usable
    return Counts(
        usable=int(usable),
        n_pred=len(claims),
        n_gold=len(gold),
        tp_presence=len(found),
        tp_value=len(right),
        n_hidden_gold=len(hidden),
        tp_hidden=len(hidden & right),
        fields_total=total,
        fields_right=fields_right if usable else 0,
        exact=int(usable and fields_right == total),
    )


def _full_state(instance: Instance, claims: Delta) -> tuple[int, int]:
    """Return (fields, right fields) of the state that the claims imply.

    Fields that neither the claims nor the label touch are right; only the others are compared.
    """
    state, gold = instance.state, instance.target
    touched = claims.keys() | gold.keys()
    untouched = len(state) - sum(path in state for path in touched)
    total = right = untouched
    for path in touched:
        known = state.get(path)
        predicted = claims.get(path, known)
        executed = gold.get(path, known)
        if predicted is None and executed is None:
            continue
        total += 1
        right += matches(path, predicted, executed)
    return total, right
