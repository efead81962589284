# SPDX-License-Identifier: Apache-2.0
"""What a build of very many projects takes besides the VM: time, memory, disk, and their slopes.

    python -m benchmarks.simulate_scale [--recorded WORK] [PROJECTS ...]

Writes so many small files and builds a release from them, each number in a process of its own. The
results of projects are recorded ones, replayed under other names; everything else is what a build
does. ``WORK`` is the work folder of a build that was stopped before its end (``.OUT.work``);
without it small results of the tests are replayed. One worker, in the process of the build; files
are not forced to the disk, which costs a real build about 20 ms a project.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from corpus_filters import LocalExecutor, WorkFolder
from generators.build import BuildConfig, build_release, load_preset
from generators.build import build as module
from generators.build.project import ProjectResult
from generators.build.results import ResultFolder
from scoring.report.text_table import render_table
from tests.generators.build.replaying import (
    VERSIONS,
    ReplayingExecutor,
    small_corpus,
    small_results,
)

PRESETS = {"all": BuildConfig(), "paper": load_preset("paper")}


def main(counts: Sequence[int], recorded: Path | None) -> None:
    """Print one row for each number of projects and composition, then the slopes."""
    rows: list[list[float]] = []
    texts: list[list[str]] = []
    for preset in PRESETS:
        for count in counts:
            measured = _in_process(count, preset, recorded)
            rows.append([count, measured["peak"], measured["total"]])
            texts.append([preset, f"{count:,}", *_cells(count, measured)])
    headers = ["composition", "projects", "instances", "peak MiB", "seconds", "ms a project"]
    headers += ["scan", "filter", "explore", "compose", "write"]
    print(render_table(headers, texts, texts=(0,)))
    for number, preset in enumerate(PRESETS):
        own = rows[number * len(counts) : (number + 1) * len(counts)]
        if len(own) > 1:
            projects = own[-1][0] - own[-2][0]
            memory = (own[-1][1] - own[-2][1]) * 2**20 / projects
            spent = (own[-1][2] - own[-2][2]) * 1000 / projects
            print(
                f"{preset}: between the last two, {memory:.0f} bytes and {spent:.2f} ms a project"
            )


def _cells(count: int, measured: dict[str, float]) -> list[str]:
    stages = [f"{measured[name]:.0f}" for name in ("scan", "filter", "explore", "compose", "write")]
    total = measured["total"]
    return [
        f"{measured['instances']:,.0f}",
        f"{measured['peak']:.0f}",
        f"{total:.0f}",
        f"{1000 * total / count:.2f}",
        *stages,
    ]


def _in_process(count: int, preset: str, recorded: Path | None) -> dict[str, float]:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(sender, count, preset, recorded))
    process.start()
    sender.close()
    measured: dict[str, float] = receiver.recv()
    process.join()
    return measured


def _measure(sender: Connection, count: int, preset: str, recorded: Path | None) -> None:
    module._versions = lambda config: VERSIONS
    os.fsync = lambda handle: None
    results = small_results() if recorded is None else _recorded(recorded)
    with tempfile.TemporaryDirectory() as folder:
        small_corpus(Path(folder, "corpus"), count)
        start = time.perf_counter()
        outcome = build_release(
            Path(folder, "corpus"),
            Path(folder, "out"),
            PRESETS[preset],
            executor=ReplayingExecutor(LocalExecutor(), results),
            key_file=Path(folder, "key"),
        )
        total = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counted = {"instances": float(outcome.manifest.counts["instances"])}
    sender.send(outcome.seconds | counted | {"total": total, "peak": peak})


def _recorded(work: Path) -> list[ProjectResult]:
    """Read the results of a work folder, whatever build it belongs to."""
    folder = ResultFolder(WorkFolder(work / "results", {}, suffix=".jsonl"))
    found: list[ProjectResult] = []
    for file in sorted((work / "results").glob("*.jsonl")):
        stored = folder.load(file.stem)
        head = stored.head
        found.append(
            ProjectResult(
                head.reason,
                head.detail,
                list(stored.instances(head.ids)),
                dict(head.numbers),
                stored.presented(head.ids),
                seconds=dict(head.seconds),
            )
        )
    return found


if __name__ == "__main__":
    arguments = sys.argv[1:]
    chosen = None
    if arguments[:1] == ["--recorded"]:
        chosen, arguments = Path(arguments[1]), arguments[2:]
    main([int(text) for text in arguments] or [1_000, 10_000, 100_000], chosen)
