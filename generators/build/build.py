# SPDX-License-Identifier: Apache-2.0
"""Builds a release from a corpus folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow

from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile, find_projects
from generators.build.executor import Job, run_jobs
from generators.build.identity import default_key_file, project_name, read_key
from generators.build.project import ProjectResult
from generators.build.results import WorkFolder
from scratchworld import __version__
from scratchworld.release import (
    Manifest,
    ReleaseFacts,
    ReportRow,
    check_target,
    write_release,
)
from scratchworld.world import Instance
from vm_runner import VmRunner

__all__ = ["BuildOutcome", "Progress", "build_release"]

Progress = Callable[[int, int], None]
"""Called with the number of projects done and the number of all."""


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """A written release and what the build learned on the way."""

    manifest: Manifest
    report: tuple[ReportRow, ...]
    seconds: dict[str, float]
    """Wall time of all projects by stage, summed over workers."""


def build_release(
    corpus: Path,
    out: Path,
    config: BuildConfig | None = None,
    *,
    workers: int = 1,
    limit: int | None = None,
    key_file: Path | None = None,
    progress: Progress | None = None,
) -> BuildOutcome:
    """Build a release at ``out`` from the projects below ``corpus``.

    The same corpus, configuration, key and versions give the same bytes, whatever the number of
    workers. A build that was interrupted goes on where it was when it is called again.

    Raises:
        InputError: when the corpus, the key file or the output folder cannot be used.
        NodeSetupError: when the VM cannot be installed.
    """
    config = config or BuildConfig()
    out = out.resolve()
    check_target(out)
    projects = find_projects(corpus, limit)
    key = read_key(key_file or default_key_file())
    with VmRunner() as vm:
        # the bytes of a parquet file depend on its writer
        versions = {**vm.versions, "pyarrow": pyarrow.__version__}
    names = {project.sha256: project_name(key, project.sha256) for project in projects}
    work = WorkFolder(
        out,
        {
            "tool": __version__,
            "versions": versions,
            "config": config.to_json(),
            "key": project_name(key, "work folder"),
        },
    )
    work.open()
    _process(projects, names, config, workers, work, progress)
    report = [_report_row(project, names, work) for project in projects]
    facts = ReleaseFacts(
        versions=versions,
        seeds={"build": config.seed},
        budgets={
            "rounds": config.limits.rounds,
            "warp_checks": config.limits.warp_checks,
        },
        configuration={
            **config.to_json(),
            "corpus_projects": len(projects),
        },
    )
    manifest = write_release(out, _instances(projects, work), report, facts)
    seconds = _sum_seconds(projects, work)
    work.remove()
    return BuildOutcome(manifest, tuple(report), seconds)


def _process(
    projects: Sequence[ProjectFile],
    names: dict[str, str],
    config: BuildConfig,
    workers: int,
    work: WorkFolder,
    progress: Progress | None,
) -> None:
    """Process every project that the work folder does not hold yet."""
    # in the order of hashes, so that neighbours in the corpus do not end in one worker
    todo: list[Job] = sorted(
        (
            (project, names[project.sha256])
            for project in projects
            if work.load(project.sha256) is None
        ),
        key=lambda job: job[0].sha256,
    )
    done = len(projects) - len(todo)
    if progress:
        progress(done, len(projects))
    if not todo:
        return
    for project, result in run_jobs(todo, config, workers):
        work.save(project.sha256, result)
        done += 1
        if progress:
            progress(done, len(projects))


def _loaded(work: WorkFolder, project: ProjectFile) -> ProjectResult:
    result = work.load(project.sha256)
    if result is None:
        raise RuntimeError(f"the result of {project.sha256} vanished from {work.path}")
    return result


def _instances(projects: Sequence[ProjectFile], work: WorkFolder) -> Iterator[Instance]:
    for project in projects:
        yield from _loaded(work, project).instances


def _report_row(project: ProjectFile, names: dict[str, str], work: WorkFolder) -> ReportRow:
    result = _loaded(work, project)
    kept = not result.reason
    return ReportRow(
        project=names[project.sha256],
        verdict="kept" if kept else "rejected",
        reason=result.reason,
        detail=result.detail,
        source=project.source,
        family=project.family,
        numbers=result.numbers,
    )


def _sum_seconds(projects: Sequence[ProjectFile], work: WorkFolder) -> dict[str, float]:
    total: dict[str, float] = {}
    for project in projects:
        for stage, seconds in _loaded(work, project).seconds.items():
            total[stage] = total.get(stage, 0.0) + seconds
    return total
