# SPDX-License-Identifier: Apache-2.0
"""``scratchworld validate``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scoring.commands.options import (
    adapter_command_option,
    answers_option,
    progress,
    release_argument,
    selection_options,
)
from scoring.evaluation import Selection
from scoring.keyframes import AdapterCommand
from scoring.report import render_validation
from scoring.validation import validate_predictions
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("validate")
@release_argument
@answers_option
@click.argument("predictions", type=click.Path())
@selection_options
@adapter_command_option
def command(
    release: str,
    answers: Path | None,
    predictions: str,
    task: str | None,
    split: str | None,
    adapter_command: AdapterCommand | None,
) -> None:
    """Check a prediction file without scoring it.

    Says what `scratchworld score` would make of each answer, and which claimed fields the inputs
    do not have. It needs no --answers where targets are withheld. Exit code 1 means that some
    answers are missing, unusable or in need of repair.
    """
    loaded = load_release(release, answers).without_labels()
    selection = Selection(task, split)
    outcome = validate_predictions(
        loaded, Path(predictions), selection, progress, command=adapter_command
    )
    click.echo(render_validation(outcome))
    sys.exit(0 if outcome.is_clean else 1)
