# SPDX-License-Identifier: Apache-2.0
"""A picture of a release: twenty frames and five clips, of as many projects as it has.

    scratchworld build CORPUS RELEASE --modalities screenshot,clip
    python examples/contact_sheet.py RELEASE contact_sheet.png

Clips are rows of five of their pictures, from the first to the input state. What is shown depends
on the release alone.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from scratchworld import load_release
from scratchworld.release import Clip, Pictures, Release
from scratchworld.world import Instance

ACROSS = 5
FRAMES = 20
CLIPS = 5
TILE = (288, 216)
GAP = 4
BETWEEN = 20
"""Pixels between frames and clips."""


def spread(release: Release) -> Iterator[Instance]:
    """Yield one instance of every project, then a second of each, and so on; later steps first."""
    rounds: list[list[Instance]] = []
    seen: dict[str, int] = {}
    ordered = sorted(release.instances(), key=lambda one: (-one.step * one.ticks, one.instance_id))
    for instance in ordered:
        number = seen[instance.project] = seen.get(instance.project, -1) + 1
        if number == len(rounds):
            rounds.append([])
        rounds[number].append(instance)
    for instances in rounds:
        yield from sorted(instances, key=lambda one: one.project)


def pictures_of(clip: Clip, count: int) -> list[Image.Image]:
    """Return so many pictures of a clip, the first and the last among them."""
    decoded = _webp(clip.files["webp"]) if "webp" in clip.files else _mp4(clip.files["mp4"])
    return [decoded[round(at * (len(decoded) - 1) / (count - 1))] for at in range(count)]


def _webp(file: bytes) -> list[Image.Image]:
    with Image.open(io.BytesIO(file)) as image:
        frames = []
        for number in range(image.n_frames):
            image.seek(number)
            frames.append(image.convert("RGB"))
        return frames


def _mp4(file: bytes) -> list[Image.Image]:
    import av

    with av.open(io.BytesIO(file)) as container:
        return [frame.to_image() for frame in container.decode(video=0)]


def difference(strip: list[Image.Image]) -> float:
    """Return how much the last picture differs from the first: mean over pixels and channels."""
    return sum(ImageStat.Stat(ImageChops.difference(strip[0], strip[-1])).mean)


def main(release: Release, out: Path) -> None:
    """Draw the sheet."""
    pictures = Pictures(release)
    instances = list(spread(release))
    shown = instances[:FRAMES]
    tiles = [Image.open(io.BytesIO(pictures.screenshot(one.instance_id))) for one in shown]
    strips = {one.instance_id: pictures_of(pictures.clip(one.instance_id), ACROSS) for one in shown}
    moving = sorted(strips, key=lambda name: -difference(strips[name]))[:CLIPS]
    for name in moving:
        tiles += strips[name]
    rows = -(-len(tiles) // ACROSS)
    width = ACROSS * (TILE[0] + GAP) - GAP
    sheet = Image.new("RGB", (width, rows * (TILE[1] + GAP) - GAP + BETWEEN), "white")
    for number, tile in enumerate(tiles):
        row, column = divmod(number, ACROSS)
        down = row * (TILE[1] + GAP) + (BETWEEN if number >= len(shown) else 0)
        small = tile.convert("RGB").resize(TILE, Image.Resampling.LANCZOS)
        sheet.paste(small, (column * (TILE[0] + GAP), down))
    # as many colours as a palette holds: a third of the bytes
    sheet.quantize(256).save(out, optimize=True)
    print(f"{out}: frames of {' '.join(one.instance_id for one in shown)}")
    print(f"clips of {' '.join(moving)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(load_release(sys.argv[1]), Path(sys.argv[2]))
