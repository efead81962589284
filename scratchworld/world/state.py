# SPDX-License-Identifier: Apache-2.0
"""State and delta: flat maps of field path to value.

``apply_delta(state, diff(state, following)) == following`` for all states.
"""

from __future__ import annotations

from collections.abc import Mapping

from scratchworld.world.values import Value, same_value

__all__ = ["Delta", "State", "apply_delta", "diff"]

State = dict[str, Value]
"""Field path -> value, for every field present."""

Delta = dict[str, Value | None]
"""Field path -> new value, for the changed fields only; ``None`` when the field disappeared."""


def diff(before: Mapping[str, Value], after: Mapping[str, Value]) -> Delta:
    """Return the fields of ``after`` that differ from ``before``, gone ones mapped to ``None``."""
    delta: Delta = {
        path: value
        for path, value in after.items()
        if path not in before or not same_value(before[path], value)
    }
    delta.update((path, None) for path in before if path not in after)
    return delta


def apply_delta(state: Mapping[str, Value], delta: Mapping[str, Value | None]) -> State:
    """Return a new state in which the fields of ``delta`` are set, or removed where ``None``."""
    following = dict(state)
    for path, value in delta.items():
        if value is None:
            following.pop(path, None)
        else:
            following[path] = value
    return following
