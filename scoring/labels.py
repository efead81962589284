# SPDX-License-Identifier: Apache-2.0
"""Writes the names of sprites onto a frame."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from scratchworld.errors import InputError
from scratchworld.world import Value, split_path

__all__ = ["label_sprites"]

_SIZE = 12
_LONGEST = 24
_LAST_LATIN = 0xFF


def label_sprites(png: bytes, state: Mapping[str, Value]) -> bytes:
    """Return a frame with the name of each visible sprite and clone at its place, as PNG.

    ``state`` is the state that the frame shows. A clone has its number behind the sprite's name.
    Names in Latin letters are in the font that comes with Pillow, others in DejaVu Sans, which
    comes with matplotlib and knows most alphabets; characters that it lacks are boxes.

    Raises:
        InputError: when matplotlib is needed and missing.
    """
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    width, height = picture.size
    pen = ImageDraw.Draw(picture)
    shown = list(_shown(state))
    font = _font("".join(name for name, _, _ in shown))
    for name, x, y in shown:
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


def _font(text: str) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if all(ord(letter) <= _LAST_LATIN for letter in text):
        return ImageFont.load_default(_SIZE)
    try:
        import matplotlib
    except ImportError:
        raise InputError(
            "names in other than Latin letters need a font that comes with matplotlib: "
            "pip install 'scratchworld[report]'"
        ) from None
    file = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return ImageFont.truetype(file, _SIZE)


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
    return "".join(each if each.isprintable() else "?" for each in name)[:_LONGEST]
