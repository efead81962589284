# SPDX-License-Identifier: Apache-2.0
"""``scratchworld references``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scoring.commands.options import (
    answers_option,
    bootstrap_options,
    oracle_option,
    progress,
    release_argument,
    selection_options,
)
from scoring.evaluation import Selection
from scoring.ladder import score_references
from scoring.report import render_ladder, to_json_text
from scoring.statistics import Bootstrap
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("references")
@release_argument
@answers_option
@selection_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the table.")
@oracle_option
@bootstrap_options
def command(
    release: str,
    answers: Path | None,
    task: str | None,
    split: str | None,
    as_json: bool,
    oracle: Path | None,
    draws: int,
    seed: int,
) -> None:
    """Score the reference predictors on a release: the ladder that a model climbs.

    References that learn use the dev split only, and never what they are asked about. Exit code 1
    means that one which must get all right does not: then no figure is to be believed.
    """
    ladder = score_references(
        load_release(release, answers),
        Selection(task, split),
        Bootstrap(draws, seed),
        progress,
        oracle=oracle,
    )
    click.echo(to_json_text(ladder.to_json()) if as_json else render_ladder(ladder))
    sys.exit(1 if ladder.faults() else 0)
