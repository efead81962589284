# SPDX-License-Identifier: Apache-2.0
"""From an answer to the set of changes that it claims, the same for both forms of answer."""

from __future__ import annotations

from itertools import compress
from operator import is_not, ne

from scoring.answer import Answer, Claimed
from scoring.matching import matches
from scoring.questions import Labelled
from scratchworld.world import Delta, State, Value, normalise, same_value

__all__ = ["changes_of_state", "claimed_changes"]


def claimed_changes(answer: Answer, instance: Labelled) -> Delta:
    """Return P, the claimed changes against the input state; empty for an unusable answer.

    A claim that matches the input value is no claim. One exception keeps labels whole: where the
    executed change itself is smaller than the tolerance, only the very input value is no claim.
    """
    state = instance.state
    if answer.state is not None:
        claims = changes_of_state(answer.state, state)
    elif answer.delta is not None:
        claims = answer.delta
    else:
        return {}
    news = (
        (path, canonical)
        for path, value in claims.items()
        if not same_value(canonical := _canonical(value), state.get(path))
    )
    return {
        path: value
        for path, value in news
        if not matches(path, value, state.get(path)) or _is_tiny_change(path, instance)
    }


def changes_of_state(claimed: Claimed, state: State) -> Claimed:
    """Return what a claimed state says that the input does not, ``None`` for fields left out.

    A value may be there that only looks different, as 1.0 does from 1. There is no Python loop over
    the fields that agree.
    """
    paths, known = list(state), list(state.values())
    changes: dict[str, Value | None] = {}
    if list(claimed) == paths:
        values = list(claimed.values())
    else:
        values = [*map(claimed.get, paths)]
        changes.update((path, claimed[path]) for path in claimed if path not in state)
    changes.update(compress(zip(paths, values, strict=True), map(ne, values, known)))
    types, known_types = list(map(type, values)), list(map(type, known))
    if types != known_types:  # True is 1 to Python, but not here.
        pairs = zip(paths, values, strict=True)
        changes.update(compress(pairs, map(is_not, types, known_types)))
    return changes


def _canonical(value: Value | None) -> Value | None:
    return None if value is None else normalise(value)


def _is_tiny_change(path: str, instance: Labelled) -> bool:
    return path in instance.target and matches(
        path, instance.target[path], instance.state.get(path)
    )
