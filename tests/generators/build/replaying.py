# SPDX-License-Identifier: Apache-2.0
"""Builds without a VM: the verdict and the result of each project are recorded ones.

Everything else is what a build does: files are found and hashed, results are written to the work
folder, near-duplicates searched for, splits drawn, quotas filled, a release written.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from corpus_filters import Examined, Executor, Finding, Fingerprint, JudgeWork
from generators.build.exploring import ExploreWork, Job
from generators.build.project import ProjectResult
from generators.build.results import Head
from generators.tasks import Provenance, cut_next_state, cut_rollouts
from scratchworld.world import Instance
from tests.generators.builders import moving

VERSIONS = {"vm": "replayed"}


def small_corpus(folder: Path, count: int) -> None:
    """Write files that are told apart by their bytes alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(count):
        (folder / f"{n:06}.sb3").write_bytes(b"project %d" % n)


def small_results() -> list[ProjectResult]:
    """A rejected project, and one with a few instances."""
    windows = [*cut_next_state(*moving(4)), *cut_rollouts(*moving(4), (2,))]
    made = [
        window.instance(Provenance("0" * 16, "real", "", ""), replay_digest="d")
        for window in windows
    ]
    numbers = {"blocks": 9, "coverage": 0.5, "offered": len(made)}
    seconds = {"load": 0.25}
    return [
        ProjectResult("unstable", "a replay gave another trace", numbers={"blocks": 3}),
        ProjectResult(instances=made, numbers=dict(numbers), seconds=dict(seconds)),
        ProjectResult(instances=made[:3], numbers=dict(numbers), seconds=dict(seconds)),
    ]


@dataclass(frozen=True)
class ReplayingExecutor:
    """Gives the work of a build to ``inner``, with recorded results in the place of the VM's."""

    inner: Executor
    results: Sequence[ProjectResult]
    log: Path | None = None
    """Gets a line for each project that is explored."""
    pause: float = 0
    """Seconds that each takes."""

    def run(self, work: Any, jobs: Iterable[Any]) -> Iterator[Any]:
        if isinstance(work, JudgeWork):
            return self.inner.run(_Judging(work), jobs)
        if isinstance(work, ExploreWork):
            return self.inner.run(_Exploring(work, self.results, self.log, self.pause), jobs)
        return self.inner.run(work, jobs)


class _Replayed:
    def start(self) -> Any:
        return self

    def close(self) -> None:
        pass

    def kill(self) -> None:
        pass


@dataclass(frozen=True)
class _Judging(_Replayed):
    work: JudgeWork

    def process(self, job: Sequence[Any]) -> list[Finding]:
        findings: list[Finding] = []
        folder = self.work.folder
        assert folder is not None
        for file in job:
            stored = folder.load(file.sha256)
            examined = Examined.from_json(stored) if stored else examined_as(file.sha256)
            if not stored:
                folder.save(file.sha256, examined.to_json())
            findings.append(Finding(file.sha256, examined))
        return findings


@dataclass(frozen=True)
class _Exploring(_Replayed):
    work: ExploreWork
    results: Sequence[ProjectResult]
    log: Path | None
    pause: float

    def process(self, job: Job) -> Head:
        sha256 = job.project.sha256
        stored = self.work.results.find(sha256)
        if stored is None:
            time.sleep(self.pause)
            recorded = self.results[_draw(sha256, "result") % len(self.results)]
            head = self.work.results.save(sha256, relabelled(recorded, job))
            if self.log is not None:
                with self.log.open("a") as log:
                    log.write(f"{sha256}\n")
            return head
        return stored.head


def _draw(sha256: str, what: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{what} {sha256}".encode()).digest()[:8], "big")


def examined_as(sha256: str) -> Examined:
    """What the filters might say of a file: one in ten is nearly the same as its likes."""
    rng = np.random.default_rng(_draw(sha256, "print"))
    if rng.random() < 0.1:
        # one of very few programs, but for one feature in fifty
        base = np.random.default_rng(int(rng.integers(1000)))
        structure = base.integers(2**63, size=200, dtype=np.uint64)
        surface = base.integers(2**63, size=30, dtype=np.uint64)
        structure[:4] = rng.integers(2**63, size=4, dtype=np.uint64)
    else:
        size = int(np.exp(rng.uniform(np.log(20), np.log(2000))))
        structure = rng.integers(2**63, size=size, dtype=np.uint64)
        surface = rng.integers(2**63, size=30, dtype=np.uint64)
    blocks = structure.size // 4
    features = np.unique(structure), np.unique(surface)
    return Examined(
        kind="game",
        blocks=blocks,
        fingerprint=Fingerprint(sha256, blocks, *features),
        skeleton=hashlib.sha256(structure[-1:].tobytes()).hexdigest(),
    )


def relabelled(result: ProjectResult, job: Job) -> ProjectResult:
    """The recorded result as one of another project: no two instances have the same id."""

    def of_job(instance: Instance, n: int) -> Instance:
        name = hashlib.sha256(f"{job.project.sha256} {n}".encode()).hexdigest()[:16]
        source, family = job.project.source, job.project.family
        return replace(instance, instance_id=name, project=job.name, source=source, family=family)

    instances = [of_job(instance, n) for n, instance in enumerate(result.instances)]
    return replace(result, instances=instances)
