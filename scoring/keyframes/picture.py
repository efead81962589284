# SPDX-License-Identifier: Apache-2.0
"""Pictures as arrays: read from files that nobody vouches for, brought to the stage's size."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scratchworld.errors import InputError

__all__ = [
    "HEIGHT",
    "MOST_BYTES",
    "MOST_SIDE",
    "WIDTH",
    "Picture",
    "fit_to_stage",
    "read_picture",
    "write_png",
]

Picture = NDArray[np.uint8]
"""Red, green and blue from 0 to 255; shape (height, width, 3), row 0 on top."""

WIDTH, HEIGHT = 480, 360
"""Of the stage, in its own pixels; true frames have this size."""

MOST_BYTES = 32 * 2**20
"""Of a picture's file."""
MOST_SIDE = 4096
"""Pixels along a side of a picture."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_TOO_LARGE = f"a picture of more than {MOST_SIDE} pixels along a side"
_UNREADABLE = f"not a picture that can be read as {', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}"


def read_picture(file: bytes) -> Picture:
    """Decode a PNG, JPEG or WebP file; of a moving picture the first frame, on white ground.

    Raises:
        InputError: when it is none of these, damaged, or too large; nothing is decoded then.
    """
    if len(file) > MOST_BYTES:
        raise InputError(f"a picture of more than {MOST_BYTES} bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes are looked at below
            with Image.open(io.BytesIO(file), formats=_FORMATS) as image:
                if max(image.size) > MOST_SIDE:
                    raise InputError(_TOO_LARGE)
                return _on_white(image)
    except InputError:
        raise
    except Image.DecompressionBombError:
        raise InputError(_TOO_LARGE) from None
    except (OSError, ValueError, SyntaxError, EOFError):
        raise InputError(_UNREADABLE) from None


def _on_white(image: Image.Image) -> Picture:
    if image.mode in ("I", "I;16", "F"):
        image = Image.fromarray(np.clip(np.asarray(image) / 257, 0, 255).astype(np.uint8))
    if image.has_transparency_data:
        ground = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(ground, image.convert("RGBA"))
    return np.asarray(image.convert("RGB"), dtype=np.uint8)


def fit_to_stage(picture: Picture) -> Picture:
    """Return a picture in the stage's size; each pixel is the mean of those that it covers.

    So a frame that was enlarged by a whole number without smoothing comes back as it was.
    """
    if picture.shape[:2] == (HEIGHT, WIDTH):
        return picture
    resized = Image.fromarray(picture).resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    return np.asarray(resized, dtype=np.uint8)


def write_png(picture: Picture) -> bytes:
    """Encode a picture as PNG."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    return file.getvalue()
