# SPDX-License-Identifier: Apache-2.0
"""``scratchworld leaderboard``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from scoring.commands.options import named_path, named_paths
from scoring.leaderboard import (
    Options,
    build_leaderboard,
    grid_of_results,
    grid_of_votes,
    read_win_rates,
    render_leaderboard,
    write_leaderboard,
)
from scoring.leaderboard.document import leaderboard_document
from scoring.report import to_json_text
from scoring.statistics import Bootstrap
from scoring.votes import (
    RATER_KINDS,
    JudgeError,
    RaterAgreement,
    judge_errors,
    rater_agreement,
    read_votes,
)
from scratchworld.errors import InputError

__all__ = ["command"]


@click.command("leaderboard")
@click.argument("sources", nargs=-1, required=True, metavar="VOTES_OR_RESULTS...")
@click.option("--anchor", metavar="MODEL", help="Give this model an Elo of 800. Default: the mean.")
@click.option(
    "--raters",
    type=click.Choice([*RATER_KINDS, "all"]),
    help="Rank by the votes of people, of judges, of the VM, or all. Default: people's, if there "
    "are any.",
)
@click.option(
    "--prior",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Games that each two models have drawn besides those played.",
)
@click.option(
    "--hard",
    type=click.IntRange(min=0),
    default=45,
    show_default=True,
    help="Instances of the hard subset.",
)
@click.option("--hard-models", metavar="NAMES", help="Whose means tell what is hard. Default: all.")
@click.option(
    "--against",
    type=click.Path(path_type=Path, dir_okay=False),
    help="win_rates.csv of another benchmark, to correlate with.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Also write leaderboard.html, leaderboard.json, win_rates.csv and hard.txt.",
)
@click.option("--title", default="Leaderboard", show_default=True, help="Heading of the page.")
@click.option("--json", "as_json", is_flag=True, help="Print leaderboard.json instead of tables.")
@click.option(
    "--draws",
    type=click.IntRange(min=100),
    default=1_000,
    show_default=True,
    help="Draws of the bootstrap.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of the bootstrap.",
)
def command(
    sources: tuple[str, ...],
    anchor: str | None,
    raters: str | None,
    prior: float,
    hard: int,
    hard_models: str | None,
    against: Path | None,
    out: Path | None,
    title: str,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Rank models by votes or by scored predictions.

    Either vote files (CSV or parquet), or folders that `scratchworld score --out` or `scratchworld
    judge --out` wrote; a model is then called by its folder's name, or as in `name=folder`. Prints
    Elo with intervals, means by criterion and category, and win rates; of votes also how far raters
    agree, and how far judges are from people.

    Needs `pip install "scratchworld[leaderboard]"`.
    """
    bootstrap = Bootstrap(draws, seed)
    named = tuple(name.strip() for name in hard_models.split(",")) if hard_models else ()
    options = Options(bootstrap, anchor, prior, hard, named)
    rates = read_win_rates(against) if against is not None else None
    agreement: tuple[RaterAgreement, ...] = ()
    judges: tuple[JudgeError, ...] = ()
    if _are_results(sources):
        if raters is not None:
            raise InputError("--raters is about votes; scored predictions have none")
        leaderboard = build_leaderboard(grid_of_results(named_paths(sources)), options, rates)
    else:
        votes = read_votes(map(Path, sources))
        leaderboard = build_leaderboard(grid_of_votes(votes, raters), options, rates)
        agreement, judges = rater_agreement(votes, bootstrap), judge_errors(votes, bootstrap)
    document = leaderboard_document(leaderboard, agreement, judges)
    if out is not None:
        write_leaderboard(out, leaderboard, document, title)
    click.echo(
        to_json_text(document) if as_json else render_leaderboard(leaderboard, agreement, judges)
    )


def _are_results(sources: Sequence[str]) -> bool:
    folders = [named_path(source)[1].is_dir() for source in sources]
    if any(folders) and not all(folders):
        raise InputError(
            f"{sources[folders.index(False)]}: votes and scored predictions in one leaderboard; "
            "give files of votes, or folders of results"
        )
    return all(folders)
