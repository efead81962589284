# SPDX-License-Identifier: Apache-2.0
"""``scratchworld build``."""

from __future__ import annotations

from pathlib import Path

import click

from generators.build import BuildConfig, build_release, render_summary
from generators.commands.options import (
    key_option,
    seed_option,
    stage_progress,
    workers_option,
)
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("build")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@seed_option
@workers_option
@click.option("--limit", type=click.IntRange(min=1), help="Take only the first so many projects.")
@key_option
def command(
    corpus: Path,
    out: Path,
    seed: int,
    workers: int,
    limit: int | None,
    key_file: Path | None,
) -> None:
    """Build a benchmark release from a folder of Scratch projects.

    CORPUS is searched for .sb3, .sb2, .sb and project.json files. OUT is the new release folder.
    Interrupted, the same command goes on where it was.
    """
    with stage_progress() as show:
        outcome = build_release(
            corpus,
            out,
            BuildConfig(seed=seed),
            workers=workers,
            limit=limit,
            key_file=key_file,
            progress=show,
        )
    click.echo(render_summary(outcome, load_release(out)))
