# SPDX-License-Identifier: Apache-2.0
"""Builds a release from a corpus folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from corpus_filters import Judged, work_identity
from generators.build.composition import Composition, Offer, Share, compose, offers_of
from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile, find_projects
from generators.build.executor import run_jobs
from generators.build.filtering import decide_splits, filter_projects, group_related
from generators.build.identity import default_key_file, project_name, read_key
from generators.build.leaks import check_inputs
from generators.build.pictures import BuildPictures, picture_versions, ticks_shown
from generators.build.project import ProjectResult
from generators.build.repeat import Repeat, inputs_of
from generators.build.results import BuildFolder
from generators.build.versions import find_versions
from scratchworld import __version__
from scratchworld.release import (
    Manifest,
    Part,
    Program,
    Programs,
    ReleaseFacts,
    ReportRow,
    answers_folder,
    check_answers_target,
    check_target,
    load_release,
    sibling,
    withhold_targets,
    without_revealing,
    write_release,
)
from scratchworld.world import Instance
from vm_runner import VmRunner

__all__ = ["BuildOutcome", "Progress", "build_release"]

Progress = Callable[[str, int, int], None]
"""Called with the stage, the number of projects done in it and the number of all of them."""


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """A written release and what the build learned on the way."""

    manifest: Manifest
    report: tuple[ReportRow, ...]
    seconds: dict[str, float]
    """Wall time: of the filters, then by stage of all explored projects, summed over workers."""
    shares: tuple[Share, ...]
    """What the configuration asked for, and what there was."""


def build_release(
    corpus: Path,
    out: Path,
    config: BuildConfig | None = None,
    *,
    workers: int = 1,
    limit: int | None = None,
    key_file: Path | None = None,
    progress: Progress | None = None,
    repeat: Repeat | None = None,
) -> BuildOutcome:
    """Build a release at ``out`` from the projects below ``corpus``.

    With ``repeat`` its configuration and limit count; corpus, key and versions must be its own.

    The same corpus, configuration, key and versions give the same bytes, whatever the number of
    workers. A build that was interrupted goes on where it was when it is called again.

    Raises:
        InputError: when the corpus, the key file or the output folder cannot be used.
        NodeSetupError: when the VM cannot be installed.
    """
    config = repeat.config if repeat else config or BuildConfig()
    limit = repeat.limit if repeat else limit
    out = out.resolve()
    check_target(out)
    if config.withhold_targets:
        check_answers_target(answers_folder(out))
    projects = find_projects(corpus, limit)
    key = read_key(key_file or default_key_file())
    drawing = picture_versions(config)
    inputs = inputs_of(projects, key, limit)
    if repeat:
        repeat.check_inputs(inputs)
    with VmRunner() as vm:
        versions = find_versions(vm, second_engine=config.second_engine)
    if repeat:
        repeat.check_versions(versions | drawing)
    names = {project.sha256: project_name(key, project.sha256) for project in projects}
    work = BuildFolder(
        out,
        verdicts=work_identity(versions, config.limits),
        results={
            "tool": __version__,
            "versions": versions | drawing,
            "config": config.of_exploration(),
            "key": project_name(key, "work folder"),
        },
    )
    work.open()
    build = _Build(projects, names, config, workers, work, progress)
    build.filter()
    build.explore()
    build.compose()
    build.pictures = BuildPictures.wanted(config, work.pictures)
    content = config.to_json()
    del content["release"]  # it has places of its own in the manifest
    facts = ReleaseFacts(
        config.release,
        versions=versions | drawing,
        seeds={"build": config.seed},
        budgets={
            "rounds": config.limits.rounds,
            "warp_checks": config.limits.warp_checks,
        },
        configuration={
            **content,
            "corpus_projects": len(projects),
        },
        inputs=inputs,
    )
    # the rows of the report come in while the instances are written, before the report is
    parts = [Programs(build.programs())]
    manifest = _write(out, build, facts, parts)
    work.remove()
    return BuildOutcome(manifest, tuple(build.report), build.seconds, build.composition.shares)


def _write(out: Path, build: _Build, facts: ReleaseFacts, parts: Sequence[Part]) -> Manifest:
    if not build.config.withhold_targets:
        return write_release(out, build.instances(), build.report, facts, parts, build.pictures)
    with sibling(out, "complete") as folder:
        write_release(folder, build.instances(), build.report, facts, parts, build.pictures)
        return withhold_targets(load_release(folder), out, answers_folder(out))


@dataclass(slots=True)
class _Build:
    """The stages of one build, in the order of its methods."""

    projects: Sequence[ProjectFile]
    names: Mapping[str, str]
    config: BuildConfig
    workers: int
    work: BuildFolder
    progress: Progress | None
    judged: dict[str, Judged] = field(default_factory=dict)
    splits: dict[str, str] = field(default_factory=dict)
    """Of kept projects, by SHA-256."""
    related: dict[str, str] = field(default_factory=dict)
    """Of kept projects, by SHA-256: the name of their group."""
    offers: dict[str, list[Offer]] = field(default_factory=dict)
    """Of explored projects, by SHA-256."""
    composition: Composition = field(default_factory=lambda: Composition(frozenset(), ()))
    pictures: BuildPictures | None = None
    report: list[ReportRow] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def filter(self) -> None:
        """Give every project its verdict, and the kept ones their split."""
        start = time.perf_counter()
        self.judged = filter_projects(
            self.projects,
            self.names,
            self.config,
            workers=self.workers,
            work=self.work.verdicts,
            progress=self._show("filter"),
        )
        groups = group_related(self.judged.values())
        self.splits = decide_splits(groups, self.config)
        self.related = {row.file.sha256: name for name, rows in groups.items() for row in rows}
        self.seconds["filter"] = time.perf_counter() - start

    def explore(self) -> None:
        """Explore every wanted project whose result the work folder does not hold yet."""
        todo: list[ProjectFile] = []
        wanted = [project for project in self.projects if self._explores(project)]
        for project in wanted:
            result = self.work.load(project.sha256)
            if result is None:
                todo.append(project)
            else:
                self.offers[project.sha256] = self._offers(result)
        # in the order of hashes, so that neighbours in the corpus do not end in one worker
        todo.sort(key=lambda project: project.sha256)
        show = self._show("explore")
        show(len(self.offers), len(wanted))
        jobs = [(project, self.names[project.sha256]) for project in todo]
        for project, result in run_jobs(jobs, self.config, self.workers, self.work.pictures):
            self.work.save(project.sha256, result)
            self.offers[project.sha256] = self._offers(result)
            show(len(self.offers), len(wanted))

    def _offers(self, result: ProjectResult) -> list[Offer]:
        if self.config.withhold_targets:
            shown = partial(ticks_shown, config=self.config)
            return offers_of(without_revealing(result.instances, shown))
        return offers_of(result.instances)

    def compose(self) -> None:
        """Choose the instances of the release."""
        self.composition = compose(self.projects, self.offers, self.config)

    def _explores(self, project: ProjectFile) -> bool:
        kept = project.sha256 in self.splits
        return kept and self.config.wants(project.source, project.family)

    def instances(self) -> Iterator[Instance]:
        """Yield all instances of the release, and report on each project on the way."""
        for project in self.projects:
            if not self._explores(project):
                self.report.append(self._unexplored(project))
                continue
            result = self._loaded(project)
            self._count(result)
            chosen = [
                replace(instance, split=self.splits[project.sha256])
                for instance in result.instances
                if instance.instance_id in self.composition.chosen
            ]
            if self.pictures is not None:
                self.pictures.of_project = result.pictures
            yield from check_inputs(chosen, result.presented, self.config.modalities)
            self.report.append(
                self._row(
                    project,
                    result.reason,
                    result.detail,
                    {**result.numbers, "instances": len(chosen)},
                )
            )

    def programs(self) -> Iterator[Program]:
        """Yield the program of each project and variant that the release has instances of."""
        for project in self.projects:
            if not self._explores(project):
                continue
            result = self._loaded(project)
            chosen = self.composition.chosen
            variants = {each.variant for each in result.instances if each.instance_id in chosen}
            for made in result.presented.get("program", ()):
                if made["variant"] in variants:
                    name, split = self.names[project.sha256], self.splits[project.sha256]
                    yield Program(name, split=split, **made)

    def _unexplored(self, project: ProjectFile) -> ReportRow:
        judged = self.judged[project.sha256]
        # the folder of the corpus is nobody's business
        detail = judged.verdict.detail.replace(f"{project.path}: ", "")
        numbers = {"structure": judged.structure, "surface": judged.surface, "instances": 0}
        return self._row(project, judged.verdict.reason, detail, numbers)

    def _row(
        self,
        project: ProjectFile,
        reason: str,
        detail: str,
        numbers: Mapping[str, int | float | None],
    ) -> ReportRow:
        return ReportRow(
            project=self.names[project.sha256],
            verdict="rejected" if reason else "kept",
            reason=reason,
            detail=detail,
            source=project.source,
            family=project.family,
            related=self.related.get(project.sha256, ""),
            numbers=numbers,
        )

    def _loaded(self, project: ProjectFile) -> ProjectResult:
        result = self.work.load(project.sha256)
        if result is None:
            raise RuntimeError(f"the result of {project.sha256} vanished from {self.work.path}")
        return result

    def _count(self, result: ProjectResult) -> None:
        for stage, seconds in result.seconds.items():
            self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds

    def _show(self, stage: str) -> Callable[[int, int], None]:
        def show(done: int, total: int) -> None:
            if self.progress:
                self.progress(stage, done, total)

        return show
