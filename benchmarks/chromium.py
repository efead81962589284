# SPDX-License-Identifier: Apache-2.0
"""Ours against the same projects in headless Chromium on real WebGL.

    python benchmarks/chromium.py [CORPUS] [--ticks N] [--repeats N] [--chromium PROGRAM]

Needs a Chromium and `pip install "scratchworld[browser]"`. Each project is run in turns by ours and
by the page of `scratchworld check-renderer`: the same VM, shims, seed and inputs, so the states are
the same, which is checked. *Ticks*: all ticks in one call, one state and one frame at the end,
which makes Chromium finish what it has to draw. *Seen*: a state and a frame after every tick.
*Load*: a project's bytes to tick 0. Each figure is the best of several turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from best import Best, seconds
from projects import ACTIONS, TWENTY, file_of

from scratchworld.world import State, Step, apply_delta
from vm_runner import Session, VmRunner, ensure_packages
from vm_runner.browser import CONFIGURATIONS, ChromiumPage, Site, find_chromium

SEEN_TICKS = 15
PLAYER_TICKS = 30
"""Ticks a second of a player that runs in real time."""


@dataclass
class Figures(Best):
    """Of one project on one side, in seconds."""

    load: float = float("inf")
    tick: float = float("inf")
    seen: float = float("inf")


def turn(load: Callable[[], Session | ChromiumPage], ticks: int) -> tuple[Figures, State]:
    """Run one project on one side; return the times, and the state after all ticks."""
    started = time.perf_counter()
    player = load()
    state, _ = player.start(1)
    figures = Figures(load=time.perf_counter() - started)
    steps = [Step(ticks, ACTIONS)]
    started = time.perf_counter()
    (done,) = player.run(steps)
    player.frame()
    figures.tick = (time.perf_counter() - started) / ticks
    state = apply_delta(state, done.delta)

    def look() -> None:
        for _ in range(SEEN_TICKS):
            player.run([Step(1)])
            player.frame()

    figures.seen = seconds(look) / SEEN_TICKS
    return figures, state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--ticks", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--chromium")
    options = parser.parse_args()
    site, binary = Site(ensure_packages()), find_chromium(options.chromium)
    ratios: list[tuple[float, float, float]] = []
    rates: list[tuple[float, float]] = []
    with VmRunner(trace=False) as runner, ChromiumPage(binary, site, CONFIGURATIONS[0]) as page:

        def in_page(data: bytes) -> ChromiumPage:
            page.load(data)
            return page

        print(f"Chromium {page.version}; {options.ticks} ticks, best of {options.repeats}.")
        print()
        print("| project | load, ms: ours | Chromium | ticks/s: ours | Chromium | ratio "
              "| seen ticks/s: ours | Chromium | ratio |")  # fmt: skip
        print("|---|" + "---:|" * 8)
        for prefix in TWENTY:
            data = file_of(options.corpus, prefix).read_bytes()
            ours, theirs = Figures(), Figures()
            for _ in range(options.repeats):
                figures, state = turn(lambda: runner.load(data), options.ticks)  # noqa: B023
                ours.improve(figures)
                figures, same = turn(lambda: in_page(data), options.ticks)  # noqa: B023
                theirs.improve(figures)
                if state != same:
                    print(f"`{prefix}`: the states differ, so the times say nothing")
            ratio = theirs.load / ours.load, theirs.tick / ours.tick, theirs.seen / ours.seen
            ratios.append(ratio)
            rates.append((1 / ours.tick, 1 / theirs.tick))
            print(
                f"| `{prefix}` | {1000 * ours.load:.0f} | {1000 * theirs.load:.0f} "
                f"| {1 / ours.tick:.0f} | {1 / theirs.tick:.0f} | {ratio[1]:.2f} "
                f"| {1 / ours.seen:.0f} | {1 / theirs.seen:.0f} | {ratio[2]:.2f} |",
                flush=True,
            )
    load, tick, seen = (statistics.median(column) for column in zip(*ratios, strict=True))
    ours_rate, their_rate = (statistics.median(column) for column in zip(*rates, strict=True))
    print()
    print(f"Median ratios: loading {load:.1f}, ticks {tick:.1f}, seen ticks {seen:.1f}.")
    print(f"Median ticks/s: ours {ours_rate:.0f}, Chromium {their_rate:.0f}; "
          f"a player in real time {PLAYER_TICKS}.")  # fmt: skip


if __name__ == "__main__":
    main()
