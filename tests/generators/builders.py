# SPDX-License-Identifier: Apache-2.0
"""Small worlds made by hand for the tests of the generators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scratchworld.world import Action, Delta, Episode, State, Step, Trace, TraceStep, Value

FLAG = Action.make("green_flag")


def trace_of(initial: Mapping[str, Value], deltas: Sequence[Delta]) -> Trace:
    """Return a trace with these deltas, no events and no monitors."""
    steps = tuple(TraceStep(delta, (), (), 0) for delta in deltas)
    return Trace(dict(initial), (), steps)


def episode_of(steps: int, ticks: int = 1, seed: int = 0) -> Episode:
    """Return an episode whose every step waits, except for the flag in the first."""
    first = Step(ticks, (FLAG,))
    return Episode.of([first, *[Step(ticks, (Action.make("wait"),))] * (steps - 1)], seed)


def moving(steps: int) -> tuple[Episode, Trace]:
    """Return a world in which x grows by one each step."""
    initial: State = {"/sprite/Cat/x": 0, "/sprite/Cat/y": 5, "/variable/_stage_/n": 0}
    return episode_of(steps), trace_of(initial, [{"/sprite/Cat/x": t + 1} for t in range(steps)])
