# SPDX-License-Identifier: Apache-2.0
"""Runs a project under an episode and returns its trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from scratchworld.closing import Closing
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner.archive import check_archive
from vm_runner.bridge import Bridge, start_bridge
from vm_runner.project_file import read_project
from vm_runner.session import Limits, Session

__all__ = ["VmRunner"]


class VmRunner(Closing):
    """A VM process that runs projects, one at a time; replaced by itself when one kills it.

    ``trace`` decides whether events are recorded; states are the same either way.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        trace: bool = True,
        start: Callable[[], Bridge] = start_bridge,
    ) -> None:
        self.limits = limits or Limits()
        self._trace = trace
        self._start = start
        self._bridge: Bridge | None = None
        self._session: Session | None = None

    @property
    def versions(self) -> dict[str, str]:
        """Versions of Node, the VM and the renderer, by package name."""
        return self._ready().versions

    def load(
        self,
        project: str | Path | bytes,
        *,
        limits: Limits | None = None,
        trace: bool | None = None,
        record: bool = False,
        tape: bytes | None = None,
        anew: bool = False,
    ) -> Session:
        """Load a project into the VM; the one loaded before is gone.

        The one that is loaded already is not loaded ``anew`` unless that is asked for, or a tape:
        its world goes back to what it was.

        ``trace`` decides whether this session records events; by default the runner's does.
        ``record`` lets the session write a tape of what the VM asks of its renderer. ``tape`` is
        such a tape, for an engine that has no renderer: see ``vm_runner.spidermonkey``.

        Raises:
            ProjectError: with the reason why the project cannot be used.
            BridgeError: when the VM process cannot be started.
        """
        data = read_project(project)
        traced = self._trace if trace is None else trace
        limits = limits or self.limits
        if not (anew or record or tape is not None):
            again = self._again(data, traced, limits)
            if again is not None:
                return again
        session = self._session = Session(self, limits)
        try:
            check_archive(data)
            stage: dict[str, object] = {}
            if record:
                stage["record"] = True
            if tape is not None:
                stage["tape"] = json.loads(tape)
            session._load(data, trace=traced, stage=stage)
        except ProjectError as error:
            if isinstance(project, bytes):
                raise
            # several hundred files may be on their way: say which it is
            raise ProjectError(error.reason, f"{Path(project).name}: {error.detail}") from error
        return session

    def _again(self, data: bytes, trace: bool, limits: Limits) -> Session | None:
        """Return a new session of the world that is loaded, if it is of this project."""
        before = self._session
        if before is None or self._bridge is None or not self._bridge.usable:
            return None
        again = before._again(data, trace=trace, limits=limits)
        if again is not None:
            self._session = again
            again._rewind()
        return again

    def run(
        self, project: str | Path | bytes, episode: Episode, *, limits: Limits | None = None
    ) -> Trace:
        """Run a project from tick 0 and return its trace.

        Raises:
            ProjectError: with the reason why the project cannot be used, for example
                ``missing_asset``, ``runtime_error`` or ``hang``.
            BridgeError: when the VM process cannot be started.
        """
        return self.load(project, limits=limits).trace(episode)

    def close(self) -> None:
        """End the VM process. The runner may be used again and starts another."""
        self._session = None
        if self._bridge is not None:
            self._bridge.close()
            self._bridge = None

    def kill(self) -> None:
        """End the VM process at once; a call that waits for it fails. From any thread."""
        bridge = self._bridge
        if bridge is not None:
            bridge.kill()

    def _ready(self) -> Bridge:
        if self._bridge is not None and not self._bridge.usable:
            self._bridge.close()
            self._bridge = None
        if self._bridge is None:
            self._bridge = self._start()
        return self._bridge
