# SPDX-License-Identifier: Apache-2.0
"""Builds a release from a corpus folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from corpus_filters import Executor, LocalExecutor, Location, work_identity
from generators.build.composition import Share
from generators.build.config import BuildConfig
from generators.build.identity import default_key_file, project_name, read_key
from generators.build.ledger import Ledger
from generators.build.pictures import BuildPictures, picture_versions
from generators.build.repeat import Repeat, inputs_of
from generators.build.results import BuildFolder, work_location
from generators.build.stages import Progress, Stages
from generators.build.target import Target, open_target
from generators.build.versions import find_versions
from generators.privacy import Privacy
from scratchworld import __version__
from scratchworld.disk import explain_full_disk
from scratchworld.release import (
    Manifest,
    Part,
    Programs,
    Release,
    ReleaseFacts,
    answers_folder,
    load_release,
    withhold_targets,
    write_release,
)
from vm_runner import VmRunner

__all__ = ["BuildOutcome", "build_release"]


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """A written release and what the build learned on the way."""

    manifest: Manifest
    seconds: dict[str, float]
    """Wall time of each stage of the build."""
    exploring: dict[str, float]
    """Wall time of exploring by its own stages, summed over the workers and all projects, those
    of interrupted runs included."""
    shares: tuple[Share, ...]
    """What the configuration asked for, and what there was."""


Finished = Callable[[BuildOutcome, Release], None]


def build_release(
    corpus: Location,
    out: Location,
    config: BuildConfig | None = None,
    *,
    workers: int = 1,
    executor: Executor | None = None,
    limit: int | None = None,
    key_file: Path | None = None,
    progress: Progress | None = None,
    repeat: Repeat | None = None,
    finished: Finished | None = None,
) -> BuildOutcome:
    """Build a release at ``out`` from the projects below ``corpus``, each a path or a URL.

    With ``repeat`` its configuration and limit count; corpus, key and versions must be its own.
    ``executor`` takes the place of ``workers`` processes on this machine. ``finished`` is called
    with the release before it leaves this machine.

    The same corpus, configuration, key and versions give the same bytes, whatever the number of
    workers and wherever they run. A build that was interrupted goes on where it was when it is
    called again.

    Raises:
        InputError: when the corpus, the key file or the output folder cannot be used, or the disk
            is full.
        NodeSetupError: when the VM cannot be installed.
    """
    config = repeat.config if repeat else config or BuildConfig()
    limit = repeat.limit if repeat else limit
    target = open_target(out, answers=config.withhold_targets)
    key = read_key(key_file or default_key_file(), release=out)
    drawing = picture_versions(config)
    with (
        explain_full_disk(str(out)),
        target.scratch(work_location(target.location)) as scratch,
        closing(Ledger(scratch / "ledger.sqlite")) as ledger,
    ):
        privacy = Privacy(key, config.anonymise, config.keep_words)
        stages = Stages(ledger, config, privacy, executor or LocalExecutor(workers), progress)
        stages.scan(corpus, key, limit)
        inputs = inputs_of((project for project, _ in ledger.projects()), key, limit)
        if repeat:
            repeat.check_inputs(inputs)
        versions = _versions(config)
        if repeat:
            repeat.check_versions(versions | drawing)
        work = BuildFolder(
            target.location,
            verdicts=work_identity(versions, config.limits),
            results={
                "tool": __version__,
                "versions": versions | drawing,
                "config": config.of_exploration(),
                "key": project_name(key, "work folder"),
            },
        )
        work.open()
        stages.filter(work, scratch)
        stages.explore(work)
        stages.compose()
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
                "corpus_projects": ledger.count(),
            },
            inputs=inputs,
        )
        outcome = _write(stages, work, facts, target, scratch, finished)
    work.remove()
    return outcome


def _write(
    stages: Stages,
    work: BuildFolder,
    facts: ReleaseFacts,
    target: Target,
    scratch: Path,
    finished: Finished | None,
) -> BuildOutcome:
    with target.folder() as folder:
        answers = answers_folder(folder) if stages.config.withhold_targets else None
        with stages.timed("write"):
            manifest = _write_folder(stages, work, facts, folder, answers, scratch)
        outcome = BuildOutcome(manifest, stages.seconds, stages.exploring, tuple(stages.shares))
        if finished:
            finished(outcome, load_release(folder, answers))
        if answers is not None:
            target.put(answers)
        target.put(folder)
    return outcome


def _write_folder(
    stages: Stages,
    work: BuildFolder,
    facts: ReleaseFacts,
    folder: Path,
    answers: Path | None,
    scratch: Path,
) -> Manifest:
    pictures = BuildPictures.wanted(stages.config, work.pictures)

    def write(folder: Path) -> Manifest:
        parts: list[Part] = [Programs(stages.programs(work))]
        instances = stages.instances(work, pictures)
        return write_release(folder, instances, stages.report(), facts, parts, pictures)

    if answers is None:
        return write(folder)
    # the next build empties this folder, so that no labels lie about after an interruption
    complete = scratch / "complete"
    write(complete)
    return withhold_targets(load_release(complete), folder, answers)


def _versions(config: BuildConfig) -> dict[str, str]:
    with VmRunner() as vm:
        return find_versions(vm, second_engine=config.second_engine)
