# SPDX-License-Identifier: Apache-2.0
"""Where the time of a build goes: instances a second, and the share of each stage.

    python benchmarks/build.py CORPUS [PROJECTS]

Builds a release from the first so many projects with one worker. Tracing is not a stage of its
own, so its share is measured by replaying the same episodes with and without it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from generators.build import BuildConfig, BuildOutcome, build_release, find_projects
from generators.exploration import Coverage, explore
from scoring.report.text_table import render_table
from scratchworld.errors import ProjectError
from vm_runner import VmRunner

TRACED_PROJECTS = 10


def main(corpus: Path, limit: int) -> None:
    """Build, then print the table."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        outcome = build_release(corpus, Path(folder, "out"), limit=limit)
        total = time.perf_counter() - start
    print(_stages(outcome, total))
    instances = outcome.manifest.counts["instances"]
    print(f"\n{instances} instances of {limit} projects: {instances / total:.2f} a second")
    print(f"Tracing: {_tracing(corpus):.2f} times the time of the same ticks without it")


def _stages(outcome: BuildOutcome, total: float) -> str:
    stages = dict(outcome.seconds)
    stages["start and write"] = total - sum(stages.values())
    rows = [[stage, f"{100 * spent / total:.1f}"] for stage, spent in stages.items()]
    return render_table(("stage", "% of the build's time"), rows)


def _tracing(corpus: Path) -> float:
    """Time of replaying episodes with full tracing, by the time without."""
    plan = BuildConfig().episodes[2]
    spent = {True: 0.0, False: 0.0}
    with VmRunner(trace=True) as traced, VmRunner(trace=False) as plain:
        measured = 0
        for project in find_projects(corpus):
            if measured == TRACED_PROJECTS:
                break
            data = project.path.read_bytes()
            try:
                coverage = Coverage(1, BuildConfig().max_blocks)
                episode, _ = explore(
                    traced.load(data), coverage, seed=1, ticks=plan.ticks, steps=plan.steps
                )
                for runner, tracing in ((plain, False), (traced, True)):
                    session = runner.load(data)
                    session.start(episode.seed)
                    start = time.perf_counter()
                    for step in episode.steps:
                        session.run([step])
                    spent[tracing] += time.perf_counter() - start
            except ProjectError:
                continue
            measured += 1
    return spent[True] / spent[False]


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 40)
