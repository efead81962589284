# SPDX-License-Identifier: Apache-2.0
"""PNGs of one colour."""

from __future__ import annotations

import io

from PIL import Image


def plain(colour: str) -> bytes:
    """A PNG of 8 x 6 pixels."""
    memory = io.BytesIO()
    Image.new("RGB", (8, 6), colour).save(memory, "PNG")
    return memory.getvalue()


BLACK = plain("black")
WHITE = plain("white")
