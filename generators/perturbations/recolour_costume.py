# SPDX-License-Identifier: Apache-2.0
"""Recolour costumes: every colour of every picture turns by one angle round the colour circle.

Shapes and transparency stay as they are, pixel by pixel. A program that asks whether colours touch
is not recoloured. JPEG and GIF pictures keep their colours.
"""

from __future__ import annotations

import colorsys
import hashlib
import io
import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
from PIL import Image, UnidentifiedImageError

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.literals import copied
from generators.rewriting import ProjectDocument, Translation

__all__ = ["RECOLOUR_COSTUME"]

_READS_COLOUR = frozenset({"sensing_touchingcolor", "sensing_coloristouchingcolor"})
_HEX = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![0-9a-fA-F])")
_RGB = re.compile(r"rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_GREY = 0.08
"""Saturation below which a colour counts as grey; of greys the brightness is turned round."""
_MOST_PIXELS = 4_000_000


def recolour_costume(document: ProjectDocument, rng: random.Random) -> Changed:
    """Turn the colours of all pictures."""
    if any(block["opcode"] in _READS_COLOUR for _, _, block in document.blocks()):
        raise NotPerturbed("reads_colour")
    turn = rng.uniform(0.25, 0.75)
    changed = copied(document)
    assets = dict(document.assets)
    made: dict[str, str] = {}
    for target in changed.targets:
        for costume in target["costumes"]:
            _recolour(costume, assets, made, turn)
    if not any(old != new for old, new in made.items()):
        raise NotPerturbed("nothing_to_change")
    used = {name.rpartition("/")[2] for name in made.values()}
    kept = {
        name: data
        for name, data in assets.items()
        if name not in made or made[name] == name or name.rpartition("/")[2] in used
    }
    changed = replace(changed, assets=kept)
    return Changed(changed, Translation.between(document, changed))


def _recolour(
    costume: dict[str, Any], assets: dict[str, bytes], made: dict[str, str], turn: float
) -> None:
    file = costume.get("md5ext") or f"{costume['assetId']}.{costume['dataFormat']}"
    name = next((name for name in sorted(assets) if name.rpartition("/")[2] == file), None)
    if name is None:  # one of Scratch's own pictures
        return
    if name not in made:
        data = _turned(assets[name], costume["dataFormat"].lower(), turn)
        digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
        folder, _, _ = name.rpartition(file)
        made[name] = name if data == assets[name] else f"{folder}{digest}.{file.split('.')[-1]}"
        assets[made[name]] = data
    if made[name] != name:
        new = made[name].rpartition("/")[2]
        costume["assetId"], costume["md5ext"] = new.split(".")[0], new


def _turned(data: bytes, kind: str, turn: float) -> bytes:
    if kind == "svg":
        text = data.decode("utf-8", errors="surrogateescape")
        text = _HEX.sub(lambda found: _hex(found[0], turn), text)
        text = _RGB.sub(lambda found: _rgb(found, turn), text)
        return text.encode("utf-8", errors="surrogateescape")
    if kind == "png":
        return _png(data, turn)
    return data


def _hex(text: str, turn: float) -> str:
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return "#{:02x}{:02x}{:02x}".format(*_colour(red, green, blue, turn))


def _rgb(found: re.Match[str], turn: float) -> str:
    red, green, blue = (min(255, int(found[n])) for n in (1, 2, 3))
    return "rgb({},{},{})".format(*_colour(red, green, blue, turn))


def _colour(red: int, green: int, blue: int, turn: float) -> tuple[int, int, int]:
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    if saturation < _GREY:
        grey = round(255 * (1 - value))
        return grey, grey, grey
    turned = colorsys.hsv_to_rgb((hue + turn) % 1, saturation, value)
    return round(255 * turned[0]), round(255 * turned[1]), round(255 * turned[2])


def _png(data: bytes, turn: float) -> bytes:
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > _MOST_PIXELS:
                return data
            pixels = np.asarray(image.convert("RGBA")).copy()
    except (OSError, UnidentifiedImageError, ValueError, SyntaxError, Image.DecompressionBombError):
        return data
    colours, which = np.unique(pixels[..., :3].reshape(-1, 3), axis=0, return_inverse=True)
    # turning a channel into another is exact, and keeps what is transparent as it is
    shifted = np.roll(colours, 1 if turn < 0.5 else 2, axis=1)
    spread = colours.max(axis=1).astype(int) - colours.min(axis=1)
    shifted = np.where((spread < _GREY * 255)[:, None], 255 - colours, shifted)
    pixels[..., :3] = shifted[which.reshape(-1)].reshape(pixels[..., :3].shape)
    out = io.BytesIO()
    Image.fromarray(pixels, "RGBA").save(out, "PNG", compress_level=6)
    return out.getvalue()


RECOLOUR_COSTUME = Perturbation("recolour_costume", True, recolour_costume)
