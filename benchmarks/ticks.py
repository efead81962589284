# SPDX-License-Identifier: Apache-2.0
"""Ticks per second with full tracing, against the same VM, renderer and shims without.

    python benchmarks/ticks.py [CORPUS] [--ticks N] [--repeats N]

Each of twenty projects is run in turns by two VM processes, and each figure is the best of several
turns. *Bare*: one call for all ticks, no events, one state at the end. *Traced*: events, and the
state's changes after each window, sent to Python; events are decoded there when somebody reads
them, which is a column of its own. What lies between is split by runs that do only a part of it.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass
from pathlib import Path

from best import Best, seconds
from projects import ACTIONS, TWENTY, file_of

from scratchworld.world import Step
from vm_runner import VmRunner
from vm_runner.bridge import start_bridge

WINDOWS = (1, 10)


@dataclass
class Figures(Best):
    """Of one project; times are microseconds a tick unless they say otherwise."""

    load_ms: float = float("inf")
    bare: float = float("inf")
    states_1: float = float("inf")
    traced_1: float = float("inf")
    traced_10: float = float("inf")
    decode_1: float = float("inf")


def steps(ticks: int, window: int) -> list[Step]:
    return [Step(window, ACTIONS), *[Step(window)] * (ticks // window - 1)]


def turn(bare: VmRunner, traced: VmRunner, project: bytes, ticks: int) -> Figures:
    """Run one project in every way, once."""
    figures = Figures()
    scale = 1e6 / ticks

    def loaded(runner: VmRunner):  # type: ignore[no-untyped-def]
        session = runner.load(project)
        session.start(1)
        return session

    figures.load_ms = 1000 * seconds(lambda: bare.load(project, anew=True))
    session = loaded(bare)
    figures.bare = scale * seconds(lambda: session.run(steps(ticks, ticks)))
    session = loaded(bare)
    figures.states_1 = scale * seconds(lambda: session.run(steps(ticks, 1)))
    for window in WINDOWS:
        session = loaded(traced)
        spent = seconds(lambda: session.run(steps(ticks, window)))  # noqa: B023
        setattr(figures, f"traced_{window}", scale * spent)
    session = loaded(traced)
    done = session.run(steps(ticks, 1))
    figures.decode_1 = scale * seconds(lambda: [list(step.events) for step in done])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--ticks", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    start = min(seconds(lambda: start_bridge().close()) for _ in range(3))
    print(
        f"Start of a VM process: {start:.2f} s. {options.ticks} ticks, best of {options.repeats}."
    )
    print()
    print("| project | load, ms | bare | + states | + events "
          "| traced, window 1 | ratio | window 10 | ratio | reading events |")  # fmt: skip
    print("|---|" + "---:|" * 9)
    ratios: dict[int, list[float]] = {window: [] for window in WINDOWS}
    with VmRunner(trace=False) as bare, VmRunner() as traced:
        for prefix in TWENTY:
            file = file_of(options.corpus, prefix)
            data = file.read_bytes()
            best = Figures()
            for _ in range(options.repeats):
                best.improve(turn(bare, traced, data, options.ticks))
            ratio = {1: best.traced_1 / best.bare, 10: best.traced_10 / best.bare}
            for window in WINDOWS:
                ratios[window].append(ratio[window])
            print(
                f"| `{prefix}` | {best.load_ms:.0f} | {best.bare:.0f} "
                f"| {best.states_1 - best.bare:.0f} | {best.traced_1 - best.states_1:.0f} "
                f"| {best.traced_1:.0f} | {ratio[1]:.2f} | {best.traced_10:.0f} "
                f"| {ratio[10]:.2f} | {best.decode_1:.0f} |",
                flush=True,
            )
    print()
    for window in WINDOWS:
        print(f"Median ratio, windows of {window}: {statistics.median(ratios[window]):.2f}")


if __name__ == "__main__":
    main()
