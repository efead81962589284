# SPDX-License-Identifier: Apache-2.0
"""One loaded project: plays an episode on it, goes back, draws."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from scratchworld.errors import BridgeError, ProjectError
from scratchworld.world import Episode, State, Step, Trace, TraceStep, Value
from vm_runner.decoder import StepDecoder
from vm_runner.failures import project_error

if TYPE_CHECKING:
    from vm_runner.runner import VmRunner

__all__ = ["Checkpoint", "Costume", "Limits", "Session"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one tick and one call may do."""

    rounds: int = 50
    """Rounds over all scripts in one tick; see ``docs/determinism.md``."""
    warp_checks: int = 100_000
    """Loop checks of scripts that run without screen refresh, in one tick."""
    seconds: float = 60.0
    """Wall time of loading, and of one call of ``Session.run``; a project that takes longer hangs,
    and its process is killed."""

    def times(self, factor: int) -> Limits:
        """Return limits with ``factor`` times the counted work and wall time."""
        return Limits(self.rounds * factor, self.warp_checks * factor, self.seconds * factor)

    def of_a_tick(self) -> dict[str, int]:
        """Return the counted work, by the names that the VM process knows."""
        return {"rounds": self.rounds, "warpChecks": self.warp_checks}


class _Loaded(NamedTuple):
    """What a world was made from."""

    data: bytes
    trace: bool


class _Answer(NamedTuple):
    """A reply of the VM process; the worker's own code vouches for its shape."""

    result: Any
    attachment: bytes


class Checkpoint(NamedTuple):
    """A state that a session can go back to. Made by :meth:`Session.save`."""

    number: int
    monitors: tuple[str, ...]
    """Monitors on the stage."""


class Costume(NamedTuple):
    """A costume as the renderer draws it at size 100, direction 90 and without effects."""

    png: bytes
    """With alpha; the transparent edge is cut off."""
    centre: tuple[int, int]
    """Where its rotation centre is, in pixels from the left and the top; it may lie outside."""
    scale: float
    """Pixels a unit of the stage: 1, less of a costume of more than 2,000 units."""


class Session:
    """One loaded project, from tick 0 on. Made by :meth:`VmRunner.load`.

    Its methods raise a ``ProjectError`` when the project fails: always the same one from then on.
    """

    def __init__(self, runner: VmRunner, limits: Limits) -> None:
        self.program: list[dict[str, Any]] = []
        """The program in canonical form: targets, rules, blocks; see ``docs/trace.md``."""
        self.block_ids: list[str] = []
        """Every block of every rule: ``<target>/<rule>/<k>``."""
        self._runner = runner
        self._limits = limits
        self._failure: ProjectError | None = None
        self._loaded: _Loaded | None = None
        self._decoder = StepDecoder(self.block_ids)

    def start(self, seed: int) -> tuple[State, tuple[str, ...]]:
        """Start the episode; return s_0 and the monitors on the stage. Call once."""
        return self._decoder.initial(self._call("start", {"seed": seed}).result)

    def initial_data(self) -> list[dict[str, Any]]:
        """Return what each target of :attr:`program` holds besides its scripts. Call before start.

        ``variables`` and ``lists`` (all items) by the path of their field, ``messages``, the names
        of ``costume`` and ``sounds``, ``volume``, and the looks of a sprite or the stage's tempo.
        """
        data: list[dict[str, Any]] = json.loads(self._call("data", {}).attachment)
        return data

    def run(self, steps: Sequence[Step]) -> list[TraceStep]:
        """Run ``steps`` in one call and return what each did."""
        answer = self._call("run", {"steps": [step.to_json() for step in steps]})
        return self._decoder.steps(answer.result, answer.attachment)

    def trace(self, episode: Episode) -> Trace:
        """Start ``episode`` and run it to its end. Call in the place of :meth:`start`."""
        initial, monitors = self.start(episode.seed)
        # one call a step: the time limit is then for a step, however long the episode
        steps = tuple(result for step in episode.steps for result in self.run([step]))
        return Trace(initial, monitors, steps)

    def tape(self) -> bytes:
        """Return what the VM asked of its renderer so far and was told: JSON, for another engine.

        Raises:
            RemoteError: when the project was not loaded with ``record=True``.
        """
        return self._call("tape", {}).attachment

    def export(self) -> tuple[bytes, dict[str, bytes]]:
        """Return the project as Scratch 3 saves it: ``project.json``, and assets by file name.

        Call before :meth:`start`. A project of Scratch 1 or 2 is converted by that.
        """
        lengths, data = self._call("export", {})
        content, assets, at = data[: lengths["json"]], {}, lengths["json"]
        for name, length in lengths["assets"]:
            assets[name] = data[at : at + length]
            at += length
        return content, assets

    def save(self) -> Checkpoint:
        """Remember the present state, to go back to within this session.

        Exact: what runs after a :meth:`restore` is what ran after the save. It lives in the VM
        process; a label is still to be verified by a run from tick 0 in another one.

        Raises:
            RemoteError: when the world holds something that cannot be put back; nothing is lost.
        """
        return Checkpoint(self._call("save", {}).result, self._decoder.monitors)

    def restore(self, checkpoint: Checkpoint) -> None:
        """Go back to a checkpoint of this session; as often as wanted.

        Raises:
            RemoteError: when the session has no such checkpoint, or it was forgotten.
        """
        self._call("restore", {"checkpoint": checkpoint.number})
        self._decoder.monitors = checkpoint.monitors

    def forget(self, checkpoint: Checkpoint) -> None:
        """Free what a checkpoint holds in the VM process."""
        self._call("forget", {"checkpoint": checkpoint.number})

    def contacts(
        self, places: Sequence[Mapping[str, Value]], asks: Sequence[Mapping[str, object]]
    ) -> list[bool]:
        """Tell of each ask whether it would be touched at one of its points; nothing changes by it.

        ``places``: ``target``, as in the paths of its fields, and fields of it that are otherwise.
        ``asks``: ``target``, ``points`` ([x, y] each), and ``touch``: ``object`` (a sprite's name
        or ``_edge_``), or ``color`` ([r, g, b]) and perhaps the target's ``own``.
        """
        params: dict[str, object] = {"places": [*places], "asks": [*asks]}
        found: list[bool] = self._call("contacts", params).result
        return found

    def frame(self) -> bytes:
        """Return the present frame, a PNG of 480 x 360 pixels."""
        return self._call("frame", {}).attachment

    def costumes(self, wanted: Sequence[tuple[int, int]]) -> list[Costume]:
        """Return the pictures of some costumes. Call before start.

        Each is told by the number of its target in :attr:`program` and its own among the target's
        ``costumes``.
        """
        if not wanted:
            return []
        drawn, data = self._call("costumes", {"costumes": [list(each) for each in wanted]})
        costumes, at = [], 0
        for length, (x, y), scale in drawn:
            costumes.append(Costume(data[at : at + length], (x, y), scale))
            at += length
        return costumes

    def _load(self, data: bytes, *, trace: bool, stage: dict[str, object]) -> None:
        params: dict[str, object] = {"limits": self._limits.of_a_tick(), "trace": trace}
        if stage:
            params["stage"] = stage
        loaded = self._call("load", params, data).result
        self.program = loaded["program"]
        self.block_ids.extend(loaded["blocks"])
        if loaded["rewinds"]:
            self._loaded = _Loaded(data, trace)

    def _again(self, data: bytes, *, trace: bool, limits: Limits) -> Session | None:
        """Return a session of the same world as it was when it had been loaded.

        ``None`` when the world is of something else, has failed, or cannot go back so far.
        """
        if self._failure is not None or self._loaded != _Loaded(data, trace):
            return None
        again = Session(self._runner, limits)
        again.program, again.block_ids = self.program, self.block_ids
        again._loaded, again._decoder = self._loaded, self._decoder.again()
        return again

    def _rewind(self) -> None:
        self._call("rewind", {"limits": self._limits.of_a_tick()})

    def _call(self, method: str, params: dict[str, object], data: bytes = b"") -> _Answer:
        if self._failure is not None:
            raise self._failure
        if self._runner._session is not self:
            raise RuntimeError("this session is over: its runner has loaded another project")
        try:
            bridge = self._runner._ready()
            return _Answer(*bridge.call(method, params, data, timeout=self._limits.seconds))
        except BridgeError as error:
            self._failure = project_error(error)
            if self._failure is None:
                raise
            raise self._failure from error
