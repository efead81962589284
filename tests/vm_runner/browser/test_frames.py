# SPDX-License-Identifier: Apache-2.0
"""Pixels that differ, counted and shown."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from vm_runner.browser.frames import differing_share, write_side_by_side

WHITE = (255, 255, 255)


def png(size: tuple[int, int], changed: dict[tuple[int, int], tuple[int, int, int]]) -> bytes:
    image = Image.new("RGB", size, WHITE)
    for place, colour in changed.items():
        image.putpixel(place, colour)
    memory = io.BytesIO()
    image.save(memory, "PNG")
    return memory.getvalue()


def test_only_more_than_32_levels_in_one_channel_count() -> None:
    # of ten pixels, one differs by 33 levels in blue, one by 32 in all channels
    other = png((5, 2), {(0, 0): (255, 255, 222), (1, 1): (223, 223, 223)})
    assert differing_share(png((5, 2), {}), other) == pytest.approx(0.1)
    assert differing_share(other, other) == 0.0


def test_frames_of_two_sizes_are_not_compared() -> None:
    with pytest.raises(ValueError, match=r"\(2, 5\) and \(3, 5\)"):
        differing_share(png((5, 2), {}), png((5, 3), {}))


def test_the_picture_shows_both_and_the_difference(tmp_path: Path) -> None:
    theirs, ours = png((4, 3), {}), png((4, 3), {(2, 1): (155, 255, 255)})
    write_side_by_side(tmp_path / "sheet.png", theirs, ours)
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.size == (3 * 4 + 2 * 8, 3)
        assert sheet.getpixel((2, 1)) == WHITE
        assert sheet.getpixel((12 + 2, 1)) == (155, 255, 255)
        # 100 levels, four times as strong: black
        assert sheet.getpixel((24 + 2, 1)) == (0, 0, 0)
        assert sheet.getpixel((24, 0)) == WHITE
