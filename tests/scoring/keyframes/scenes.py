# SPDX-License-Identifier: Apache-2.0
"""Frames made for tests: a box that moves over a striped ground, and videos of them."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from scoring.keyframes import HEIGHT, WIDTH, Picture, write_png

RED, BLUE, GREEN = (220, 30, 40), (30, 60, 200), (20, 160, 60)


def ground() -> Picture:
    """Grey stripes, so that no place looks like another."""
    picture = np.full((HEIGHT, WIDTH, 3), 235, dtype=np.uint8)
    picture[::8] = 200
    picture[:, ::24] = 180
    return picture


def scene(
    left: int,
    top: int,
    colour: tuple[int, int, int] = RED,
    side: int = 40,
    on: Picture | None = None,
) -> Picture:
    """A box of one colour, its corner at that pixel."""
    picture = ground() if on is None else on.copy()
    picture[top : top + side, left : left + side] = colour
    return picture


def data_url(picture: Picture) -> str:
    return "data:image/png;base64," + base64.b64encode(write_png(picture)).decode("ascii")


def write_video(
    path: Path, frames: Sequence[Picture], rate: int = 10, pixels: str = "yuv444p", loss: int = 4
) -> Path:
    """H.264 in MP4, nearly without loss by default."""
    import av

    with av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=rate)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, pixels
        stream.options = {"crf": str(loss), "preset": "ultrafast", "threads": "1"}
        for frame in frames:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode())
    return path
