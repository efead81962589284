# SPDX-License-Identifier: Apache-2.0
"""Checks one project: ours against Chromium, and Chromium against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scratchworld.errors import BridgeError, ProjectError
from scratchworld.world import Step
from vm_runner.browser.frames import differing_share
from vm_runner.browser.page import ChromiumPage
from vm_runner.browser.projects import Traits, read_traits
from vm_runner.browser.states import Difference, Run, first_difference, record
from vm_runner.project_file import read_project
from vm_runner.runner import VmRunner

__all__ = ["VERDICTS", "FrameCheck", "ProjectCheck", "check_project", "moments"]

AGREES = "agrees"
CHROMIUM_DIFFERS = "Chromium differs from itself"
OURS_DIFFERS = "ours alone differs"
REFUSED = "refused by ours"
FAILED = "Chromium failed"

VERDICTS = (AGREES, CHROMIUM_DIFFERS, OURS_DIFFERS, REFUSED, FAILED)
"""What a check of a project can find."""


@dataclass(frozen=True, slots=True)
class FrameCheck:
    """The frames after a number of ticks, held against each other."""

    tick: int
    ours: float
    """Share of pixels, 0 to 1, that differ between ours and the reference configuration."""
    chromium: float | None
    """The largest such share between the reference and another configuration."""


@dataclass(frozen=True, slots=True)
class ProjectCheck:
    """What the check of a project has found."""

    name: str
    traits: Traits
    reason: str = ""
    """Why ours refuses the project, a word of ``docs/reasons.md``; empty: it does not."""
    failure: str = ""
    """How Chromium failed on it."""
    ours: Difference | None = None
    """Where ours parts from the reference configuration; the values are ours, then its."""
    chromium: Difference | None = None
    """Where the reference first parts from another configuration, its values first."""
    ours_as: str = ""
    """A configuration of Chromium whose states are ours at every tick."""
    frames: tuple[FrameCheck, ...] = ()
    """As long as the states agree: frames of different states say nothing of the renderer."""
    cut: int = 0
    """Ticks of ours that a work budget ended early."""

    @property
    def verdict(self) -> str:
        """One of :data:`VERDICTS`."""
        if self.reason:
            return REFUSED
        if self.failure:
            return FAILED
        if self.ours is None:
            return AGREES
        own = self.chromium is not None and self.chromium.tick <= self.ours.tick
        return CHROMIUM_DIFFERS if own or self.ours_as else OURS_DIFFERS

    @property
    def worst(self) -> float:
        """The largest share of different pixels in a frame of ours; 0 without frames."""
        return max((frame.ours for frame in self.frames), default=0.0)


def moments(ticks: int) -> tuple[int, ...]:
    """Return the ticks after which frames are taken: the first, a third, two thirds, the last."""
    return tuple(sorted({1, max(1, ticks // 3), max(1, 2 * ticks // 3), ticks}))


def check_project(
    name: str,
    project: Path | bytes,
    steps: Sequence[Step],
    seed: int,
    *,
    runner: VmRunner,
    pages: Sequence[ChromiumPage],
) -> tuple[ProjectCheck, dict[str, Run]]:
    """Run a project in ours and in each page; the first page is the reference.

    Return what was found, and the runs by the name of their configuration; ours is ``""``.
    """
    check = ProjectCheck(name, Traits("", 0))
    at = moments(len(steps))
    try:
        data = read_project(project)
        check = replace(check, traits=read_traits(data))
        runs = {"": record(runner.load(data), steps, seed, at)}
    except ProjectError as error:
        return replace(check, reason=error.reason), {}
    try:
        for page in pages:
            page.load(data)
            runs[page.configuration.name] = record(page, steps, seed, at)
    except BridgeError as error:
        return replace(check, failure=str(error)), {}
    return _compare(check, runs), runs


def _compare(check: ProjectCheck, runs: Mapping[str, Run]) -> ProjectCheck:
    ours = runs[""]
    reference, *others = [run for name, run in runs.items() if name]
    parted = [d for run in others if (d := first_difference(reference.states, run.states))]
    chromium = min(parted, key=lambda difference: difference.tick, default=None)
    difference = first_difference(ours.states, reference.states)
    ends = [d.tick for d in (chromium, difference) if d is not None]
    return replace(
        check,
        ours=difference,
        chromium=chromium,
        ours_as=next(
            (name for name, run in runs.items() if name and run.states == ours.states), ""
        ),
        frames=_frames(ours, reference, others, before=min(ends, default=len(ours.states))),
        cut=ours.cut,
    )


def _frames(
    ours: Run, reference: Run, others: Sequence[Run], before: int
) -> tuple[FrameCheck, ...]:
    return tuple(
        FrameCheck(
            tick,
            differing_share(ours.frames[tick], frame),
            max((differing_share(frame, run.frames[tick]) for run in others), default=None),
        )
        for tick, frame in reference.frames.items()
        if tick < before
    )
