# SPDX-License-Identifier: Apache-2.0
"""Clips: how many pictures they have and when, and that nothing else is in them."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from generators.pictures import CLIP_FORMATS, clip_versions, encode_clip
from scratchworld.errors import InputError


def png(shade: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (480, 360), (shade, 0, 255 - shade)).save(file, "PNG")
    return file.getvalue()


FRAMES = [png(shade) for shade in (0, 80, 80, 255)]


def test_webp_is_lossless_and_keeps_time() -> None:
    clip = Image.open(io.BytesIO(encode_clip(FRAMES, 5, "webp")))
    seen = []
    for number in range(clip.n_frames):
        clip.seek(number)
        clip.load()
        seen.append((clip.convert("RGB").getpixel((9, 9)), clip.info["duration"]))
    # five ticks are 166.7 ms; the second picture stands for two
    assert seen == [((0, 0, 255), 167), ((80, 0, 175), 333), ((255, 0, 0), 167)]


def test_mp4_is_h264_with_every_picture() -> None:
    av = pytest.importorskip("av", reason="comes with the extra [video]")
    with av.open(io.BytesIO(encode_clip(FRAMES, 5, "mp4"))) as container:
        (stream,) = container.streams
        assert stream.codec_context.codec.canonical_name == "h264"
        assert stream.average_rate == 6
        frames = list(container.decode(stream))
        assert container.metadata.get("creation_time") is None
    assert [frame.time for frame in frames] == pytest.approx([0, 1 / 6, 2 / 6, 3 / 6])
    for frame, shade in zip(frames, (0, 80, 80, 255), strict=True):
        pixel = frame.to_image().getpixel((240, 180))
        assert pixel == pytest.approx((shade, 0, 255 - shade), abs=6)


def test_the_same_pictures_give_the_same_bytes() -> None:
    pytest.importorskip("av", reason="comes with the extra [video]")
    for kind in CLIP_FORMATS:
        assert encode_clip(FRAMES, 5, kind) == encode_clip(FRAMES, 5, kind)
        assert encode_clip(FRAMES[:1], 5, kind)
    assert set(clip_versions(["mp4", "webp"])) == {"av", "libavcodec"}


def test_without_the_package_a_build_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(InputError, match=r"pip install 'scratchworld\[video\]'"):
        clip_versions(["webp", "mp4"])
    assert clip_versions(["webp"]) == {}
