# SPDX-License-Identifier: Apache-2.0
"""Counts that take two answers: those to a counterfactual and to its factual twin.

The predicted effect of an alteration is the difference between the two predicted states, the true
effect that between the two executed ones. Fields that the alteration sets itself are no effect.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.counts import Comparison, Counts
from scoring.matching import matches
from scratchworld.world import CounterfactualInstance, Delta, State, Value, written_by

__all__ = ["PAIR_COUNTS", "TwinPairing", "effect_matches"]

PAIR_COUNTS = (
    "is_counterfactual",
    "is_pair",
    "is_affected",
    "is_answered",
    "says_effect",
    "effect_right",
    "twin_tp_value",
    "twin_claims_and_changes",
)
"""Of a counterfactual, each 0 or 1 but the last two, which are counts of its twin; 0 of others."""


class _Member(NamedTuple):
    row: int
    is_factual: bool
    own: frozenset[str]
    state: State
    target: Delta
    compared: Comparison

    @property
    def counts(self) -> Counts:
        return Counts(*self.compared.counts[: len(Counts._fields)])


class TwinPairing:
    """Gathers the answers to both twins of each pair, in whatever order they come."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], list[_Member]] = defaultdict(list)

    def add(self, row: int, instance: CounterfactualInstance, compared: Comparison) -> None:
        """Take up one compared answer; ``row`` is its place in the table of counts."""
        alteration = instance.alteration
        own = written_by(alteration.intervention) if alteration is not None else frozenset()
        self._pairs[instance.project, instance.pair_id].append(
            _Member(row, alteration is None, own, instance.state, instance.target, compared)
        )

    def counts(self) -> Iterator[tuple[int, Mapping[str, int]]]:
        """Yield the row of each counterfactual with its counts."""
        for members in self._pairs.values():
            factual = next((member for member in members if member.is_factual), None)
            for member in members:
                if not member.is_factual:
                    yield member.row, _pair_counts(member, factual)


def _pair_counts(member: _Member, factual: _Member | None) -> dict[str, int]:
    if factual is None:
        return {"is_counterfactual": 1}
    answered = member.counts.usable and factual.counts.usable
    touched = sorted(
        {
            *member.target,
            *factual.target,
            *member.compared.claims,
            *factual.compared.claims,
        }
        - member.own
    )
    true = {path: _values(path, member.target, factual.target, member.state) for path in touched}
    said = {
        path: _values(path, member.compared.claims, factual.compared.claims, member.state)
        for path in touched
    }
    affected = any(not _same(path, *values) for path, values in true.items())
    says = any(not _same(path, *values) for path, values in said.items())
    right = all(effect_matches(path, said[path], true[path]) for path in touched)
    return {
        "is_counterfactual": 1,
        "is_pair": 1,
        "is_affected": int(affected),
        "is_answered": int(answered),
        "says_effect": int(answered and says),
        "effect_right": int(answered and right),
        "twin_tp_value": factual.counts.tp_value,
        "twin_claims_and_changes": factual.counts.n_pred + factual.counts.n_gold,
    }


Values = tuple["Value | None", "Value | None"]
"""What a field is in the counterfactual, and in the factual twin; ``None`` when it is not there."""


def _values(path: str, altered: Delta, factual: Delta, state: State) -> Values:
    before = state.get(path)
    return altered.get(path, before), factual.get(path, before)


def _same(path: str, altered: Value | None, factual: Value | None) -> bool:
    if altered is None or factual is None:
        return altered is factual
    return matches(path, altered, factual)


def effect_matches(path: str, said: Values, true: Values) -> bool:
    """Whether a field is said to change between the twins as it does.

    Numbers must change by the right amount, whatever they change from; others must change to the
    right value.
    """
    if _same(path, *said) or _same(path, *true):
        return _same(path, *said) and _same(path, *true)
    if all(_is_number(value) for value in (*said, *true)):
        shift = [float(values[0]) - float(values[1]) for values in (said, true)]  # type: ignore[arg-type]
        return matches(path, *shift)
    return _same(path, said[0], true[0])


def _is_number(value: Value | None) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
