# SPDX-License-Identifier: Apache-2.0
"""A counterfactual from a checkpoint, against the same by replay from tick 0.

    python benchmarks/checkpoints.py [CORPUS] [--before N] [--after N] [--repeats N]

The projects are those of ``ticks.py``. Each is run for N ticks and saved; then *from checkpoint* is
one restore and the ticks after it, *from tick 0* is loading, the ticks before and those after. Both
give the same steps, which is checked. Times are the best of several, the pipe to the VM included.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from projects import TEN, file_of

from scratchworld.world import Action, Step
from vm_runner import Session, VmRunner

FLAG = Step(1, (Action.make("green_flag"), Action.make("key_down", key="right arrow")))
OTHERWISE = Action.make("key_down", key="space")


def best_ms(action: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return 1000 * min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--before", type=int, default=300)
    parser.add_argument("--after", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    before = [FLAG, Step(options.before - 1)]
    after = [Step(1, (OTHERWISE,)), *[Step(1)] * (options.after - 1)]
    print(f"{options.before} ticks before, {options.after} after; ms, best of {options.repeats}.")
    print()
    print("| project | save | restore | from checkpoint | from tick 0 | ratio |")
    print("|---|" + "---:|" * 5)
    ratios = []
    with VmRunner() as runner:

        def begin(data: bytes) -> Session:
            session = runner.load(data, anew=True)
            session.start(1)
            session.run(before)
            return session

        for prefix in TEN:
            data = file_of(options.corpus, prefix).read_bytes()
            full = best_ms(lambda: begin(data).run(after), options.repeats)  # noqa: B023
            session = begin(data)
            mark = session.save()
            steps = session.run(after)
            save = best_ms(session.save, options.repeats)
            restore = best_ms(lambda: session.restore(mark), options.repeats)  # noqa: B023

            def branch() -> None:
                session.restore(mark)  # noqa: B023
                assert session.run(after) == steps  # noqa: B023

            short = best_ms(branch, options.repeats)
            ratios.append(full / short)
            print(
                f"| `{prefix}` | {save:.1f} | {restore:.1f} | {short:.1f} | {full:.1f} "
                f"| {ratios[-1]:.1f} |",
                flush=True,
            )
    print()
    print(f"Median ratio: {statistics.median(ratios):.1f}")


if __name__ == "__main__":
    main()
