# SPDX-License-Identifier: Apache-2.0
"""The checks of one project file, cheap ones first; the first that rejects gives the verdict."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corpus_filters.behaviour import check_budget, check_change, check_replay, check_termination
from corpus_filters.fingerprint import Fingerprint, fingerprint
from corpus_filters.kinds import guess_kind
from corpus_filters.pictures import frame_words, picture_words
from corpus_filters.poking import PATIENCE, SEED, poke
from corpus_filters.project import Project, normalise
from corpus_filters.static import check_calendar, check_network, check_scripts
from corpus_filters.storage import Location, read_source
from corpus_filters.structure import skeleton
from corpus_filters.verdict import KEPT, Verdict
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner import VmRunner

__all__ = ["Examined", "confirm", "examine", "judge"]


@dataclass(slots=True)
class Examined:
    """What the first process found out about a project."""

    verdict: Verdict = KEPT
    kind: str = ""
    """Guess of the kind; empty if the project did not load."""
    blocks: int | None = None
    fingerprint: Fingerprint | None = None
    """``None`` when the project is rejected."""
    skeleton: str = ""
    """Hash of the opcodes alone, see :func:`corpus_filters.structure.skeleton`."""
    episode: Episode | None = None
    """What is still to be replayed in another process; ``None`` when nothing is."""
    digest: str = ""
    """Of the trace of the episode."""

    def to_json(self) -> dict[str, Any]:
        """Return what holds once nothing is left to be replayed, as plain JSON."""
        return {
            "reason": self.verdict.reason,
            "detail": self.verdict.detail,
            "kind": self.kind,
            "blocks": self.blocks,
            "fingerprint": self.fingerprint and self.fingerprint.to_json(),
            "skeleton": self.skeleton,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Examined:
        """Return what :meth:`to_json` gave."""
        return cls(
            verdict=Verdict(stored["reason"], stored["detail"]),
            kind=stored["kind"],
            blocks=stored["blocks"],
            fingerprint=stored["fingerprint"] and Fingerprint.from_json(stored["fingerprint"]),
            skeleton=stored["skeleton"],
        )


def judge(source: Location | bytes, first: VmRunner, second: VmRunner) -> Verdict:
    """Return the verdict on one project file, near-duplicates apart.

    ``first`` and ``second`` are two VM processes, so that no verdict rests on one alone.

    Raises:
        BridgeError: when a VM process cannot be started.
    """
    return confirm(examine(source, first), source, second)


def examine(source: Location | bytes, runner: VmRunner) -> Examined:
    """Apply all checks that one process can do.

    Raises:
        BridgeError: when the VM process cannot be started.
    """
    examined = _examine(source, runner)
    if examined.verdict.reason == "vm_crashed":
        # the machine may have been short of memory; a project's own fault shows again
        examined = _examine(source, runner)
    return examined


def confirm(examined: Examined, source: Location | bytes, runner: VmRunner) -> Verdict:
    """Replay in another process what ``examine`` kept, and return the verdict.

    Raises:
        BridgeError: when the VM process cannot be started.
    """
    if examined.episode is None:
        return examined.verdict
    verdict = _confirm(examined.episode, examined.digest, source, runner)
    if verdict.reason == "vm_crashed":
        verdict = _confirm(examined.episode, examined.digest, source, runner)
    return verdict


def _examine(source: Location | bytes, runner: VmRunner) -> Examined:
    examined = Examined()
    try:
        _fill(examined, read_source(source), runner)
    except ProjectError as error:
        return Examined(Verdict.of(error), examined.kind, examined.blocks)
    return examined


def _fill(examined: Examined, data: bytes, runner: VmRunner) -> None:
    session = runner.load(data)
    initial, monitors = session.start(SEED)
    project = normalise(session.program, initial)
    examined.blocks = project.block_count
    examined.kind = guess_kind(project)
    _check(project)
    frame = session.frame()
    episode = poke(project)
    # one call a step: the time limit is then for a step
    results = [result for step in episode.steps for result in session.run([step])]
    check_termination(project, Trace(initial, monitors, tuple(results)))
    waited = 0
    while waited < len(PATIENCE) and not any(result.delta for result in results):
        results += session.run(PATIENCE[waited : waited + 1])
        waited += 1
    episode = Episode.of([*episode.steps, *PATIENCE[:waited]], episode.seed)
    trace = Trace(initial, monitors, tuple(results))
    check_change(trace)
    check_budget(runner, data, episode, trace)
    words = [*picture_words(data), *frame_words(frame)]
    examined.fingerprint = fingerprint(project, words, hashlib.sha256(data).hexdigest())
    examined.skeleton = skeleton(project)
    examined.digest = trace.digest()
    examined.episode = episode


def _check(project: Project) -> None:
    check_scripts(project)
    check_network(project)
    check_calendar(project)


def _confirm(episode: Episode, digest: str, source: Location | bytes, runner: VmRunner) -> Verdict:
    try:
        check_replay(runner, read_source(source), episode, digest)
    except ProjectError as error:
        return Verdict.of(error)
    return KEPT
