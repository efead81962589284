# SPDX-License-Identifier: Apache-2.0
"""``scratchworld build``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from corpus_filters import Executor, LocalExecutor, Location
from generators.build import (
    PRESETS,
    BuildOutcome,
    Repeat,
    build_release,
    load_preset,
    read_config,
    read_repeat,
    render_published,
    render_summary,
)
from generators.commands.options import (
    key_option,
    location,
    stage_progress,
    workers_option,
)
from generators.modalities import MODALITIES
from generators.perturbations import PERTURBATIONS
from scoring import copy_prior
from scratchworld.errors import InputError
from scratchworld.release import Manifest, Release, answers_folder
from scratchworld.world import TASKS

__all__ = ["command"]


@click.command("build")
@click.argument("corpus", type=location)
@click.argument("out", type=location)
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="TOML file that says what the release is made of; docs/building.md lists its keys.",
)
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    help="A configuration that comes along: paper has the published composition.",
)
@click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="KEY=VALUE",
    help="Replace a key of the configuration, such as real.projects=10. May be repeated.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    help="Seed of all choices and of the split.  [default: the configuration's, or 0]",
)
@click.option(
    "--tasks",
    metavar="NAMES",
    help=f"Tasks to make instances of, separated by commas, or all: {', '.join(TASKS)}. "
    "Without it all but decision and keyframes.",
)
@click.option(
    "--release-version",
    metavar="X.Y.Z",
    help="Semantic version of the release; scratchworld diff tells which must follow another.",
)
@click.option(
    "--modalities",
    metavar="NAMES",
    help=f"Modalities to make the release fit for, or all: {', '.join(MODALITIES)}.",
)
@click.option(
    "--withhold-targets",
    is_flag=True,
    help="Write the questions alone, and the answers into the folder OUT-answers beside them.",
)
@click.option(
    "--from-manifest",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Build the release of this manifest.json again, byte for byte. Takes no configuration.",
)
@click.option(
    "--perturbations",
    metavar="NAMES",
    help=f"Kinds of perturbed twins, separated by commas, or all: {', '.join(PERTURBATIONS)}.",
)
@workers_option
@click.option(
    "--executor",
    "executor_name",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Where the work is done: on this machine, or on the cluster of --scheduler.",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Scheduler of dask.distributed, such as tcp://host:8786; docs/cluster.md tells how.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Take only the first so many projects.")
@key_option
def command(
    corpus: Location,
    out: Location,
    config_file: Path | None,
    preset: str | None,
    overrides: tuple[str, ...],
    seed: int | None,
    tasks: str | None,
    perturbations: str | None,
    release_version: str | None,
    modalities: str | None,
    withhold_targets: bool,
    from_manifest: Path | None,
    workers: int,
    executor_name: str,
    scheduler: str | None,
    limit: int | None,
    key_file: Path | None,
) -> None:
    """Build a benchmark release from a folder of Scratch projects.

    CORPUS is searched for .sb3, .sb2, .sb and project.json files. OUT is the new release folder.
    Both may be URLs of object storage. Interrupted, the same command goes on where it was. With
    --from-manifest, exit code 1 means that the bytes are not those of the manifest.
    """
    if preset and config_file:
        raise click.UsageError("give --preset or --config, not both")
    if seed is not None:
        overrides = (*overrides, f"seed={seed}")
    if tasks is not None:
        names = _names("--tasks", tasks, TASKS)
        overrides = (*overrides, f"tasks={json.dumps(names)}")
    if modalities is not None:
        names = _names("--modalities", modalities, tuple(MODALITIES))
        overrides = (*overrides, f"modalities={json.dumps(names)}")
    if withhold_targets:
        overrides = (*overrides, "withhold_targets=true")
    if release_version is not None:
        overrides = (*overrides, f"release.version={json.dumps(release_version)}")
    if perturbations is not None:
        kinds = _names("--perturbations", perturbations, tuple(PERTURBATIONS))
        overrides = (*overrides, f"perturbations.kinds={json.dumps(kinds)}")
    if from_manifest and (preset or config_file or overrides or limit):
        raise click.UsageError("--from-manifest says all that a configuration and --limit would")
    repeat = read_repeat(from_manifest) if from_manifest else None
    if repeat:
        config = repeat.config
    else:
        config = load_preset(preset, overrides) if preset else read_config(config_file, overrides)
    summary: list[str] = []

    def finished(outcome: BuildOutcome, release: Release) -> None:
        summary.append(render_summary(outcome, release))
        if config.withhold_targets:
            answers = answers_folder(Path(str(out)))
            summary.append(f"The answers are in {answers}; keep them to yourself.")
        if preset == "paper":
            summary.append(render_published(release, copy_prior(release)))

    with stage_progress() as show, _executor(executor_name, scheduler, workers) as executor:
        outcome = build_release(
            corpus,
            out,
            config,
            executor=executor,
            limit=limit,
            key_file=key_file,
            progress=show,
            repeat=repeat,
            finished=finished,
        )
    click.echo("\n\n".join(summary))
    if repeat:
        _tell_repeated(repeat, outcome.manifest)


def _tell_repeated(repeat: Repeat, manifest: Manifest) -> None:
    differences = repeat.differences(manifest)
    if not differences:
        click.echo(f"\nByte for byte the release of {repeat.path}.")
        return
    click.echo(f"\nNot the release of {repeat.path}; these differ: {', '.join(differences)}")
    raise click.exceptions.Exit(1)


def _names(option: str, names: str, known: Sequence[str]) -> list[str]:
    """Read names separated by commas, or ``all``; in the order in which they are known."""
    chosen = set(known) if names == "all" else {name.strip() for name in names.split(",")}
    for name in sorted(chosen):
        if name not in known:
            raise InputError(f"{option}: no {name!r}; known: {', '.join(known)}")
    return [name for name in known if name in chosen]


@contextmanager
def _executor(name: str, scheduler: str | None, workers: int) -> Iterator[Executor]:
    if (name == "dask") != (scheduler is not None):
        raise click.UsageError("--executor dask and --scheduler ADDRESS belong together")
    if scheduler is None:
        yield LocalExecutor(workers)
        return
    from generators.build.cluster import DaskExecutor

    with closing(DaskExecutor(scheduler)) as executor:
        yield executor
