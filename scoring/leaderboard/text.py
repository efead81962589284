# SPDX-License-Identifier: Apache-2.0
"""The tables that ``scratchworld leaderboard`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.leaderboard.board import Board, Leaderboard, Standing
from scoring.leaderboard.elo import ANCHOR_ELO
from scoring.report.text_table import NOTHING, coefficient_cell, render_table, value_cell
from scoring.statistics import Figure
from scoring.votes import (
    JudgeError,
    RaterAgreement,
    render_judge_errors,
    render_rater_agreement,
)

__all__ = ["render_leaderboard"]


def render_leaderboard(
    leaderboard: Leaderboard,
    agreement: Sequence[RaterAgreement] = (),
    judges: Sequence[JudgeError] = (),
) -> str:
    """Return the report: standings, means by criterion and category, win rates, raters, judges."""
    blocks = [
        *_standings(leaderboard),
        _criteria(leaderboard),
        *_categories(leaderboard),
        "Win rates, per cent: the model of the row against that of the column, ties as one half",
        _win_rates(leaderboard.boards[0]),
        *_correlation(leaderboard),
        _notes(leaderboard),
    ]
    if agreement:
        blocks += ["Do raters agree?", render_rater_agreement(agreement)]
    if judges:
        blocks += ["Judges against people, in points of the label", render_judge_errors(judges)]
    return "\n\n".join(blocks)


def _standings(leaderboard: Leaderboard) -> Iterator[str]:
    board, total = leaderboard.boards[0], leaderboard.grid.total
    yield f"{len(board.standings)} models on {board.instances} instances"
    rows = [
        [
            rank_cell(one),
            one.model,
            elo_cell(one.elo),
            str(one.elo.n),
            coefficient_cell(one.total),
        ]
        for one in board.standings
    ]
    header = ["rank", "model", "Elo", "games", f"{total.name}, 0 to {total.most:g}"]
    yield render_table(header, rows, texts=(1,))


def _criteria(leaderboard: Leaderboard) -> str:
    header = ["mean of", *(f"{scale.name}/{scale.most:g}" for scale in leaderboard.grid.criteria)]
    rows = [
        [one.model, *(_mean(one.means[scale.name]) for scale in leaderboard.grid.criteria)]
        for one in leaderboard.boards[0].standings
    ]
    return render_table(header, rows)


def _categories(leaderboard: Leaderboard) -> Iterator[str]:
    whole, *parts = leaderboard.boards
    if not parts:
        return
    totals = [{one.model: one.total for one in board.standings} for board in parts]
    rows = [
        [one.model, *(coefficient_cell(of.get(one.model)) for of in totals)]
        for one in whole.standings
    ]
    header = [
        f"{leaderboard.grid.total.name} by category",
        *(f"{board.category} ({board.instances})" for board in parts),
    ]
    yield render_table(header, rows)


def _win_rates(board: Board) -> str:
    rates: dict[tuple[str, str], float | None] = {}
    for each in board.win_rates:
        value = each.rate.value
        rates[each.one, each.other] = value
        rates[each.other, each.one] = None if value is None else 1 - value
    models = [one.model for one in board.standings]
    rows = [
        [one, *(NOTHING if one == other else _share(rates[one, other]) for other in models)]
        for one in models
    ]
    return render_table(["", *models], rows)


def _correlation(leaderboard: Leaderboard) -> Iterator[str]:
    found = leaderboard.correlation
    if found is not None:
        yield (
            f"Against the other benchmark, over {found.pearson.n} pairs of models: Pearson "
            f"{coefficient_cell(found.pearson)}, Kendall's tau {coefficient_cell(found.tau)}"
        )


def _notes(leaderboard: Leaderboard) -> str:
    options = leaderboard.options
    anchored = f"{options.anchor} is" if options.anchor else "the mean is"
    return (
        f"Elo by Bradley-Terry, {anchored} {ANCHOR_ELO:g}; a tie is half a win. 95 % intervals "
        f"from {options.bootstrap.draws} draws\nof {leaderboard.grid.n_clusters} clusters. "
        f"Hard subset: {len(leaderboard.hard)} instances. A dash: nothing to measure."
    )


def rank_cell(one: Standing) -> str:
    """The rank with its interval: ``2 (1 to 3)``."""
    if one.rank_low is None or one.rank_high is None:
        return f"{one.rank:g}"
    return f"{one.rank:g} ({one.rank_low:g} to {one.rank_high:g})"


def elo_cell(figure: Figure) -> str:
    """A rating with its interval, whole points: ``812 (790 to 836)``."""
    value = f"{figure.value:.0f}"
    if figure.low is None or figure.high is None:
        return value
    return f"{value} ({figure.low:.0f} to {figure.high:.0f})"


def _mean(figure: Figure) -> str:
    return NOTHING if figure.value is None else f"{figure.value:.2f}"


def _share(share: float | None) -> str:
    return value_cell(Figure(share, 0, ""))
