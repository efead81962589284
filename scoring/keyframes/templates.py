# SPDX-License-Identifier: Apache-2.0
"""Costumes as they stand on the stage: pictures with alpha to look for in a frame."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.keyframes.picture import HEIGHT, WIDTH

__all__ = ["Costume", "Pose", "Template", "draw_costume"]

Floats = NDArray[np.float32]

_FEWEST = 12
"""Opaque pixels of a template; fewer can be anywhere."""
_SAMPLE = 400
"""Opaque pixels of a template that are compared closely, evenly drawn."""
_OPAQUE = 0.9


@dataclass(frozen=True, slots=True)
class Costume:
    """A costume of a sprite, as a reference picture has it."""

    name: str
    png: bytes
    centre: tuple[float, float]
    """Of rotation, in pixels from the left and the top of the picture."""
    scale: float
    """Pixels of the picture a stage unit at size 100."""


class Pose(NamedTuple):
    """How large and how turned a sprite is."""

    size: float
    """Per cent."""
    direction: float
    """Degrees; 90 is as the costume was drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A costume in stage pixels."""

    costume: bytes
    """Its file: costumes of other names, or other sprites, can look the same."""
    alpha: Floats
    """0 to 1, shape (height, width)."""
    colour: Floats
    """0 to 255, times alpha; shape (height, width, 3)."""
    centre: tuple[float, float]
    """Of rotation, in stage pixels from the left and the top."""
    opaque: int = field(init=False)
    """Number of opaque pixels."""
    rows: NDArray[np.int64] = field(init=False)
    """Of some of them."""
    columns: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        rows, columns = np.nonzero(self.alpha > _OPAQUE)
        object.__setattr__(self, "opaque", len(rows))
        chosen = np.unique(np.linspace(0, len(rows) - 1, min(_SAMPLE, len(rows))).astype(int))
        object.__setattr__(self, "rows", rows[chosen])
        object.__setattr__(self, "columns", columns[chosen])


def draw_costume(costume: Costume, pose: Pose) -> Iterator[Template]:
    """Yield a costume in a pose, once for each way in which sprites turn that looks otherwise.

    Sprites turn all around, or only left and right, or not at all; a state says which only where
    the project can change it. What is larger than the stage, or has too few opaque pixels to be
    told from anything, is left out.
    """
    factor = pose.size / 100 / costume.scale
    with Image.open(io.BytesIO(costume.png)) as file:
        picture = file.convert("RGBA").convert("RGBa")
    width, height = round(picture.width * factor), round(picture.height * factor)
    if not (0 < width <= WIDTH and 0 < height <= HEIGHT):
        return
    across, down = width / picture.width, height / picture.height
    drawn = picture.resize((width, height), Image.Resampling.BILINEAR)
    centre = (costume.centre[0] * across, costume.centre[1] * down)
    for made, at in _turned(drawn, centre, pose.direction):
        values = np.asarray(made, dtype=np.float32)
        alpha = values[..., 3] / np.float32(255)
        if (
            made.width <= WIDTH
            and made.height <= HEIGHT
            and int((alpha > _OPAQUE).sum()) >= _FEWEST
        ):
            yield Template(costume.png, alpha, np.ascontiguousarray(values[..., :3]), at)


def _turned(
    picture: Image.Image, centre: tuple[float, float], direction: float
) -> Iterator[tuple[Image.Image, tuple[float, float]]]:
    yield picture, centre  # not turned, and facing right
    if direction < 0:
        flipped = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        yield flipped, (picture.width - centre[0], centre[1])
    if abs(direction - 90) > 0.5:
        yield _rotated(picture, centre, math.radians(direction - 90))


def _rotated(
    picture: Image.Image, centre: tuple[float, float], angle: float
) -> tuple[Image.Image, tuple[float, float]]:
    """Turn a picture clockwise about its centre of rotation."""
    cos, sin = math.cos(angle), math.sin(angle)
    x0, y0 = centre
    corners = [
        (cos * (x - x0) - sin * (y - y0), sin * (x - x0) + cos * (y - y0))
        for x in (0, picture.width)
        for y in (0, picture.height)
    ]
    left, top = math.floor(min(x for x, _ in corners)), math.floor(min(y for _, y in corners))
    right, bottom = math.ceil(max(x for x, _ in corners)), math.ceil(max(y for _, y in corners))
    # from a pixel of the result back to one of the picture
    back = (
        *(cos, sin, cos * left + sin * top + x0),
        *(-sin, cos, -sin * left + cos * top + y0),
    )
    size = (max(1, right - left), max(1, bottom - top))
    turned = picture.transform(size, Image.Transform.AFFINE, back, Image.Resampling.BILINEAR)
    return turned, (-left, -top)
