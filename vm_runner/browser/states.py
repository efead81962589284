# SPDX-License-Identifier: Apache-2.0
"""Runs of one project on two sides, and the first tick at which their states differ."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scratchworld.world import State, Step, TraceStep, Value, apply_delta, diff

__all__ = ["Difference", "Player", "Run", "first_difference", "record"]


class Player(Protocol):
    """A loaded project: a session of the VM process, or a page in Chromium."""

    def start(self, seed: int) -> tuple[State, tuple[str, ...]]:
        """Start the episode."""

    def run(self, steps: Sequence[Step]) -> list[TraceStep]:
        """Run steps."""

    def frame(self) -> bytes:
        """The present frame, as PNG."""


class Run(NamedTuple):
    """What a project did under an episode."""

    states: list[State]
    """s_0, and the state after every step."""
    frames: dict[int, bytes]
    """Number of steps done -> the frame then, a PNG."""
    cut: int
    """Ticks that a work budget ended early."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two runs part."""

    tick: int
    """The first tick at which they differ; 0 is the state before the first."""
    fields: tuple[tuple[str, Value | None, Value | None], ...]
    """Path, the value of one side and that of the other; ``None``: it has no such field."""


def record(player: Player, steps: Sequence[Step], seed: int, moments: Collection[int]) -> Run:
    """Run ``steps`` from the start, with a frame after each number of steps in ``moments``."""
    states = [player.start(seed)[0]]
    frames: dict[int, bytes] = {}
    cut = 0
    done = 0
    for moment in sorted({*moments, len(steps)}):
        for step in player.run(steps[done:moment]):
            states.append(apply_delta(states[-1], step.delta))
            cut += step.cut
        done = moment
        if moment in moments:
            frames[moment] = player.frame()
    return Run(states, frames, cut)


def first_difference(one: Sequence[State], other: Sequence[State]) -> Difference | None:
    """Return where two runs of the same length part, or ``None``."""
    for tick, (a, b) in enumerate(zip(one, other, strict=True)):
        if paths := sorted(diff(a, b)):
            return Difference(tick, tuple((path, a.get(path), b.get(path)) for path in paths))
    return None
