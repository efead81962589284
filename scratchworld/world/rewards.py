# SPDX-License-Identifier: Apache-2.0
"""Rewards: what a sequence of actions is worth, read from the states that it leads through."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scratchworld.world.state import State, apply_delta
from scratchworld.world.values import Value

__all__ = ["REWARD_FIELDS", "Reward", "follow"]

REWARD_FIELDS: Mapping[str, tuple[str, ...]] = {
    "gain": ("path",),
    "nearness": ("from", "to"),
    "survival": ("path",),
}
"""Every kind of reward with what its JSON form has besides ``kind``.

``path`` is a field path; ``from`` and ``to`` are what the fields of two sprites start with, for
example ``/sprite/Cat``.

``gain``: by how much the field grows in a step. ``nearness``: minus the distance of the two sprites
after a step, in stage pixels. ``survival``: 1 where the field is above 0 after a step, else 0. The
return of a sequence is the sum over its steps."""


@dataclass(frozen=True, slots=True)
class Reward:
    """What is added up, step by step."""

    kind: str
    """A key of :data:`REWARD_FIELDS`."""
    arguments: tuple[str, ...]
    """The fields of this kind in the order of :data:`REWARD_FIELDS`."""

    def steps(self, states: Sequence[Mapping[str, Value | None]]) -> tuple[float, ...]:
        """Return the reward of each step; ``states`` begin with the one before the first.

        A field that is absent or no number counts as Scratch would count it: 1 for true, else 0.
        """
        if self.kind == "gain":
            levels = [_number(state.get(self.arguments[0])) for state in states]
            return tuple(after - before for before, after in pairwise(levels))
        if self.kind == "survival":
            path = self.arguments[0]
            return tuple(float(_number(state.get(path)) > 0) for state in states[1:])
        return tuple(0.0 - self._distance(state) for state in states[1:])

    def total(self, states: Sequence[Mapping[str, Value | None]]) -> float:
        """Return the sum over the steps. Arguments as for :meth:`steps`."""
        return math.fsum(self.steps(states))

    def paths(self) -> tuple[str, ...]:
        """Return the fields that it reads."""
        if self.kind == "nearness":
            return tuple(f"{prefix}/{axis}" for prefix in self.arguments for axis in "xy")
        return self.arguments

    def to_json(self) -> dict[str, str]:
        """Return the JSON form, for example ``{"kind": "gain", "path": "/variable/a/score"}``."""
        fields = REWARD_FIELDS[self.kind]
        return {"kind": self.kind, **dict(zip(fields, self.arguments, strict=True))}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reward:
        """Read the JSON form.

        Raises:
            ValueError: for an unknown kind, or a missing or surplus field.
        """
        kind = str(data.get("kind"))
        if kind not in REWARD_FIELDS:
            raise ValueError(f"unknown reward {kind!r}; known: {', '.join(REWARD_FIELDS)}")
        names = REWARD_FIELDS[kind]
        if set(data) != {"kind", *names}:
            raise ValueError(f"reward {kind!r} takes the fields {list(names)}, not {[*data]}")
        return cls(kind, tuple(str(data[name]) for name in names))

    def _distance(self, state: Mapping[str, Value | None]) -> float:
        x1, y1, x2, y2 = (_number(state.get(path)) for path in self.paths())
        # not by hypot(), whose last digit depends on the machine
        return math.sqrt((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2))


def follow(state: State, deltas: Iterable[Mapping[str, Value | None]]) -> list[State]:
    """Return the states from ``state`` on, one more than there are deltas."""
    states = [state]
    for delta in deltas:
        states.append(apply_delta(states[-1], delta))
    return states


def _number(value: Value | None) -> float:
    if isinstance(value, (bool, int, float)):
        return float(value)
    return 0.0
