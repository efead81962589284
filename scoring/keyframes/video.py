# SPDX-License-Identifier: Apache-2.0
"""Videos that nobody vouches for: looked through small, then the chosen frames taken whole.

A file is told by its first bytes and handed to that one demuxer as a stream, so that a playlist in
disguise opens no other file and no address. Memory: a small copy of every frame, 20 KB each, and
the chosen frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.extras import import_av
from scoring.keyframes.picture import MOST_SIDE, Picture
from scratchworld.errors import InputError

__all__ = ["MOST_FRAMES", "MOST_VIDEO_BYTES", "Footage", "look_through", "shrink", "take_frames"]

MOST_VIDEO_BYTES = 256 * 2**20
MOST_FRAMES = 4096
MOST_PIXELS = 2**32
"""Of all frames of a video together: two thousand of 1920 x 1080."""

SMALL = (96, 72)
"""Width and height of the small copies."""

_NOTHING = np.zeros((0, 0, 3), dtype=np.uint8)
_UNREADABLE = "not a video that can be read as MP4, WebM or GIF"


class Footage(NamedTuple):
    """A video, small."""

    small: NDArray[np.uint8]
    """Every frame; shape (frames, 72, 96, 3)."""
    seconds: NDArray[np.float64]
    """When each is shown, from the first frame."""


def look_through(path: Path) -> Footage:
    """Read a video through once.

    Raises:
        InputError: when PyAV is missing, or the file is no video, damaged, or too large.
    """
    small: list[NDArray[np.uint8]] = []
    seconds: list[float] = []
    for number, (second, made) in enumerate(_frames(path, _small)):
        small.append(made)
        seconds.append(number / 30 if second is None else second)
    if not small:
        raise InputError("a video without a frame")
    times = np.array(seconds)
    return Footage(np.stack(small), times - times[0])


def take_frames(path: Path, numbers: Sequence[int]) -> tuple[Picture, ...]:
    """Return the frames with those numbers, from 0, in their order; a number can come twice.

    Raises:
        InputError: as :func:`look_through` does, or when the video has no such frame.
    """
    found: dict[int, Picture] = {}
    whole = _frames(path, _whole, frozenset(numbers))
    for number, (_, made) in enumerate(whole):
        if made.size:
            found[number] = made
        if len(found) == len(set(numbers)):
            return tuple(found[one] for one in numbers)
    raise InputError("a video that has not so many frames")


def _small(frame: Any) -> NDArray[np.uint8]:
    # by the same means as other pictures, so that equal ones stay equal
    return shrink(_whole(frame))


def _whole(frame: Any) -> NDArray[np.uint8]:
    made: NDArray[np.uint8] = frame.to_ndarray(format="rgb24")
    return made


def shrink(picture: Picture) -> NDArray[np.uint8]:
    """Return a picture in the size of the small copies, shape (72, 96, 3)."""
    small = Image.fromarray(picture).resize(SMALL, Image.Resampling.BOX)
    return np.asarray(small, dtype=np.uint8)


def _frames(
    path: Path,
    make: Callable[[Any], NDArray[np.uint8]],
    numbers: frozenset[int] | None = None,
) -> Iterator[tuple[float | None, NDArray[np.uint8]]]:
    """Yield the second of every frame and what ``make`` makes of it; empty for others than
    ``numbers``, if these are given."""
    with _opened(path) as container:
        if not container.streams.video:
            raise InputError(_UNREADABLE)
        pixels = 0
        for number, frame in enumerate(container.decode(container.streams.video[0])):
            pixels += frame.width * frame.height
            too_wide = max(frame.width, frame.height) > MOST_SIDE
            if number >= MOST_FRAMES or pixels > MOST_PIXELS or too_wide:
                raise InputError(f"a video of more than {MOST_FRAMES} frames, or of too large ones")
            wanted = numbers is None or number in numbers
            second = None if frame.time is None else float(frame.time)
            yield second, make(frame) if wanted else _NOTHING


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    av = import_av()
    try:
        with path.open("rb") as stream:
            if path.stat().st_size > MOST_VIDEO_BYTES:
                raise InputError(f"a video of more than {MOST_VIDEO_BYTES} bytes")
            kind = _kind(stream.read(16))
            stream.seek(0)
            with av.open(stream, format=kind) as container:
                for one in container.streams.video:
                    if max(one.codec_context.width, one.codec_context.height) > MOST_SIDE:
                        raise InputError(f"a video of more than {MOST_SIDE} pixels along a side")
                yield container
    except (av.error.FFmpegError, OSError, ValueError, EOFError, OverflowError):
        raise InputError(_UNREADABLE) from None


def _kind(start: bytes) -> str:
    if start[4:8] == b"ftyp":
        return "mp4"
    if start.startswith(b"\x1aE\xdf\xa3"):
        return "matroska"
    if start.startswith(b"GIF8"):
        return "gif"
    raise InputError(_UNREADABLE)
