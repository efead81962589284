# SPDX-License-Identifier: Apache-2.0
"""``scratchworld verify``."""

from __future__ import annotations

from pathlib import Path

import click

from generators.build import default_key_file, read_key
from generators.commands.options import key_option
from generators.oracle import corpus_by_name
from generators.verify import Verification, verify_release
from scratchworld.release import Release, load_release
from vm_runner import Limits, VmRunner

__all__ = ["command"]


@click.command("verify")
@click.argument("release", type=click.Path(path_type=Path))
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of the projects that the release was built from.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    help="Execute only so many instances, drawn by --seed. Default: all.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
@key_option
def command(
    release: Path, corpus: Path, sample: int | None, seed: int, key_file: Path | None
) -> None:
    """Check a release, and execute its labels again.

    Checks the hash of every file, every row against its schema, id and counts, and that no project
    is in two splits. Then runs instances from tick 0 in a fresh VM process, and compares input
    states, targets, monitors and digests. Lists what disagrees; exit code 1 if anything does.
    """
    loaded = load_release(release)
    projects = corpus_by_name(corpus, read_key(key_file or default_key_file()))
    with VmRunner(limits=_limits(loaded)) as runner:
        for line in _other_versions(loaded, runner):
            click.echo(f"note: {line}", err=True)
        result = verify_release(loaded, projects, runner, sample=sample, seed=seed)
    for where, what in result.faults:
        click.echo(f"{where}: {what}")
    click.echo(_summary(result))
    if result.faults:
        raise click.exceptions.Exit(1)


def _limits(release: Release) -> Limits:
    """The work of a tick that the labels were made under."""
    budgets = release.manifest.budgets
    default = Limits()
    return Limits(
        rounds=int(budgets.get("rounds", default.rounds)),
        warp_checks=int(budgets.get("warp_checks", default.warp_checks)),
    )


def _other_versions(release: Release, runner: VmRunner) -> list[str]:
    here = runner.versions
    return [
        f"the release was made with {name} {version}, here is {here[name]}"
        for name, version in sorted(release.manifest.versions.items())
        if name in here and here[name] != version
    ]


def _summary(result: Verification) -> str:
    return (
        f"{result.instances} rows checked, {result.replayed} labels executed again, "
        f"{result.digests} of their digests compared: "
        f"{len(result.faults) or 'no'} disagreement{'' if len(result.faults) == 1 else 's'}"
    )
