# SPDX-License-Identifier: Apache-2.0
"""The stages of a build. What they learn of each project stands in a ledger on disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpus_filters import Executor, JudgeWork, LocalExecutor, Location, no_projects
from generators.build.composition import Share, compose, place_of
from generators.build.config import BuildConfig
from generators.build.corpus import scan_projects
from generators.build.exploring import ExploreWork, Job
from generators.build.filtering import decide_splits, filter_projects
from generators.build.identity import project_name
from generators.build.ledger import Ledger
from generators.build.pictures import BuildPictures
from generators.build.results import BuildFolder
from generators.privacy import Privacy
from scratchworld.release import Program, ReportRow
from scratchworld.world import Instance

__all__ = ["Progress", "Stages"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, the number of projects done in it and the number of all of them."""


@dataclass(slots=True)
class Stages:
    """The stages of one build, in the order of its methods."""

    ledger: Ledger
    config: BuildConfig
    privacy: Privacy
    executor: Executor
    progress: Progress | None = None
    shares: list[Share] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall time of each stage."""
    exploring: dict[str, float] = field(default_factory=dict)
    """Wall time of exploring by its own stages, summed over the projects."""

    def scan(self, corpus: Location, key: bytes, limit: int | None = None) -> None:
        """Find the projects of the corpus; only the first so many with ``limit``."""
        executor = self.executor
        if isinstance(corpus, Path):
            corpus = corpus.absolute()  # workers may run elsewhere
        if limit is not None or isinstance(executor, LocalExecutor):
            # the disk decides how fast that is; and one worker keeps the order
            executor = LocalExecutor()
        with self.timed("scan"), closing(scan_projects(corpus, executor)) as found:
            for number, project in found:
                self.ledger.add(number, project, project_name(key, project.sha256))
                if limit is not None and self.ledger.count() >= limit:
                    break
        if not self.ledger.count():
            raise no_projects(corpus)

    def filter(self, work: BuildFolder, scratch: Path) -> None:
        """Give every project its verdict, and the kept ones their group and split."""
        judging = JudgeWork(self.config.limits, work.verdicts)
        show = self._show("filter", self.ledger.count())
        with self.timed("filter"):
            filter_projects(self.ledger, self.config, judging, self.executor, scratch, show)
            decide_splits(self.ledger, self.config)

    def explore(self, work: BuildFolder) -> None:
        """Explore every wanted project whose result the work folder does not hold yet."""
        for source, family in self.ledger.families():
            if self.config.wants(source, family):
                self.ledger.want(source, family)
        show = self._show("explore", self.ledger.count("explored"))
        jobs = (Job(project, name) for project, name in self.ledger.to_explore())
        exploring = ExploreWork(self.config, self.privacy, work.results, work.pictures)
        with self.timed("explore"):
            for done, head in enumerate(self.executor.run(exploring, jobs), 1):
                if self.config.withhold_targets:
                    head = head.without_revealing()
                source = self.ledger.source(head.sha256)
                self.ledger.explored(head, place_of(head, source, self.config))
                for stage, seconds in head.seconds.items():
                    self.exploring[stage] = self.exploring.get(stage, 0.0) + seconds
                show(done)

    def compose(self) -> None:
        """Choose the instances of the release."""
        with self.timed("compose"):
            self.shares = compose(self.ledger, self.config)

    def instances(self, work: BuildFolder, pictures: BuildPictures | None) -> Iterator[Instance]:
        """Yield all instances of the release, project by project in the order of names.

        ``pictures`` are set to those of the project whose instances follow.
        """
        for outcome in self.ledger.outcomes():
            if outcome.chosen:
                chosen = frozenset(outcome.chosen)
                result = work.results.load(outcome.project.sha256)
                if pictures is not None:
                    pictures.of_project = result.pictures(chosen)
                for instance in result.instances(chosen):
                    yield replace(instance, split=outcome.split)

    def programs(self, work: BuildFolder) -> Iterator[Program]:
        """Yield the program of each project and variant that the release has instances of."""
        for outcome in self.ledger.outcomes():
            if outcome.chosen:
                result = work.results.load(outcome.project.sha256)
                for made in result.presented(frozenset(outcome.chosen)).get("program", ()):
                    yield Program(outcome.name, split=outcome.split, **made)

    def report(self) -> Iterator[ReportRow]:
        """Yield what became of each project."""
        for outcome in self.ledger.outcomes():
            # the folder of the corpus is nobody's business
            detail = outcome.detail.replace(f"{outcome.project.path}: ", "")
            yield ReportRow(
                project=outcome.name,
                verdict="rejected" if outcome.reason else "kept",
                reason=outcome.reason,
                detail=self.privacy.detail(outcome.project, outcome.reason, detail),
                source=outcome.project.source,
                family=outcome.project.family,
                related=outcome.related,
                numbers={**outcome.numbers, "instances": len(outcome.chosen)},
            )

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Note the wall time of the body as that of a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = time.perf_counter() - start

    def _show(self, stage: str, total: int) -> Callable[[int], None]:
        def show(done: int) -> None:
            if self.progress:
                self.progress(stage, done, total)

        show(0)
        return show
