# SPDX-License-Identifier: Apache-2.0
"""Checks the labels and the pictures of key frames instances against another run."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence

from generators.keyframes.costumes import first_moment
from generators.keyframes.drawing import differing_pixels, draw_steps
from generators.keyframes.hints import hints_of
from generators.keyframes.requests import requests_of
from scratchworld.release import Pictures, Release
from scratchworld.world import STAGE_OWNER, KeyframesInstance, Reference, Trace, diff
from vm_runner import Session, VmRunner

__all__ = ["KeyframeCheck"]


class KeyframeCheck:
    """Finds what another run of a release's key frames instances disagrees with.

    Pictures must be the same to the byte; where the release was made on another kind of processor,
    to the eye.
    """

    def __init__(self, release: Release) -> None:
        self._pictures = Pictures(release)
        self._exact = release.manifest.versions.get("machine") == platform.machine()
        self.pictures = 0
        """Frames and costumes that were drawn again."""

    def faults(
        self, instance: KeyframesInstance, trace: Trace, data: bytes, runner: VmRunner
    ) -> Iterator[str]:
        """Yield what is wrong with an instance; ``trace`` is of its episode or of a longer one.

        Raises:
            ProjectError: when the project, whose file is ``data``, fails.
            ReleaseError: when a table of pictures is damaged.
        """
        at = (0, *instance.moments)
        if len(at) not in (3, 5, 7) or sorted({*at}) != [*at] or at[-1] != instance.horizon:
            yield "its moments are not 2, 4 or 6 that rise to the end of its window"
            return
        steps = [instance.step + moment for moment in at]
        states = [trace.state(step) for step in steps]
        for number, state in enumerate(states[1:]):
            if [*instance.key_deltas[number : number + 1]] != [diff(states[0], state)]:
                yield f"another delta to moment {number}"
        asked = requests_of(instance.actions, instance.ticks, instance.moments, instance.goal)
        if instance.requests != asked:
            yield "its requests are not what its actions say"
        if instance.hints != hints_of(states, [trace.monitors_at(step) for step in steps]):
            yield "its hints are not what happens"
        moments = tuple(first_moment(each, states) for each in instance.references)
        if instance.reference_moments != moments:
            yield "a reference matters at another moment"
        try:
            session = runner.load(data, trace=False)
            yield from self._costume_faults(instance, session)
            yield from self._frame_faults(instance, steps, session)
        except KeyError as error:
            yield f"the release has no picture of it, {error}"

    def _frame_faults(
        self, instance: KeyframesInstance, steps: Sequence[int], session: Session
    ) -> Iterator[str]:
        frames = self._released(instance)
        if len(frames) != len(steps):
            yield "it has not a frame for each of its moments"
            return
        shown = [
            (instance.step + reference.ticks // instance.ticks, png)
            for reference, png in self._held(instance)
            if reference.kind != "costume"
        ]
        wanted = [*zip(steps, frames, strict=True), *shown]
        drawn = draw_steps(session, instance.episode(), {step for step, _ in wanted})
        for step, png in wanted:
            if not self._alike(png, drawn[step].png):
                yield f"another frame after step {step - instance.step}"

    def _costume_faults(self, instance: KeyframesInstance, session: Session) -> Iterator[str]:
        held = [pair for pair in self._held(instance) if pair[0].kind == "costume"]
        places = {
            (STAGE_OWNER if target["isStage"] else target["name"], name): (number, at)
            for number, target in enumerate(session.program)
            for at, name in enumerate(target["costumes"])
        }
        known = [pair for pair in held if (pair[0].sprite, pair[0].costume) in places]
        if len(known) < len(held):
            yield "a reference is of a costume that the project has not"
        drawn = session.costumes([places[each.sprite, each.costume] for each, _ in known])
        for (reference, png), costume in zip(known, drawn, strict=True):
            laid = (reference.centre, reference.scale) == (costume.centre, costume.scale)
            if not self._alike(png, costume.png) or not laid:
                yield f"another picture of {reference.name}"

    def _held(self, instance: KeyframesInstance) -> list[tuple[Reference, bytes]]:
        return [(each, self._pictures.reference(each.picture)) for each in instance.references]

    def _released(self, instance: KeyframesInstance) -> list[bytes]:
        """Return the frames that the release holds: of the input state and of the moments."""
        first = self._pictures.screenshot(instance.instance_id)
        return [first, *self._pictures.key_frames(instance.instance_id)]

    def _alike(self, released: bytes, drawn: bytes) -> bool:
        self.pictures += 1
        return released == drawn or (not self._exact and differing_pixels(released, drawn) == 0)
