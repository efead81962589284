# SPDX-License-Identifier: Apache-2.0
"""``scratchworld verify``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import click

from generators.build import default_key_file, read_key
from generators.commands.options import corpus_option, key_option, release_argument
from generators.released import ReleasedProjects
from generators.verify import Verification, verify_release
from scoring.commands.options import answers_option
from scratchworld.errors import InputError
from scratchworld.release import Release, load_release
from vm_runner import Limits, VmRunner
from vm_runner.spidermonkey import SecondEngine

__all__ = ["command"]


@click.command("verify")
@release_argument
@answers_option
@corpus_option("; without it nothing is executed")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    help="Execute only so many instances, drawn by --seed. Default: all.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
@click.option(
    "--engine",
    type=click.Choice(["node", SecondEngine.name]),
    default="node",
    show_default=True,
    help="spidermonkey: compute every trace on this engine too, and compare.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a JSON file: versions, disagreements, and the engines that agree on each instance.",
)
@key_option
def command(
    release: Path,
    answers: Path | None,
    corpus: Path | None,
    sample: int | None,
    seed: int,
    engine: str,
    report: Path | None,
    key_file: Path | None,
) -> None:
    """Check a release, and execute its labels again.

    Checks the hash of every file, tables and schemas, every row against its id and counts, that no
    input tells its label, and that no project, relative or near-duplicate is in two splits. With
    --corpus it runs instances from tick 0 in a fresh VM process, and compares input states,
    targets, monitors and digests. Lists what disagrees; exit code 1 if anything does.

    Of a release whose targets are withheld it also checks that no input shows the answer of
    another instance. To execute it, give --answers.

    --engine spidermonkey needs `pip install "scratchworld[verify]"`. It runs the same VM under
    Firefox's JavaScript engine, the renderer's answers recorded on Node, and compares digests.
    """
    loaded = load_release(release, answers)
    if corpus is None:
        if sample or engine != "node" or report:
            raise InputError("to execute labels, give the folder of the projects: --corpus DIR")
        click.echo("note: no label is executed; for that give --corpus DIR", err=True)
        _tell(verify_release(loaded, None, None))
        return
    loaded.require_labels()
    key = read_key(key_file or default_key_file())
    projects = ReleasedProjects.find(corpus, key, loaded.manifest)
    with ExitStack() as stack:
        runner = stack.enter_context(VmRunner(limits=_limits(loaded)))
        second = stack.enter_context(SecondEngine(runner)) if engine != "node" else None
        versions = runner.versions | (second.versions if second else {})
        for line in _other_versions(loaded, versions):
            click.echo(f"note: {line}", err=True)
        result = verify_release(loaded, projects, runner, engine=second, sample=sample, seed=seed)
    if report is not None:
        report.write_text(_report(result, versions), encoding="utf-8")
    _tell(result)


def _tell(result: Verification) -> None:
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


def _report(result: Verification, versions: Mapping[str, str]) -> str:
    document = {
        "versions": dict(versions),
        "rows": result.instances,
        "executed": result.replayed,
        "engines": result.engines,
        "disagreements": [fault._asdict() for fault in result.faults],
    }
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _other_versions(release: Release, here: Mapping[str, str]) -> list[str]:
    return [
        f"the release was made with {name} {version}, here is {here[name]}"
        for name, version in sorted(release.manifest.versions.items())
        if name in here and here[name] != version
    ]


def _summary(result: Verification) -> str:
    engines = Counter(engine for agreeing in result.engines.values() for engine in agreeing)
    second = engines[SecondEngine.name]
    drawn = result.pictures
    return (
        f"{result.instances} rows checked, {result.replayed} labels executed again, "
        f"{result.digests} of their digests compared"
        f"{f', {drawn} of their pictures drawn again' if drawn else ''}"
        f"{f', {second} computed by {SecondEngine.name} too' if second else ''}: "
        f"{len(result.faults) or 'no'} disagreement{'' if len(result.faults) == 1 else 's'}"
    )
