# SPDX-License-Identifier: Apache-2.0
"""``scratchworld copy-prior``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scoring.commands.options import answers_option, bootstrap_options, progress, release_argument
from scoring.copy_prior import copy_prior
from scoring.report import render_copy_prior, to_json_text
from scoring.statistics import Bootstrap
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("copy-prior")
@release_argument
@answers_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the table.")
@bootstrap_options
def command(release: str, answers: Path | None, as_json: bool, draws: int, seed: int) -> None:
    """Show what copying the input scores; fail if it earns any changed-field F1.

    RELEASE is a folder that `scratchworld build` wrote. Exit code 1 means that copying earned
    something, so the release is broken. Of key frames the first frame again must earn no
    changed-region F1.
    """
    outcome = copy_prior(load_release(release, answers), Bootstrap(draws, seed), progress)
    click.echo(to_json_text(outcome.to_json()) if as_json else render_copy_prior(outcome))
    sys.exit(0 if outcome.passed else 1)
