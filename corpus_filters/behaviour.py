# SPDX-License-Identifier: Apache-2.0
"""Filters that look at what a project does under an episode."""

from __future__ import annotations

from pathlib import Path

from corpus_filters.project import Project
from corpus_filters.scripts import can_start_later
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner import BUDGET_FACTOR, VmRunner, check_stable

__all__ = ["check_budget", "check_change", "check_replay", "check_termination"]


def check_termination(project: Project, trace: Trace) -> None:
    """Reject a project that the green flag leaves as it was, and that nothing else can start.

    ``trace`` must begin with a click of the flag. A script that is still alive after that step
    saves the project; so do a change of any field, and hats of keys, clicks and sensors.

    Raises:
        ProjectError: ``terminates_immediately``.
    """
    if can_start_later(project) or trace.steps[0].delta:
        return
    # a script that is alive has a field of its own, so there is none
    raise ProjectError("terminates_immediately", "the green flag sets nothing going")


def check_change(trace: Trace) -> None:
    """Reject a project none of whose fields changed in the whole episode.

    Raises:
        ProjectError: ``no_state_change``.
    """
    if not any(step.delta for step in trace.steps):
        raise ProjectError("no_state_change", "no field changed under the scripted episode")


def check_budget(
    runner: VmRunner, project: str | Path | bytes, episode: Episode, trace: Trace
) -> None:
    """Reject a project whose states hang on how much work a tick may do.

    Raises:
        ProjectError: ``unstable`` or ``budget_exceeded``.
    """
    reason = check_stable(runner, project, episode, trace)
    if reason is not None:
        raise ProjectError(
            reason, f"between budgets: {BUDGET_FACTOR} times the work gives another trace"
        )


def check_replay(
    runner: VmRunner, project: str | Path | bytes, episode: Episode, digest: str
) -> None:
    """Reject a project that another process does not replay to the same trace.

    ``runner`` must be another process than the one that gave ``digest``, and have loaded other
    projects before. If it disagrees, a fresh process tells what the difference hangs on.

    Raises:
        ProjectError: ``unstable``, or whatever befalls the project this time.
    """
    second = runner.run(project, episode).digest()
    if second == digest:
        return
    runner.close()
    fresh = runner.run(project, episode).digest()
    again = runner.run(project, episode).digest()
    if fresh != again:
        between = "between replays"
    elif fresh == digest:
        between = "between load orders"
    else:
        between = "between processes"
    raise ProjectError("unstable", f"{between}: the same episode gave another trace")
