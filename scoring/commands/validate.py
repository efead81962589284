# SPDX-License-Identifier: Apache-2.0
"""``scratchworld validate``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scoring.commands.options import progress, release_argument, selection_options
from scoring.evaluation import Selection
from scoring.report import render_validation
from scoring.validation import validate_predictions
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("validate")
@release_argument
@click.argument("predictions", type=click.Path())
@selection_options
def command(release: str, predictions: str, task: str | None, split: str | None) -> None:
    """Check a prediction file without scoring it.

    Says what `scratchworld score` would make of each answer, and which claimed fields the inputs
    do not have. Exit code 1 means that some answers are missing, unusable or in need of repair.
    """
    outcome = validate_predictions(
        load_release(release), Path(predictions), Selection(task, split), progress
    )
    click.echo(render_validation(outcome))
    sys.exit(0 if outcome.is_clean else 1)
