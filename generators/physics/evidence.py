# SPDX-License-Identifier: Apache-2.0
"""What the trace of a window tells: what was written, what fell, which barriers stood."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap
from operator import gt
from typing import TypeGuard

from generators.physics.barriers import Barrier
from generators.physics.claims import bodies
from scratchworld.errors import RemoteError
from scratchworld.world import Event, State, TraceStep, Value
from vm_runner import Session

__all__ = ["Evidence", "Point", "Reader", "is_number", "line", "place_of"]

Point = tuple[float, float]

_NEAR = 5.0
"""Stage pixels from one point of a line to the next, where that needs no more than _POINTS."""
_POINTS = 100


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of one window."""

    written: frozenset[str]
    """Fields that were given a value, also those that had it again at the end."""
    made: frozenset[str]
    """Clones that were made."""
    after: State
    """The executed state at the end."""
    falling: tuple[str, ...]
    """Sprites and clones whose height was changed by pulls alone, and only downward."""
    barriers: tuple[tuple[str, Barrier], ...]
    """Sprite or clone and what stood in its way, in force: the program asked in the window whether
    they touch, and on the straight line from start to end they do not."""


class Reader:
    """Reads the events of one episode of a project as it is run."""

    def __init__(
        self, session: Session, barriers: Sequence[Barrier], pulls: frozenset[str]
    ) -> None:
        self._session = session
        self._barriers = {barrier.block: barrier for barrier in barriers}
        self._pulls = pulls
        self._steps: list[TraceStep] = []
        self._targets: dict[int, str] = {}
        """Which sprite or clone each thread belongs to."""

    def add(self, step: TraceStep) -> None:
        """Take note of the next step."""
        self._steps.append(step)
        for event in step.events:
            if event["type"] == "start":
                self._targets[event["started"]] = event["target"]

    def window(self, start: int, before: State, after: State) -> Evidence:
        """Return the evidence of the steps from ``start`` to the last one added.

        The session is at the end of that step.
        """
        steps = self._steps[start:]
        events = [event for step in steps for event in step.events]
        asked = sorted(set(self._asked(events, before)))
        return Evidence(
            frozenset(event["path"] for event in events if event["type"] == "write"),
            frozenset(event["target"] for event in events if event["type"] == "clone"),
            after,
            tuple(body for body in bodies(before) if self._falls(body, events, before)),
            tuple(
                self._in_force(
                    [(body, self._barriers[name]) for body, name in asked], before, after
                )
            ),
        )

    def _falls(self, body: str, events: Sequence[Event], before: State) -> bool:
        path = f"{body}/y"
        heights = [before.get(path)]
        for event in events:
            if event["type"] == "write" and event["path"] == path:
                if event.get("block") not in self._pulls:
                    return False
                heights.append(event["value"])
        numbers = [float(one) for one in heights if is_number(one)]
        return len(numbers) == len(heights) > 1 and all(starmap(gt, pairwise(numbers)))

    def _asked(self, events: Sequence[Event], before: State) -> Iterator[tuple[str, str]]:
        """Yield sprites and clones, and the barriers that the program asked about for them."""
        for event in events:
            if event["type"] == "touching" and event.get("block") in self._barriers:
                target = self._targets.get(event.get("thread", -1))
                if target is not None:
                    yield target, event["block"]
            elif event["type"] == "blocks":
                for name in event["counts"]:
                    barrier = self._barriers.get(name)
                    if barrier is not None and barrier.bounces:
                        yield from ((body, name) for body in _same_sprite(barrier, before))

    def _in_force(
        self, asked: Sequence[tuple[str, Barrier]], before: State, after: State
    ) -> list[tuple[str, Barrier]]:
        lines = [
            (body, barrier, line(start, end))
            for body, barrier in asked
            if (start := place_of(body, before)) and (end := place_of(body, after))
        ]
        if not lines:
            return []
        asks = [
            {"target": body, "points": points, "touch": barrier.touch}
            for body, barrier, points in lines
        ]
        try:
            touched = self._session.contacts([], asks)
        except RemoteError:  # the world holds something that cannot be put back
            return []
        return [
            (body, barrier)
            for (body, barrier, _), contact in zip(lines, touched, strict=True)
            if not contact
        ]


def _same_sprite(barrier: Barrier, state: State) -> Iterator[str]:
    """Yield the sprite of a barrier and its clones."""
    clones = f"/clone/{barrier.sprite.removeprefix('/sprite/')}/"
    for body in bodies(state):
        if body == barrier.sprite or body.startswith(clones):
            yield body


def place_of(body: str, state: Mapping[str, Value]) -> Point | None:
    """Return where a sprite or clone is; ``None`` when it is not there, or not at numbers."""
    x, y = state.get(f"{body}/x"), state.get(f"{body}/y")
    return (float(x), float(y)) if is_number(x) and is_number(y) else None


def line(start: Point, end: Point) -> list[Point]:
    """Return points on a straight line, five stage pixels apart or less; at most 101 of them."""
    distance = math.sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)
    parts = max(1, min(_POINTS, math.ceil(distance / _NEAR)))
    return [
        (
            start[0] + (end[0] - start[0]) * at / parts,
            start[1] + (end[1] - start[1]) * at / parts,
        )
        for at in range(parts + 1)
    ]


def is_number(value: object) -> TypeGuard[int | float]:
    """True for a number; a Boolean is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
