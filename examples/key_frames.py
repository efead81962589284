# SPDX-License-Identifier: Apache-2.0
"""A picture of what key frames are scored by: true frames, copies, and the pixels that count.

    scratchworld build CORPUS RELEASE --tasks keyframes
    python examples/key_frames.py RELEASE key_frames.png

Rows: the first frame with the true frames of the moments; under each true frame the pixels that
differ from the first, in red, over a pale copy; and what the first frame again scores there. The
instance is the one with four moments whose copy looks most like the truth while most changes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scoring import with_pictures
from scoring.keyframes import FrameScores, Picture, compare_frames, read_picture
from scoring.keyframes.colour import differs
from scoring.shown import ShownKeyframes
from scratchworld import load_release
from scratchworld.release import Release

TILE = (240, 180)
GAP = 6
TEXT = 34
MOMENTS = 4


def chosen(release: Release) -> ShownKeyframes:
    """Return the instance that is drawn; depends on the release alone."""
    found = [
        one
        for one in with_pictures(release, release.instances("keyframes"))
        if isinstance(one, ShownKeyframes) and len(one.moments) == MOMENTS
    ]
    return max(found, key=lambda one: (len(set(one.truth)), one.n_changed, one.instance_id))


def marked(first: Picture, true: Picture) -> Picture:
    """The true frame, pale, with what changes in red."""
    pale = (255 - (255 - true.astype(np.int32)) // 4).astype(np.uint8)
    pale[differs(first, true)] = (220, 30, 40)
    return pale


def tile(picture: Picture) -> Image.Image:
    """A frame, small, with a line around it."""
    small = Image.fromarray(picture).resize(TILE, Image.Resampling.LANCZOS)
    ImageDraw.Draw(small).rectangle((0, 0, TILE[0] - 1, TILE[1] - 1), outline="grey")
    return small


def line(scores: FrameScores) -> str:
    """What is written under a column."""
    return f"region F1 {100 * scores.region.f1:.0f}   SSIM {100 * scores.ssim:.1f}"


def main(release: Release, out: Path) -> None:
    """Draw the picture."""
    instance = chosen(release)
    first, truth = read_picture(instance.first), instance.true_frames()
    copied = compare_frames(first, truth, [first] * len(truth))
    exact = compare_frames(first, truth, truth)
    font = ImageFont.load_default(13)
    width = (len(truth) + 1) * (TILE[0] + GAP) - GAP
    sheet = Image.new("RGB", (width, 2 * (TILE[1] + TEXT)), "white")
    pen = ImageDraw.Draw(sheet)
    sheet.paste(tile(first), (0, 0))
    pen.text((4, TILE[1] + 3), "the first frame", "black", font)
    pen.text(
        (4, TILE[1] + TEXT + 3),
        "what must change, in red;\nbelow: the first frame again",
        "black",
        font,
    )
    columns = zip(truth, copied, exact, instance.moments, strict=True)
    for number, (true, copy, right, moment) in enumerate(columns, 1):
        left = number * (TILE[0] + GAP)
        sheet.paste(tile(true), (left, 0))
        pen.text((left + 4, TILE[1] + 3), f"step {moment}: {line(right)}", "black", font)
        sheet.paste(tile(marked(first, true)), (left, TILE[1] + TEXT))
        pen.text((left + 4, 2 * TILE[1] + TEXT + 3), f"copied: {line(copy)}", "black", font)
    sheet.quantize(256).save(out, optimize=True)
    print(f"{out}: {instance.instance_id}, {instance.goal}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(load_release(sys.argv[1]), Path(sys.argv[2]))
