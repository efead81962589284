# SPDX-License-Identifier: Apache-2.0
"""Clips: pictures at equal distances of time, as H.264 video or as animated WebP.

Encoders run in one thread, with fixed settings, and write no time, so that the same pictures give
the same bytes wherever FFmpeg, x264 and libwebp are the same and run on the same kind of processor.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import ModuleType

from PIL import Image

from scratchworld.errors import InputError

__all__ = ["CLIP_FORMATS", "TICKS_PER_SECOND", "clip_versions", "encode_clip"]

TICKS_PER_SECOND = 30

_X264: Mapping[str, str] = {
    "preset": "veryfast",
    "tune": "animation",
    "crf": "18",  # no loss that can be seen
    "threads": "1",
}


def clip_versions(formats: Sequence[str]) -> dict[str, str]:
    """Return versions of what FFmpeg has to do with the bytes of clips, by name.

    Raises:
        InputError: when the package that a format needs is missing.
    """
    if "mp4" not in formats:
        return {}
    av = _av()
    libraries = av.library_versions
    codec = ".".join(map(str, libraries["libavcodec"]))
    return {"av": av.__version__, "libavcodec": codec}


def encode_clip(pngs: Sequence[bytes], interval: int, kind: str) -> bytes:
    """Return a clip whose pictures are ``interval`` ticks apart; the last one is shown as long.

    ``pngs`` are the files of at least one frame; ``kind`` is one of :data:`CLIP_FORMATS`.

    Raises:
        InputError: when the package that the format needs is missing.
    """
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in pngs]
    return CLIP_FORMATS[kind](pictures, interval)


def _encode_webp(pictures: Sequence[Image.Image], interval: int) -> bytes:
    """Lossless. Of pictures that are alike one is kept, and shown for the time of all."""
    ends = [round(n * interval * 1000 / TICKS_PER_SECOND) for n in range(len(pictures) + 1)]
    file = io.BytesIO()
    pictures[0].save(
        file,
        "WEBP",
        save_all=True,
        append_images=pictures[1:],
        duration=[end - start for start, end in pairwise(ends)],
        loop=0,
        lossless=True,
        quality=20,
        method=1,
    )
    return file.getvalue()


def _encode_mp4(pictures: Sequence[Image.Image], interval: int) -> bytes:
    av = _av()
    file = io.BytesIO()
    rate = Fraction(TICKS_PER_SECOND, interval)
    with av.open(file, "w", format="mp4", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream("libx264", rate=rate, options=dict(_X264))
        stream.width, stream.height = pictures[0].size
        stream.pix_fmt = "yuv420p"
        stream.thread_count = 1
        stream.codec_context.flags |= av.codec.context.Flags.bitexact.value
        for number, picture in enumerate(pictures):
            frame = av.VideoFrame.from_image(picture)
            frame.pts, frame.time_base = number, 1 / rate
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()


def _av() -> ModuleType:
    try:
        import av
    except ImportError:
        raise InputError(
            "clips of the format mp4 need PyAV: pip install 'scratchworld[video]', "
            'or choose pictures.formats = ["webp"]'
        ) from None
    module: ModuleType = av
    return module


CLIP_FORMATS: Mapping[str, Callable[[Sequence[Image.Image], int], bytes]] = {
    "mp4": _encode_mp4,
    "webp": _encode_webp,
}
"""Encoders by format: MP4 with H.264 (package PyAV), and animated WebP, lossless."""
