# SPDX-License-Identifier: Apache-2.0
"""Where the time of a build goes: by stage, against the bare VM, and with two workers against one.

    python benchmarks/build.py CORPUS [PROJECTS]

Builds a release from the first so many projects with one worker in this process, counting how often
each project is loaded and for how many ticks it runs; then again with two worker processes.
*efficiency* is the time of one worker over twice that of two. *bare VM* is what the same loads and
ticks take without events and with one state at the end: each project is loaded and run
for up to 600 ticks after the green flag, and that is scaled to its ticks. A bare VM has to load a
project for every episode; a build goes back to the loaded one where it can.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from generators.build import BuildOutcome, build_release
from scoring.report.text_table import render_table
from scratchworld.errors import ProjectError
from scratchworld.world import Action, Step
from vm_runner import Session, VmRunner, read_project

MOST_TICKS = 600


class Counted:
    """Loads and ticks of each project in this process, by a hash of its file."""

    def __init__(self) -> None:
        self.loads: Counter[str] = Counter()
        self.ticks: Counter[str] = Counter()
        self.files: dict[str, bytes] = {}

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what happens within the body."""
        load, run = VmRunner.load, Session.run
        names: dict[int, str] = {}

        def counted_load(runner: VmRunner, project: str | Path | bytes, **more: Any) -> Session:
            data = read_project(project)
            name = hashlib.sha256(data).hexdigest()
            self.files[name] = data
            self.loads[name] += 1
            session = load(runner, data, **more)
            names[id(session)] = name
            return session

        def counted_run(session: Session, steps: Sequence[Step]) -> Any:
            self.ticks[names[id(session)]] += sum(step.ticks for step in steps)
            return run(session, steps)

        VmRunner.load, Session.run = counted_load, counted_run  # type: ignore[method-assign]
        try:
            yield
        finally:
            VmRunner.load, Session.run = load, run  # type: ignore[method-assign]

    def bare(self) -> float:
        """Return the seconds that these loads and ticks take in a bare VM."""
        spent = 0.0
        with VmRunner(trace=False) as runner:
            for name, data in self.files.items():
                ticks = min(self.ticks[name], MOST_TICKS)
                try:
                    runner.load(data)  # the first one starts the process, or finds caches cold
                    session, loading = _timed(partial(runner.load, data, anew=True))
                    spent += self.loads[name] * loading
                    if ticks:
                        session.start(1)
                        steps = [Step(1, (Action.make("green_flag"),)), Step(ticks)]
                        spent += self.ticks[name] / ticks * _timed(partial(session.run, steps))[1]
                except ProjectError:
                    continue  # what does not run takes no ticks
        return spent


def main(corpus: Path, limit: int) -> None:
    """Build twice, then print."""
    counted = Counted()
    with counted.counting():
        outcome, here = _built(corpus, limit, 1)
    bare = counted.bare()
    print(_stages(outcome, here))
    instances = outcome.manifest.counts["instances"]
    print(f"\n{instances} instances of {limit} projects: {instances / here:.2f} a second")
    print(f"{sum(counted.loads.values())} loads and {sum(counted.ticks.values())} ticks")
    print(f"whole build / bare VM: {here / bare:.2f}")
    one, two = here, _built(corpus, limit, 2)[1]
    print(f"efficiency of two workers: {one / (2 * two):.2f}")


def _timed(body: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = body()
    return result, time.perf_counter() - start


def _built(corpus: Path, limit: int, workers: int) -> tuple[BuildOutcome, float]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        return _timed(lambda: build_release(corpus, out, limit=limit, workers=workers))


def _stages(outcome: BuildOutcome, total: float) -> str:
    stages = dict(outcome.seconds)
    explored = stages.pop("explore")
    stages |= {f"explore: {name}": spent for name, spent in outcome.exploring.items()}
    stages["explore: store"] = explored - sum(outcome.exploring.values())
    stages["start"] = total - sum(stages.values())
    rows = [[stage, f"{100 * spent / total:.1f}"] for stage, spent in stages.items()]
    return render_table(("stage", "% of the build's time"), rows)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 40)
