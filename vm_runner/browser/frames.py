# SPDX-License-Identifier: Apache-2.0
"""Frames held against each other, pixel by pixel."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

__all__ = ["LEVELS", "differing_share", "write_side_by_side"]

LEVELS = 32
"""Pixels that differ by more than this in a channel, of 255 levels, count as different."""

_GAP = 8
_STRONGER = 4
"""Differences are shown this many times stronger than they are."""

Pixels = NDArray[np.int16]


def differing_share(one: bytes, other: bytes, levels: int = LEVELS) -> float:
    """Return the share, 0 to 1, of pixels of two PNGs that differ by more than ``levels``.

    Raises:
        ValueError: when the two are not of the same size.
    """
    return float((_differences(_pixels(one), _pixels(other)) > levels).mean())


def write_side_by_side(path: Path, theirs: bytes, ours: bytes) -> None:
    """Write one PNG: their frame, ours, and the difference, dark where they differ."""
    left, middle = _pixels(theirs), _pixels(ours)
    height, width, _ = left.shape
    dark = 255 - np.minimum(255, _STRONGER * _differences(left, middle))
    right = np.repeat(dark[:, :, np.newaxis], 3, axis=2)
    sheet = Image.new("RGB", (3 * width + 2 * _GAP, height), "white")
    for i, part in enumerate((left, middle, right)):
        sheet.paste(Image.fromarray(part.astype(np.uint8)), (i * (width + _GAP), 0))
    sheet.save(path, optimize=True)


def _pixels(png: bytes) -> Pixels:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), dtype=np.int16)


def _differences(one: Pixels, other: Pixels) -> Pixels:
    """Of each pixel, the largest difference in a channel, in levels."""
    if one.shape != other.shape:
        raise ValueError(f"frames of {one.shape[:2]} and {other.shape[:2]} rows and columns")
    largest: Pixels = np.abs(one - other).max(axis=2)
    return largest
