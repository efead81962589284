# SPDX-License-Identifier: Apache-2.0
"""``scratchworld score``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scoring.commands.options import (
    adapter_command_option,
    answers_option,
    bootstrap_options,
    oracle_option,
    progress,
    release_argument,
    selection_options,
)
from scoring.evaluation import Selection, score_release
from scoring.keyframes import AdapterCommand
from scoring.ladder import score_references
from scoring.report import (
    html_parts,
    make_folder,
    render_evaluation,
    render_ladder,
    to_json_text,
    write_outputs,
)
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from scratchworld.release import load_release

__all__ = ["command"]

_ONLY_QUICK = "These take little time; --references scores the others too."


@click.command("score")
@release_argument
@answers_option
@click.argument("predictions", type=click.Path())
@selection_options
@click.option("--strict", is_flag=True, help="Count answers that need repair as wrong.")
@adapter_command_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Also write results.json, instances.parquet and report.html into this folder.",
)
@click.option(
    "--references/--no-references",
    default=None,
    help="Score all reference predictors too, or none. By default all with --out, else those that "
    "take little time.",
)
@oracle_option
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of tables.")
@bootstrap_options
def command(
    release: str,
    answers: Path | None,
    predictions: str,
    task: str | None,
    split: str | None,
    strict: bool,
    adapter_command: AdapterCommand | None,
    out: Path | None,
    references: bool | None,
    oracle: Path | None,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Score a model's predictions against a release.

    RELEASE is a folder that `scratchworld build` wrote. PREDICTIONS is JSON Lines, a JSON list
    or parquet, one record an instance: an "instance_id" and either a "prediction" object or the
    model's raw "output". Instances without a record count as missing, and wrong. Exit code 1
    means that a reference which must get all right does not: then no figure is to be believed.
    """
    loaded = load_release(release, answers)
    file, selection = Path(predictions), Selection(task, split)
    if out is not None and file.exists() and not file.is_file():
        raise InputError(f"{file}: a pipe can be read only once; save it as a file to use --out")
    if oracle is not None and references is False:
        raise click.UsageError("--oracle is one of the references; leave --no-references out")
    if out is not None:
        make_folder(out)
    bootstrap = Bootstrap(draws, seed)
    evaluation = score_release(
        loaded, file, selection, bootstrap, progress, strict=strict, command=adapter_command
    )
    ladder = None
    whole = references is True or out is not None
    if references is not False:
        ladder = score_references(
            loaded, selection, bootstrap, progress, only_quick=not whole, oracle=oracle
        )
        evaluation.document["references"] = ladder.to_json()
    if out is not None:
        page = html_parts(loaded, file, evaluation, ladder, selection, strict=strict)
        write_outputs(out, evaluation, page)
    if as_json:
        click.echo(to_json_text(evaluation.document))
    else:
        click.echo(render_evaluation(evaluation))
        if ladder is not None:
            click.echo("\n" + render_ladder(ladder))
            if not whole:
                click.echo(f"\n{_ONLY_QUICK}")
    sys.exit(1 if ladder is not None and ladder.faults() else 0)
