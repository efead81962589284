# SPDX-License-Identifier: Apache-2.0
"""Writes the names of sprites onto a frame."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from PIL import Image, ImageDraw, ImageFont

from scratchworld.world import Value, split_path

__all__ = ["label_sprites"]

_SIZE = 12
_LONGEST = 24


def label_sprites(png: bytes, state: Mapping[str, Value]) -> bytes:
    """Return a frame with the name of each visible sprite and clone at its place, as PNG.

    ``state`` is the state that the frame shows. A clone has its number behind the sprite's name.
    Names are in the one font that comes with Pillow; characters that it lacks are boxes.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    width, height = picture.size
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(_SIZE)
    for name, x, y in _shown(state):
        left, top, right, bottom = pen.textbbox((0, 0), name, font=font)
        # inside the frame, wherever the sprite is
        across = min(max(width / 2 + x - right / 2, 1), width - right - 2)
        down = min(max(height / 2 - y - bottom / 2, 1), height - bottom - 2)
        box = (across + left - 1, down + top - 1, across + right + 1, down + bottom + 1)
        pen.rectangle(box, fill="white", outline="black")
        pen.text((across, down), name, fill="black", font=font)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _shown(state: Mapping[str, Value]) -> Iterator[tuple[str, float, float]]:
    """Yield name and position, in stage pixels, of what is visible."""
    for path, value in state.items():
        kind, *owner, last = split_path(path)
        if (kind, len(owner)) not in (("sprite", 1), ("clone", 2)):
            continue
        if last != "visible" or value is not True:
            continue
        base = path.rpartition("/")[0]
        x, y = state.get(f"{base}/x"), state.get(f"{base}/y")
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            yield _printable(" ".join(owner)), float(x), float(y)


def _printable(name: str) -> str:
    return "".join(each if each.isprintable() else "\ufffd" for each in name)[:_LONGEST]
