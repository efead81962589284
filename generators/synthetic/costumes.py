# SPDX-License-Identifier: Apache-2.0
"""Vector costumes of our own: a few plain shapes as tiny SVG files."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass

__all__ = ["COLOURS", "SHAPES", "Costume", "backdrop_svg"]

COLOURS = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008080", "#9a6324", "#808000")
SHAPES = ("square", "circle", "triangle", "diamond", "star", "arrow")
SPRITE_SIZE = 40
"""Width and height of a sprite's costume in stage pixels."""


@dataclass(frozen=True, slots=True)
class Costume:
    """A named picture."""

    name: str
    svg: bytes
    centre: tuple[float, float]
    """Rotation centre from the top left corner, in stage pixels."""

    @classmethod
    def of(cls, name: str, shape: str, colour: str) -> Costume:
        """A sprite's costume: one shape of 40 x 40 pixels."""
        half = SPRITE_SIZE / 2
        return cls(name, _svg(SPRITE_SIZE, SPRITE_SIZE, _shape(shape, colour)), (half, half))

    @property
    def asset_id(self) -> str:
        """MD5 of the file, by which a project names its assets."""
        return hashlib.md5(self.svg, usedforsecurity=False).hexdigest()


def backdrop_svg(name: str, colour: str) -> Costume:
    """A backdrop of one pale colour."""
    body = f'<rect width="480" height="360" fill="{colour}" fill-opacity="0.2"/>'
    return Costume(name, _svg(480, 360, body), (240, 180))


def _svg(width: int, height: int, body: str) -> bytes:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'.encode()


def _shape(shape: str, colour: str) -> str:
    if shape == "square":
        return f'<rect width="40" height="40" fill="{colour}"/>'
    if shape == "circle":
        return f'<circle cx="20" cy="20" r="20" fill="{colour}"/>'
    points = {
        "triangle": "0,40 20,0 40,40",
        "diamond": "20,0 40,20 20,40 0,20",
        "arrow": "0,10 20,10 20,0 40,20 20,40 20,30 0,30",
        "star": _star(),
    }[shape]
    return f'<polygon points="{points}" fill="{colour}"/>'


def _star() -> str:
    corners = []
    for k in range(10):
        radius = 8 if k % 2 else 20
        angle = math.radians(36 * k - 90)
        corners.append(f"{20 + radius * math.cos(angle):.1f},{20 + radius * math.sin(angle):.1f}")
    return " ".join(corners)
