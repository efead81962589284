# SPDX-License-Identifier: Apache-2.0
"""Key frames instances with their pictures, one instance at a time."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial

from scoring.keyframes import Costume, Picture, Pose, Sprite, Stance, Wanted, read_picture
from scratchworld.release import Pictures, Release
from scratchworld.world import Instance, KeyframesInstance, State, join_path

__all__ = ["ShownKeyframes", "as_url", "with_pictures"]

_TICKS_A_SECOND = 30
_MOST_SPRITES = 12
_MOST_COSTUMES = 8


@dataclass(frozen=True, slots=True)
class ShownKeyframes(KeyframesInstance):
    """A key frames instance and the files of its pictures, all PNG."""

    first: bytes
    """The frame of the input state."""
    shown: tuple[bytes, ...]
    """That of each of ``references``."""
    truth: tuple[bytes, ...]
    """Label: the frame of each moment; none where targets are withheld."""

    def known(self) -> dict[int, bytes]:
        """Return the frames of moments that the instance shows, by the moment's number."""
        pairs = zip(self.references, self.shown, strict=True)
        last = len(self.moments) - 1
        goals = [file for reference, file in pairs if reference.kind == "goal"]
        return {last: goals[0]} if goals else {}

    def wanted(self) -> Wanted:
        """Return what adapters may know; nothing of the label."""
        ends = self.moments
        return Wanted(
            number=len(ends),
            shares=tuple(end / self.horizon for end in ends),
            seconds=tuple(end * self.ticks / _TICKS_A_SECOND for end in ends),
            requests=self.requests,
            first=read_picture(self.first),
            known={at: read_picture(file) for at, file in self.known().items()},
        )

    def true_frames(self) -> tuple[Picture, ...]:
        """Return the true frames as arrays."""
        return tuple(map(read_picture, self.truth))

    def sprites(self) -> tuple[Sprite, ...]:
        """Return the sprites that are seen at some moment and whose costumes are known.

        At most twelve, those that change before those that stay, with eight costumes each, those
        that they wear before others; else in the order of the references.
        """
        costumes: dict[str, list[Costume]] = {}
        for reference, file in zip(self.references, self.shown, strict=True):
            if reference.kind == "costume":
                x, y = reference.centre
                costume = Costume(reference.costume, file, (x, y), reference.scale)
                costumes.setdefault(reference.sprite, []).append(costume)
        states = (self.state, *self.key_states())
        found: list[tuple[bool, Sprite]] = []
        for name, known in costumes.items():
            stances = [*map(partial(_stance, name), states)]
            there = [stance for stance in stances if stance is not None]
            if len(there) == len(states) and any(stance.visible for stance in there):
                worn = {stance.costume for stance in there}
                known.sort(key=lambda one: one.name not in worn)
                sprite = Sprite(tuple(known[:_MOST_COSTUMES]), there[0], tuple(there[1:]))
                found.append((len(set(there)) == 1, sprite))
        found.sort(key=lambda one: one[0])
        return tuple(sprite for _, sprite in found[:_MOST_SPRITES])


def _stance(name: str, state: State) -> Stance | None:
    """What a state says of a sprite; ``None`` when it does not tell, as of the stage."""
    x, y, size, direction = (
        state.get(join_path("sprite", name, field)) for field in ("x", "y", "size", "direction")
    )
    costume = state.get(join_path("sprite", name, "costume"))
    visible = state.get(join_path("sprite", name, "visible"))
    numbers = [value for value in (x, y, size, direction) if isinstance(value, (int, float))]
    if len(numbers) < 4 or not isinstance(costume, str):
        return None
    x, y, size, direction = map(float, numbers)
    return Stance(x, y, Pose(size, direction), costume, visible is True)


def with_pictures(release: Release, instances: Iterable[Instance]) -> Iterator[Instance]:
    """Yield instances of a release, those of key frames with their pictures.

    Raises:
        ReleaseError: when the release has no pictures of them, or a file of it is damaged.
    """
    pictures = Pictures(release)
    for instance in instances:
        if not isinstance(instance, KeyframesInstance):
            yield instance
            continue
        name = instance.instance_id
        values = {each.name: getattr(instance, each.name) for each in fields(KeyframesInstance)}
        yield ShownKeyframes(
            **values,
            first=pictures.screenshot(name),
            shown=pictures.references(name),
            truth=() if release.withheld else pictures.key_frames(name),
        )


def as_url(png: bytes) -> str:
    """Return a PNG file as a ``data:`` URL."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")
