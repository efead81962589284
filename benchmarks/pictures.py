# SPDX-License-Identifier: Apache-2.0
"""What screenshots and clips cost: time of a build with them against one without, and bytes.

    python benchmarks/pictures.py CORPUS [PROJECTS] [--clips]

Builds releases of the first so many projects, one after the other, with one worker: without
pictures, with screenshots, and with ``--clips`` with both. Then encodes the frames in other ways.
Times are processor time, of Python and of the VM processes, beside wall time.
"""

from __future__ import annotations

import io
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from generators.build import BuildConfig, build_release
from generators.build.sizes import render_sizes
from scoring.report.text_table import render_table
from scratchworld.release import Pictures, load_release

TEXTS = ("program", "table", "language")
BUILDS = {
    "without": TEXTS,
    "screenshots": (*TEXTS, "screenshot"),
    "screenshots and clips": (*TEXTS, "screenshot", "clip"),
}


class Cost(NamedTuple):
    wall: float
    processor: float
    pictures: float
    """Wall time of the stage."""


def main(corpus: Path, limit: int, clips: bool) -> None:
    """Build two or three times, then print the tables."""
    costs: dict[str, Cost] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, modalities in list(BUILDS.items())[: 2 + clips]:
            out = Path(folder, name)
            costs[name] = build(corpus, out, BuildConfig(modalities=modalities), limit)
        print(f"{limit} projects\n\n{render_costs(costs)}\n")
        print(f"{render_sizes(load_release(out))}\n")
        print(render_encodings(Pictures(load_release(Path(folder, "screenshots")))))


def build(corpus: Path, out: Path, config: BuildConfig, limit: int) -> Cost:
    """Build a release and return what it took."""
    start, used = time.perf_counter(), processor_seconds()
    outcome = build_release(corpus, out, config, limit=limit)
    wall, spent = time.perf_counter() - start, processor_seconds() - used
    return Cost(wall, spent, outcome.seconds.get("pictures", 0.0))


def processor_seconds() -> float:
    """Return the processor time of this process and of the VM processes that have ended."""
    own, ended = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def render_costs(costs: dict[str, Cost]) -> str:
    """Return the table of builds."""
    base = costs["without"]
    rows = [
        [
            name,
            f"{cost.processor:.1f}",
            f"{cost.processor / base.processor:.2f}",
            f"{cost.wall:.1f}",
            f"{cost.wall / base.wall:.2f}",
            f"{100 * cost.pictures / cost.wall:.1f}",
        ]
        for name, cost in costs.items()
    ]
    headers = ("build", "processor, s", "ratio", "wall, s", "ratio", "pictures, % of wall")
    return render_table(headers, rows)


def render_encodings(pictures: Pictures) -> str:
    """Return a table of the sizes and times of other encoders, over all screenshots."""
    encoders: dict[str, Callable[[Image.Image, io.BytesIO], None]] = {
        "PNG, Pillow": lambda image, file: image.save(file, "PNG"),
        "WebP, lossless, method 1": lambda image, file: image.save(
            file, "WEBP", lossless=True, quality=20, method=1
        ),
        "WebP, lossless, method 4": lambda image, file: image.save(file, "WEBP", lossless=True),
    }
    shots = {shot.name: shot.png for shot in pictures.screenshots()}
    images = [Image.open(io.BytesIO(png)).convert("RGB") for png in shots.values()]
    rows = [
        [
            "PNG, as the VM process gives it",
            f"{sum(map(len, shots.values())) / len(shots):.0f}",
            "-",
        ]
    ]
    for name, encode in encoders.items():
        used, size = time.process_time(), 0
        for image in images:
            file = io.BytesIO()
            encode(image, file)
            size += len(file.getvalue())
        spent = 1000 * (time.process_time() - used) / len(images)
        rows.append([name, f"{size / len(images):.0f}", f"{spent:.1f}"])
    headers = (f"encoding of {len(images)} frames", "bytes, mean", "ms more a frame")
    return render_table(headers, rows)


if __name__ == "__main__":
    arguments = [each for each in sys.argv[1:] if each != "--clips"]
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    projects = int(arguments[1]) if len(arguments) == 2 else 10
    main(Path(arguments[0]), projects, "--clips" in sys.argv)
