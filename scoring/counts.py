# SPDX-License-Identifier: Apache-2.0
"""What one answer scores on one instance, as whole numbers; every metric is made from these."""

from __future__ import annotations

from typing import NamedTuple

from scoring.answer import Answer
from scoring.claims import claimed_changes
from scoring.matching import matches
from scoring.questions import Labelled
from scratchworld.world import Delta, hidden_paths

__all__ = [
    "Comparison",
    "Counts",
    "compare_answer",
    "count_instance",
    "count_values",
    "only_counts",
]


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


class Comparison(NamedTuple):
    """The counts of an answer and, where it is about fields, the fields that they come from."""

    counts: tuple[int, ...]
    """In the order of :attr:`scoring.tasks.ScoredTask.counts`: a :class:`Counts` for fields."""
    claims: Delta
    """P with its values."""
    right: frozenset[str]
    """Fields of P and G with the right value."""
    hidden: frozenset[str]
    """Fields of P or G that the renderer does not show."""


def only_counts(*counts: int) -> Comparison:
    """Return the comparison of an answer that is not about fields."""
    return Comparison(counts, {}, frozenset(), frozenset())


def count_instance(instance: Labelled, answer: Answer) -> Counts:
    """Compare an answer with the executed label of its instance, and keep the counts."""
    return Counts(*compare_answer(instance, answer).counts)


def count_values(instance: Labelled, answer: Answer) -> tuple[int, int, int]:
    """Return |P|, |G| and the right fields with the right value: what F1 takes, and no more."""
    claims, gold = claimed_changes(answer, instance), instance.target
    right = sum(path in gold and matches(path, value, gold[path]) for path, value in claims.items())
    return len(claims), len(gold), right


def compare_answer(instance: Labelled, answer: Answer) -> Comparison:
    """Compare an answer with the executed label of its instance."""
    claims = claimed_changes(answer, instance)
    gold = instance.target
    found = claims.keys() & gold.keys()
    right = frozenset(path for path in found if matches(path, claims[path], gold[path]))
    hidden = hidden_paths(claims.keys() | gold.keys(), instance.monitors)
    total, fields_right = _full_state(instance, claims, len(right))
    hidden_gold = hidden & gold.keys()
    usable = answer.usable
    counts = Counts(
        usable=int(usable),
        n_pred=len(claims),
        n_gold=len(gold),
        tp_presence=len(found),
        tp_value=len(right),
        n_hidden_gold=len(hidden_gold),
        tp_hidden=len(hidden_gold & right),
        fields_total=total,
        fields_right=fields_right if usable else 0,
        exact=int(usable and fields_right == total),
    )
    return Comparison(counts, claims, right, hidden)


def _full_state(instance: Labelled, claims: Delta, right: int) -> tuple[int, int]:
    """Return (fields, right fields) of the state that the claims imply.

    Fields that neither the claims nor the label touch are right; only the others are looked at. A
    claim about a field outside the label is wrong, since it differs from the input value.
    """
    state, gold = instance.state, instance.target
    total = fields_right = len(state) - sum(path in state for path in claims.keys() | gold.keys())
    for path, executed in gold.items():
        predicted = claims.get(path, state.get(path))
        if predicted is None and executed is None:
            right -= path in claims  # Gone in both, so it is no field of the union.
            continue
        total += 1
        fields_right += path not in claims and matches(path, predicted, executed)
    return total + len(claims.keys() - gold.keys()), fields_right + right
