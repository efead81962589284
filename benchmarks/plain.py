# SPDX-License-Identifier: Apache-2.0
"""Our ticks against those of the plain scratch-vm package, stepped by hand in Node.

    python benchmarks/plain.py [CORPUS] [--ticks N] [--repeats N]

*plain*: ``vm_runner/js/benchmarks/plain.js``: the package and a renderer, nothing else. *traced*:
the VM runner with all events and a state every ten ticks, sent to Python. Both in turns, the best
of several; microseconds a tick.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from pathlib import Path

from projects import ACTIONS, TWENTY, file_of

from scratchworld.world import Step
from vm_runner import VmRunner, ensure_packages

WINDOW = 10
SPINNING = 10_000
"""Microseconds: plain ticks above this are wall time spent in loops that wait."""


def plain(files: list[Path], ticks: int) -> dict[str, float]:
    """Microseconds a tick of the plain package, by file."""
    where = ensure_packages()
    request = {"projects": [str(file.resolve()) for file in files], "ticks": ticks}
    answer = subprocess.run(
        [where.node, where.js / "benchmarks" / "plain.js"],
        input=json.dumps(request).encode(),
        capture_output=True,
        check=True,
    ).stdout
    return {Path(name).name: spent for name, spent in json.loads(answer).items()}


def traced(runner: VmRunner, file: Path, ticks: int) -> float:
    """Microseconds a tick of the VM runner."""
    session = runner.load(file)
    session.start(1)
    steps = [Step(WINDOW, ACTIONS), *[Step(WINDOW)] * (ticks // WINDOW - 1)]
    started = time.perf_counter()
    session.run(steps)
    return 1e6 * (time.perf_counter() - started) / ticks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--ticks", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    files = [file_of(options.corpus, prefix) for prefix in TWENTY]
    best: dict[str, list[float]] = {file.name: [float("inf")] * 2 for file in files}
    with VmRunner() as runner:
        for _ in range(options.repeats):
            for name, spent in plain(files, options.ticks).items():
                best[name][0] = min(best[name][0], spent)
            for file in files:
                best[file.name][1] = min(best[file.name][1], traced(runner, file, options.ticks))
    print("| project | plain | traced | ratio |")
    print("|---|---:|---:|---:|")
    for name, (one, other) in best.items():
        print(f"| `{name[:8]}` | {one:.0f} | {other:.0f} | {other / one:.2f} |")
    print()
    ratios = [other / one for one, other in best.values()]
    working = [other / one for one, other in best.values() if one < SPINNING]
    print(f"Median ratio: {statistics.median(ratios):.2f}")
    print(f"Of the {len(working)} that do not spin: {statistics.median(working):.2f}")


if __name__ == "__main__":
    main()
