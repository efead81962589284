# SPDX-License-Identifier: Apache-2.0
"""From an answer to the set of changes that it claims, the same for both forms of answer."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.answer import Answer, Claimed
from scoring.matching import matches
from scratchworld.world import Delta, Instance, Value, normalise, same_value

__all__ = ["claimed_changes"]


def claimed_changes(answer: Answer, instance: Instance) -> Delta:
    """Return P, the claimed changes against the input state; empty for an unusable answer.

    A claim that matches the input value is no claim. One exception keeps labels whole: where the
    executed change itself is smaller than the tolerance, only the very input value is no claim.
    """
    if answer.state is not None:
        claims = _of_state(answer.state, instance.state)
    elif answer.delta is not None:
        claims = _differing(answer.delta.items(), instance.state)
    else:
        return {}
    return {
        path: value
        for path, value in claims
        if not matches(path, value, instance.state.get(path)) or _is_tiny_change(path, instance)
    }


def _of_state(claimed: Claimed, state: dict[str, Value]) -> Iterable[tuple[str, Value | None]]:
    yield from _differing(claimed.items(), state)
    for path in state:
        if path not in claimed:
            yield path, None


def _differing(
    claims: Iterable[tuple[str, Value | None]], state: dict[str, Value]
) -> Iterable[tuple[str, Value | None]]:
    """Yield the claims, in canonical form, that are not the input value itself."""
    get = state.get
    for path, value in claims:
        known = get(path)
        if known == value and type(known) is type(value):
            continue  # Nearly all fields of a claimed state end here.
        canonical = None if value is None else normalise(value)
        if not same_value(canonical, known):
            yield path, canonical


def _is_tiny_change(path: str, instance: Instance) -> bool:
    return path in instance.target and matches(
        path, instance.target[path], instance.state.get(path)
    )
