# SPDX-License-Identifier: Apache-2.0
"""``scratchworld diff``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from scratchworld.release import Difference, compare_releases, load_release

__all__ = ["command"]

_SHOWN = 10
"""Instances of a kind that are listed; ``--json`` lists all."""
_NUMBERS = {"major": "first", "minor": "second", "patch": "third"}


@click.command("diff")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option(
    "--old-answers",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the answers of OLD, where its targets are withheld.",
)
@click.option(
    "--new-answers",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the answers of NEW, where its targets are withheld.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every instance.")
def command(
    old: Path, new: Path, old_answers: Path | None, new_answers: Path | None, as_json: bool
) -> None:
    """Tell two versions of a release apart, and which number of the version must rise.

    OLD and NEW are release folders. Lists the instances that were added, removed or changed, and in
    which columns. Exit code 1 means that the version of NEW did not rise as far as it must.
    """
    one, other = load_release(old, old_answers), load_release(new, new_answers)
    difference = compare_releases(one, other)
    if as_json:
        click.echo(json.dumps(difference.to_json(), indent=2, sort_keys=True))
    else:
        click.echo("\n".join(_lines(difference)))
    if one.withheld or other.withheld:
        click.echo("note: targets are withheld, so labels were not compared", err=True)
    sys.exit(0 if difference.is_sound else 1)


def _lines(difference: Difference) -> Iterator[str]:
    yield from _listed("added", "+", difference.added)
    yield from _listed("removed", "-", difference.removed)
    changed: dict[str, list[str]] = {}
    for change in difference.changed:
        line = f"{change.instance_id} {change.part}: {', '.join(change.columns)}"
        changed.setdefault(change.task, []).append(line)
    yield from _listed("changed", "~", changed)
    yield from (f"other file: {name}" for name in difference.files)
    yield _verdict(difference)


def _listed(what: str, sign: str, by_task: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for task, lines in by_task.items():
        yield f"{task}: {len(lines)} {what}"
        yield from (f"  {sign} {line}" for line in lines[:_SHOWN])
        if len(lines) > _SHOWN:
            yield f"    and {len(lines) - _SHOWN} more"


def _verdict(difference: Difference) -> str:
    old, new = (version or "no version" for version in difference.versions)
    if difference.required == "none":
        return f"{old} -> {new}: the same content" + ("" if difference.is_sound else ", but older")
    must = (
        f"the {_NUMBERS[difference.required]} number must rise: {'; '.join(difference.reasons())}"
    )
    if difference.is_sound:
        return f"{old} -> {new}: {must}; it did"
    return f"{old} -> {new}: {must}; at least {difference.next_version()}"
