# SPDX-License-Identifier: Apache-2.0
"""Does a trace hang on how much work a tick may do? Then it is no label."""

from __future__ import annotations

from pathlib import Path

from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner.runner import VmRunner

__all__ = ["BUDGET_FACTOR", "check_stable"]

BUDGET_FACTOR = 4
"""How many times the work a tick must be allowed without changing any state."""


def check_stable(
    runner: VmRunner, project: str | Path | bytes, episode: Episode, trace: Trace
) -> str | None:
    """Return why the states of ``trace`` cannot be trusted, or ``None`` when they can.

    ``trace`` is what ``runner`` recorded of the episode. If no budget ended a tick, no larger one
    can differ, and nothing is run. Otherwise the episode is run with :data:`BUDGET_FACTOR` times
    the budgets, up to the first step that differs. The reasons are ``unstable``, when a state
    differs, and ``budget_exceeded``, when the larger run does not come to its end.
    """
    if trace.cut == 0:
        return None
    limits = runner.limits.times(BUDGET_FACTOR)
    try:
        session = runner.load(project, limits=limits)
        if session.start(episode.seed) != (trace.initial, trace.monitors):
            return "unstable"
        for step, recorded in zip(episode.steps, trace.steps, strict=True):
            (again,) = session.run([step])
            if again.delta != recorded.delta or again.monitors != recorded.monitors:
                return "unstable"
    except ProjectError:
        return "budget_exceeded"
    return None
