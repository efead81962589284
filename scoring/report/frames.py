# SPDX-License-Identifier: Apache-2.0
"""The frames that the instance browser shows: as many as a page can carry."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.evaluation import Selection
from scratchworld.release import Pictures, Release, Screenshot

__all__ = ["FRAME_BYTES", "Frames", "choose_frames"]

FRAME_BYTES = 16 * 2**20
"""PNG bytes that a page may hold; base64 makes a third more of them."""


@dataclass(frozen=True, slots=True)
class Frames:
    """Frames of some instances."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Of the frame of each instance that has one, by instance id."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """PNG files by name."""


def choose_frames(release: Release, selection: Selection, limit: int = FRAME_BYTES) -> Frames:
    """Return the frames of input states, where the release has any, up to ``limit`` bytes.

    If not all fit, the instances with the smallest ids have theirs: ids are hashes, so these are a
    sample of all. No more than ``limit`` and one frame are in memory at a time.

    Raises:
        ReleaseError: when a data file is damaged.
    """
    pictures = Pictures(release)
    if not pictures.has_screenshots:
        return Frames()
    return _smallest(pictures.screenshots(selection.task, selection.split), limit)


def _smallest(shots: Iterator[Screenshot], limit: int) -> Frames:
    files: dict[str, bytes] = {}
    uses: Counter[str] = Counter()
    held: list[tuple[str, str]] = []  # sorted
    total = 0
    bound: str | None = None
    for shot in shots:
        if bound is not None and shot.instance_id >= bound:
            continue
        insort(held, (shot.instance_id, shot.name))
        uses[shot.name] += 1
        if uses[shot.name] == 1:
            files[shot.name] = shot.png
            total += len(shot.png)
        while total > limit:
            bound, name = held.pop()
            uses[name] -= 1
            if uses[name] == 0:
                total -= len(files.pop(name))
    return Frames(dict(held), files)
