# SPDX-License-Identifier: Apache-2.0
"""From an answer to the set of changes that it claims, the same for both forms of answer."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.answer import Answer, Claimed
from scoring.matching import matches
from scoring.questions import Labelled
from scratchworld.world import Delta, State, Value, normalise, same_value

__all__ = ["claimed_changes"]

_CHUNK = 16
"""Fields that are compared at once; only where some differ is each looked at."""


def claimed_changes(answer: Answer, instance: Labelled) -> Delta:
    """Return P, the claimed changes against the input state; empty for an unusable answer.

    A claim that matches the input value is no claim. One exception keeps labels whole: where the
    executed change itself is smaller than the tolerance, only the very input value is no claim.
    """
    state = instance.state
    if answer.state is not None:
        claims = _of_state(answer.state, state)
    elif answer.delta is not None:
        claims = _differing((path, value, state.get(path)) for path, value in answer.delta.items())
    else:
        return {}
    return {
        path: value
        for path, value in claims
        if not matches(path, value, state.get(path)) or _is_tiny_change(path, instance)
    }


def _of_state(claimed: Claimed, state: State) -> Iterable[tuple[str, Value | None]]:
    """Compare two states without a Python loop over the fields that agree."""
    paths, known = list(state), list(state.values())
    if list(claimed) == paths:
        values = list(claimed.values())
    else:
        values = [*map(claimed.get, paths)]  # None for a field left out: claimed to be gone.
        if len(claimed) != len(state) or None in values:
            surplus = claimed.keys() - state.keys()
            yield from _differing((path, claimed[path], None) for path in surplus)
    same_types = list(map(type, values)) == list(map(type, known))
    for start in range(0, len(paths), _CHUNK):
        end = start + _CHUNK
        # Two lists compare fast; but True == 1, so the types have a say.
        if not same_types or values[start:end] != known[start:end]:
            yield from _differing(
                zip(paths[start:end], values[start:end], known[start:end], strict=True)
            )


def _differing(
    claims: Iterable[tuple[str, Value | None, Value | None]],
) -> Iterable[tuple[str, Value | None]]:
    """Yield the claims (path, value, known value), in canonical form, that say something new."""
    for path, value, known in claims:
        if value == known and type(value) is type(known):
            continue
        canonical = None if value is None else normalise(value)
        if not same_value(canonical, known):
            yield path, canonical


def _is_tiny_change(path: str, instance: Labelled) -> bool:
    return path in instance.target and matches(
        path, instance.target[path], instance.state.get(path)
    )
