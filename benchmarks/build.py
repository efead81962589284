# SPDX-License-Identifier: Apache-2.0
"""Where the time of a build goes: instances a second, and the share of each stage.

    python benchmarks/build.py CORPUS [PROJECTS]

Builds a release from the first so many projects with one worker. Tracing happens while a project
is explored and verified; ``benchmarks/ticks.py`` measures what it adds to a tick.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from generators.build import BuildOutcome, build_release
from scoring.report.text_table import render_table


def main(corpus: Path, limit: int) -> None:
    """Build, then print the table."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        outcome = build_release(corpus, Path(folder, "out"), limit=limit)
        total = time.perf_counter() - start
    print(_stages(outcome, total))
    instances = outcome.manifest.counts["instances"]
    print(f"\n{instances} instances of {limit} projects: {instances / total:.2f} a second")


def _stages(outcome: BuildOutcome, total: float) -> str:
    stages = dict(outcome.seconds)
    stages["start and write"] = total - sum(stages.values())
    rows = [[stage, f"{100 * spent / total:.1f}"] for stage, spent in stages.items()]
    return render_table(("stage", "% of the build's time"), rows)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 40)
