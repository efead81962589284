# SPDX-License-Identifier: Apache-2.0
"""What a task that runs the project again is made from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from generators.exploration import Program
from generators.tasks.window import Provenance
from scratchworld.world import Episode, Trace, TraceStep
from vm_runner import VmRunner

__all__ = ["Material", "executed_blocks"]


@dataclass(frozen=True, slots=True)
class Material:
    """A project, what it did, and two VM processes to run it in."""

    data: bytes
    """The project file."""
    sha256: str
    """Of the file; seeds the choices."""
    program: Program
    episodes: Sequence[tuple[Episode, Trace]]
    """Episodes of the project; each has been replayed in another process."""
    provenance: Provenance
    seed: int
    """The build's."""
    explorer: VmRunner
    verifier: VmRunner
    numbers: dict[str, int | float | None] = field(default_factory=dict)
    """Counts for the build's report, added to by the tasks."""

    def rng(self, purpose: str) -> random.Random:
        """Return a generator that depends on project, seed and purpose alone."""
        return random.Random(f"{purpose} {self.seed} {self.sha256}")

    def count(self, name: str, by: int = 1) -> None:
        """Add to one of the numbers."""
        self.numbers[name] = (self.numbers.get(name) or 0) + by

    def replay(self, episode: Episode) -> Trace:
        """Run an episode from tick 0 in the verifier's process. Raises ``ProjectError``."""
        return self.verifier.run(self.data, episode)


def executed_blocks(steps: Iterable[TraceStep]) -> Counter[str]:
    """Count the executions of each block in some steps."""
    counts: Counter[str] = Counter()
    for step in steps:
        for event in step.events:
            if event["type"] == "blocks":
                counts.update(event["counts"])
    return counts
