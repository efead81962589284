# SPDX-License-Identifier: Apache-2.0
"""``scratchworld score``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import (
    bootstrap_options,
    progress,
    release_argument,
    selection_options,
)
from scoring.evaluation import Selection, score_release
from scoring.report import render_evaluation, to_json_text, write_outputs
from scoring.statistics import Bootstrap
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("score")
@release_argument
@click.argument("predictions", type=click.Path())
@selection_options
@click.option("--strict", is_flag=True, help="Count answers that need repair as wrong.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Also write results.json and instances.parquet into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of tables.")
@bootstrap_options
def command(
    release: str,
    predictions: str,
    task: str | None,
    split: str | None,
    strict: bool,
    out: Path | None,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Score a model's predictions against a release.

    RELEASE is a folder that `scratchworld build` wrote. PREDICTIONS is JSON Lines, a JSON list
    or parquet, one record an instance: an "instance_id" and either a "prediction" object or the
    model's raw "output". Instances without a record count as missing, and wrong.
    """
    evaluation = score_release(
        load_release(release),
        Path(predictions),
        Selection(task, split),
        Bootstrap(draws, seed),
        progress,
        strict=strict,
    )
    if out is not None:
        write_outputs(out, evaluation)
    if as_json:
        click.echo(to_json_text(evaluation.document))
    else:
        click.echo(render_evaluation(evaluation))
