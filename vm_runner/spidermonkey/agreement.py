# SPDX-License-Identifier: Apache-2.0
"""Do two engines compute the same trace?"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from scratchworld.closing import Closing
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner.project_file import read_project
from vm_runner.runner import VmRunner
from vm_runner.session import Limits
from vm_runner.spidermonkey.engine import start_spidermonkey

__all__ = ["Agreement", "SecondEngine"]

_SLOWER = 10
"""How many times the wall time of Node the second engine may take."""


class Agreement(NamedTuple):
    """What two engines made of one episode."""

    trace: Trace
    """That of the first engine."""
    difference: str
    """Where the second differs: the first step and its fields, or its error; empty if nowhere."""


class SecondEngine(Closing):
    """Runs episodes on Node and again on SpiderMonkey.

    ``runner`` is Node's. The second process starts with the first episode and ends with
    :meth:`close`, or with the block of a ``with``.
    """

    name = "spidermonkey"

    def __init__(self, runner: VmRunner) -> None:
        limits = runner.limits
        patient = Limits(limits.rounds, limits.warp_checks, limits.seconds * _SLOWER)
        self._first = runner
        self._second = VmRunner(limits=patient, start=start_spidermonkey)

    @property
    def versions(self) -> dict[str, str]:
        """Version of the engine's package, by name."""
        return self._second.versions

    def run(self, project: str | Path | bytes, episode: Episode) -> Agreement:
        """Run an episode on both engines.

        Raises:
            ProjectError: if the project fails on the first engine.
            BridgeError: if an engine cannot be started.
        """
        data = read_project(project)
        session = self._first.load(data, record=True)
        trace = session.trace(episode)
        try:
            again = self._second.load(data, tape=session.tape()).trace(episode)
        except ProjectError as error:
            return Agreement(trace, str(error))
        return Agreement(trace, _difference(trace, again))

    def kill(self) -> None:
        """End the second process at once, from any thread."""
        self._second.kill()

    def close(self) -> None:
        """End the second process. The first runner is left as it is."""
        self._second.close()


def _difference(one: Trace, other: Trace) -> str:
    if one.digest() == other.digest():
        return ""
    if (one.initial, one.monitors) != (other.initial, other.monitors):
        return "another initial state"
    for t, (step, again) in enumerate(zip(one.steps, other.steps, strict=True), start=1):
        if step.delta != again.delta:
            fields = sorted(
                path
                for path in step.delta.keys() | again.delta.keys()
                if step.delta.get(path) != again.delta.get(path)
            )
            return f"step {t}: {', '.join(fields[:3])}"
        if list(step.events) != list(again.events):
            return f"step {t}: events"
        if step.cut != again.cut:
            return f"step {t}: ticks cut by the work budget"
    return "another digest"
