# SPDX-License-Identifier: Apache-2.0
"""Memory of a VM process over thousands of projects, one after the other.

    python benchmarks/soak.py CORPUS [--projects N]

Runs the corpus again and again through one runner, thirty ticks a project. After each round: the
process's resident memory, and how often it had to be replaced. Reads /proc, so it needs Linux.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path

from corpus_filters import find_files
from scratchworld.errors import ProjectError
from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner
from vm_runner.bridge import Bridge, start_bridge

EPISODE = Episode.of([Step(10, (Action.make("green_flag"),)), Step(20)], seed=7)


def memory_mib(pid: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError(f"/proc/{pid}/status has no VmRSS")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--projects", type=int, default=2000)
    options = parser.parse_args()
    files = [file.path for file in find_files(options.corpus)]
    started: list[Bridge] = []

    def start() -> Bridge:
        started.append(start_bridge())
        return started[-1]

    print("projects  ran  processes  resident MiB")
    ran = 0
    with VmRunner(start=start) as runner:
        endless = (path for _ in iter(int, 1) for path in files)
        for count, path in enumerate(islice(endless, options.projects), start=1):
            try:
                runner.run(path, EPISODE)
                ran += 1
            except ProjectError:
                pass
            if count % len(files) == 0 or count == options.projects:
                pid = started[-1]._transport.pid  # type: ignore[attr-defined]
                print(f"{count:8} {ran:4} {len(started):10} {memory_mib(pid):13.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
