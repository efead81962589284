# SPDX-License-Identifier: Apache-2.0
"""``scratchworld compare``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import (
    answers_option,
    bootstrap_options,
    named_paths,
    progress,
    release_argument,
    selection_options,
)
from scoring.compare import compare_tables
from scoring.evaluation import Selection, count_file
from scoring.report import render_comparison, to_json_text
from scoring.statistics import Bootstrap
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("compare")
@release_argument
@answers_option
@click.argument("predictions", nargs=-1, required=True)
@selection_options
@click.option("--strict", is_flag=True, help="Count answers that need repair as wrong.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the tables.")
@bootstrap_options
def command(
    release: str,
    answers: Path | None,
    predictions: tuple[str, ...],
    task: str | None,
    split: str | None,
    strict: bool,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Compare two or more prediction files on the same instances.

    A model is called by its file's name without the ending, or by `name=file`.
    """
    loaded = load_release(release, answers)
    selection = Selection(task, split)
    tables = {
        name: count_file(loaded, path, selection, progress, strict=strict).table
        for name, path in named_paths(predictions).items()
    }
    comparison = compare_tables(tables, Bootstrap(draws, seed))
    click.echo(to_json_text(comparison.to_json()) if as_json else render_comparison(comparison))
