# SPDX-License-Identifier: Apache-2.0
"""What the sprites do in a frame, read from its pixels by looking for their known costumes.

A reading is only worth something where it can be trusted. So the reader is first tried on true
frames, whose states are known: a sprite counts at a moment when the first frame and the true frame
of that moment are both read as their states are. Where it is hidden behind another, altered by a
graphic effect or too plain to be found, it is left out, for every model alike. What is compared are
readings of frames, the predicted one with the true one; so the true frames are read as exactly
right, and the first frame again claims nothing.

Size and direction are told, not read: those of the first and of the true state are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

import numpy as np

from scoring.keyframes.colour import CLOSE, differs
from scoring.keyframes.finding import Found, Scene, Sought, find, look_at
from scoring.keyframes.picture import HEIGHT, WIDTH, Picture
from scoring.keyframes.templates import Costume, Pose, draw_costume

__all__ = ["NEAR", "ObjectCounts", "Sprite", "Stance", "count_objects"]

NEAR = 3.0
"""Stage units by which a coordinate may be off."""
MILLI = 1000


class Stance(NamedTuple):
    """What a state says of a sprite."""

    x: float
    y: float
    pose: Pose
    costume: str
    visible: bool


@dataclass(frozen=True, slots=True)
class Sprite:
    """A sprite with its known costumes, and its executed stances."""

    costumes: tuple[Costume, ...]
    first: Stance
    later: tuple[Stance, ...]
    """One a moment."""


class ObjectCounts(NamedTuple):
    """Sums over sprites and moments."""

    sprites: int = 0
    """Sprites, times moments."""
    read: int = 0
    """Those at moments where the reader can be trusted."""
    claimed: int = 0
    """|P|: x, y, costume and visibility that the predicted frame has otherwise than the first."""
    changed: int = 0
    """|G|: those that the true frame has otherwise."""
    right: int = 0
    """Those of both that are as in the true frame."""
    visible_right: int = 0
    """Read sprites that are seen exactly where the true frame shows them."""
    shown: int = 0
    """Read sprites that the true frame shows."""
    costume_right: int = 0
    """Those of them that have the right costume."""
    placed: int = 0
    """Those of them that are seen."""
    distance: int = 0
    """Of these from their true places, in thousandths of a stage unit."""

    def plus(self, other: ObjectCounts) -> ObjectCounts:
        """Return the sums of both."""
        return ObjectCounts(*map(sum, zip(self, other, strict=True)))


class Reading(NamedTuple):
    """A sprite as it is seen."""

    x: float
    y: float
    costume: bytes
    """Its file."""
    place: tuple[slice, slice]
    """Rows and columns of the frame that it covers."""


def count_objects(
    first: Picture,
    truth: Sequence[Picture | None],
    predicted: Sequence[Picture],
    sprites: Sequence[Sprite],
) -> ObjectCounts:
    """Compare the sprites of predicted frames with those of true ones; ``None`` is left out."""
    scenes = _Scenes()
    held = [first, *(frame for frame in truth if frame is not None)]
    # one array for frames that are equal, so that each is searched once
    seen = [next((one for one in held if np.array_equal(one, said)), said) for said in predicted]
    counts = [
        _count(_Reader(sprite, first, at, scenes), true, said)
        for sprite in sprites
        for at, (true, said) in enumerate(zip(truth, seen, strict=True))
        if true is not None
    ]
    return reduce(ObjectCounts.plus, counts, ObjectCounts())


def _count(reader: _Reader, true: Picture, said: Picture) -> ObjectCounts:
    if not reader.trusts(true):
        return ObjectCounts(sprites=1)
    base, gold, seen = reader.base, reader.read(true), reader.read(said)
    claims, changes = {*_changes(base, seen)}, {*_changes(base, gold)}
    counts = ObjectCounts(
        sprites=1,
        read=1,
        claimed=len(claims),
        changed=len(changes),
        right=sum(_agree(name, seen, gold) for name in claims & changes),
        visible_right=int((seen is None) == (gold is None)),
    )
    if gold is None:
        return counts
    counts = counts._replace(shown=1)
    if seen is None:
        return counts
    distance = np.hypot(seen.x - gold.x, seen.y - gold.y)
    return counts._replace(
        costume_right=int(seen.costume == gold.costume),
        placed=1,
        distance=round(float(distance) * MILLI),
    )


def _changes(base: Reading | None, seen: Reading | None) -> Iterator[str]:
    """Name what a reading has otherwise than that of the first frame.

    A sprite that was not there has come with a place and a costume of its own.
    """
    if (base is None) != (seen is None):
        yield "visible"
    if seen is not None:
        yield from (
            name for name in ("x", "y", "costume") if base is None or not _agree(name, seen, base)
        )


def _agree(name: str, one: Reading | None, other: Reading | None) -> bool:
    if name == "visible" or one is None or other is None:
        return (one is None) == (other is None)
    if name == "costume":
        return one.costume == other.costume
    return bool(abs(getattr(one, name) - getattr(other, name)) <= NEAR)


class _Scenes:
    """Prepared frames of one instance, and templates; each is made and searched once."""

    def __init__(self) -> None:
        self._frames: dict[int, Scene] = {}
        self._sought: dict[tuple[bytes, Pose], list[Sought]] = {}
        self._found: dict[tuple[int, bytes, Pose], list[Found]] = {}

    def find(self, picture: Picture, costume: Costume, pose: Pose) -> list[Found]:
        key = (id(picture), costume.png, pose)
        if key not in self._found:
            scene = self._frame(picture)
            self._found[key] = [find(scene, one) for one in self._ready(costume, pose)]
        return self._found[key]

    def look_at(
        self, picture: Picture, costume: Costume, pose: Pose, x: float, y: float
    ) -> list[Found]:
        scene = self._frame(picture)
        return [look_at(scene, one.template, x, y) for one in self._ready(costume, pose)]

    def _frame(self, picture: Picture) -> Scene:
        # the pictures of an instance are held while it is compared, so their ids stay
        if id(picture) not in self._frames:
            self._frames[id(picture)] = Scene(picture)
        return self._frames[id(picture)]

    def _ready(self, costume: Costume, pose: Pose) -> list[Sought]:
        key = (costume.png, pose)
        if key not in self._sought:
            self._sought[key] = [Sought.of(one) for one in draw_costume(costume, pose)]
        return self._sought[key]


class _Reader:
    """Reads one sprite in frames of one moment."""

    def __init__(self, sprite: Sprite, first: Picture, moment: int, scenes: _Scenes) -> None:
        self._sprite, self._first, self._scenes = sprite, first, scenes
        self._stance = sprite.later[moment]
        self._files = {one.name: one.png for one in sprite.costumes}
        self._poses = tuple(dict.fromkeys((sprite.first.pose, self._stance.pose)))
        self.base: Reading | None = None
        """Of the first frame."""
        self._sound = self._read_first()

    def trusts(self, true: Picture) -> bool:
        """Whether the first frame and the true one are read as they are known to be."""
        return self._sound and self._is(self.read(true), self._stance)

    def read(self, picture: Picture) -> Reading | None:
        """Read a frame; a sprite whose place looks as in the first frame is still there."""
        if picture is self._first:
            return self.base
        if self.base is not None and not self._differs_in(self.base.place, picture):
            return self.base
        return self._search(picture)

    def _search(self, picture: Picture) -> Reading | None:
        return self._best(
            found
            for costume, pose in self._candidates()
            for found in self._scenes.find(picture, costume, pose)
        )

    def _read_first(self) -> bool:
        stance = self._sprite.first
        if stance.visible:
            self.base = self._best(
                found
                for costume, pose in self._candidates()
                for found in self._scenes.look_at(self._first, costume, pose, stance.x, stance.y)
            )
        else:
            self.base = self._search(self._first)
        return self._is(self.base, stance)

    def _candidates(self) -> Iterator[tuple[Costume, Pose]]:
        for costume in self._sprite.costumes:
            for pose in self._poses:
                yield costume, pose

    def _best(self, found: Iterator[Found]) -> Reading | None:
        best = max(found, key=lambda one: (one.evidence, one.nearness), default=None)
        if best is None or best.evidence <= 0:
            return None
        return Reading(best.x, best.y, best.template.costume, _place(best))

    def _is(self, reading: Reading | None, stance: Stance) -> bool:
        if reading is None or not stance.visible:
            return reading is None and not stance.visible
        near = abs(reading.x - stance.x) <= NEAR and abs(reading.y - stance.y) <= NEAR
        return near and reading.costume == self._files.get(stance.costume)

    def _differs_in(self, place: tuple[slice, slice], picture: Picture) -> bool:
        return bool(differs(self._first[place], picture[place], CLOSE).any())


def _place(found: Found) -> tuple[slice, slice]:
    template = found.template
    top = round(HEIGHT / 2 - found.y - template.centre[1])
    left = round(WIDTH / 2 + found.x - template.centre[0])
    height, width = template.alpha.shape
    return slice(max(0, top), max(0, top + height)), slice(max(0, left), max(0, left + width))
