# SPDX-License-Identifier: Apache-2.0
"""The trace: what the VM did in an episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scratchworld.world.state import Delta, State, apply_delta
from scratchworld.world.values import digest

__all__ = ["Event", "Trace", "TraceStep"]

Event = Mapping[str, Any]
"""One instrumented event; its ``type`` and fields are described in ``docs/trace.md``."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """What one step did: s_{t-1} --a--> s_t."""

    delta: Delta
    """Changed fields of s_t against s_{t-1}."""
    events: Sequence[Event]
    """What happened, in order of time."""
    monitors: tuple[str, ...]
    """Paths of the variables and lists whose monitor is on the stage after the step, sorted."""
    cut: int
    """Ticks of the step that a work budget ended early; 0 in a well-behaved project."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The initial state of a project and what each step of an episode did to it."""

    initial: State
    monitors: tuple[str, ...]
    """Monitors on the stage before the first step; see :attr:`TraceStep.monitors`."""
    steps: tuple[TraceStep, ...]

    def states(self) -> Iterator[State]:
        """Yield s_0, s_1, ... s_T; ``len(steps) + 1`` states, each a dict of its own."""
        state = dict(self.initial)
        yield dict(state)
        for step in self.steps:
            state = apply_delta(state, step.delta)
            yield state

    def state(self, t: int) -> State:
        """Return s_t, for 0 <= t <= len(steps)."""
        state = dict(self.initial)
        for step in self.steps[:t]:
            state = apply_delta(state, step.delta)
        return state

    def monitors_at(self, t: int) -> tuple[str, ...]:
        """Return the monitors on the stage in s_t."""
        return self.steps[t - 1].monitors if t else self.monitors

    def prefix(self, steps: int) -> Trace:
        """Return the trace of the episode cut after its first ``steps`` steps."""
        return replace(self, steps=self.steps[:steps])

    @property
    def cut(self) -> int:
        """Ticks of the episode that a work budget ended early."""
        return sum(step.cut for step in self.steps)

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield the trace as JSON objects, line 0 the initial state; see ``docs/trace.md``."""
        for t, state in enumerate(self.states()):
            step = self.steps[t - 1] if t else None
            yield {
                "t": t,
                "state": state,
                "delta": step.delta if step else {},
                "events": list(step.events) if step else [],
            }

    def digest(self) -> str:
        """SHA-256 over the initial state and every step's delta and events."""
        return digest(
            [self.initial, *([step.delta, list(step.events), step.cut] for step in self.steps)]
        )
