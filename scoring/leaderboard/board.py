# SPDX-License-Identifier: Apache-2.0
"""The leaderboard: of all instances and of each category, who stands where, and how surely.

Everything of one board comes from the same draws of the bootstrap, in each of which ratings, ranks
and win rates are computed anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scoring.leaderboard.correlation import Correlation, WinRates, correlate
from scoring.leaderboard.elo import elo_ratings
from scoring.leaderboard.grid import Grid
from scoring.statistics import Bootstrap, Figure, percentiles, ranks, ratio_figures
from scratchworld.errors import InputError

__all__ = ["ALL", "Board", "Leaderboard", "Options", "Standing", "WinRate", "build_leaderboard"]

Floats = NDArray[np.float64]
ALL = "all"
_HARD = 45


@dataclass(frozen=True, slots=True)
class Options:
    """What a leaderboard is made with."""

    bootstrap: Bootstrap
    anchor: str | None = None
    """The model whose Elo is 800; ``None``: the mean of all is."""
    prior: float = 1.0
    """Games that each two models have drawn besides those played; above 0."""
    hard: int = _HARD
    """Instances of the hard subset."""
    hard_models: tuple[str, ...] = ()
    """Whose means tell what is hard; all by default."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One model on one board."""

    model: str
    elo: Figure
    """``n`` counts games: pairs of outputs that one rater compared."""
    rank: float
    """By Elo, 1 is best; equals share the mean of their places."""
    rank_low: float | None
    rank_high: float | None
    """95 % interval over the draws."""
    total: Figure
    means: Mapping[str, Figure]
    """By criterion."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """Two models against each other."""

    one: str
    other: str
    wins: int
    ties: int
    losses: int
    rate: Figure
    """W[one, other]: (wins + ties / 2) / games."""


@dataclass(frozen=True, slots=True)
class Board:
    """All instances, or those of a category."""

    category: str
    """``all``, or one of the categories."""
    instances: int
    standings: tuple[Standing, ...]
    """The best first."""
    win_rates: tuple[WinRate, ...]
    """Each pair once, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Everything that a leaderboard tells of models."""

    grid: Grid
    options: Options
    boards: tuple[Board, ...]
    """The one of all instances first."""
    hard: tuple[str, ...]
    """Ids of the hard subset, the hardest first."""
    correlation: Correlation | None


def build_leaderboard(grid: Grid, options: Options, against: WinRates | None = None) -> Leaderboard:
    """Compute a leaderboard. ``against`` are the win rates of another benchmark.

    Raises:
        InputError: with fewer than two models, or one that is named and not there; or when choix
            or scipy is not installed.
    """
    if len(grid.models) < 2:
        raise InputError(f"a leaderboard needs two models or more, not {list(grid.models)}")
    for name in (options.anchor, *options.hard_models):
        if name is not None and name not in grid.models:
            known = ", ".join(grid.models)
            raise InputError(f"there is no model {name!r}; there are {known}")
    categories = sorted(set(grid.categories))
    parts = {ALL: grid}
    if len(categories) > 1:
        parts |= {name or "(none)": grid.in_category(name) for name in categories}
    boards = {name: _board(name, part, options) for name, part in parts.items()}
    whole, drawn = boards[ALL]
    correlation = None
    if against is not None:
        rates = {(each.one, each.other): each.rate.value for each in whole.win_rates}
        played = {pair: rate for pair, rate in rates.items() if rate is not None}
        correlation = correlate(played, drawn, against)
    return Leaderboard(
        grid,
        options,
        tuple(board for board, _ in boards.values()),
        _hard(grid, options),
        correlation,
    )


def _board(
    category: str, grid: Grid, options: Options
) -> tuple[Board, dict[tuple[str, str], Floats]]:
    """Return the board, and the win rates in each draw."""
    wins, ties = grid.outcomes()
    points = wins + ties / 2
    # a category without the anchor has the mean of its models at 800
    anchor = grid.models.index(options.anchor) if options.anchor in grid.models else None
    blocks = list(options.bootstrap.weights(len(wins))) if len(wins) > 1 else []
    drawn = np.concatenate(
        [np.tensordot(weights, points, 1) for weights in blocks]
        or [np.empty((0, *points.shape[1:]))]
    )
    elo = elo_ratings(points.sum(axis=0), options.prior, anchor)
    elos = np.array([elo_ratings(each, options.prior, anchor) for each in drawn])
    standings = _standings(grid, elo, elos.reshape(len(drawn), len(elo)), points, options)
    rates, of_draws = _win_rates(grid.models, wins, ties, drawn)
    return Board(category, len(set(grid.instances)), standings, rates), of_draws


def _standings(
    grid: Grid, elo: Floats, elos: Floats, points: Floats, options: Options
) -> tuple[Standing, ...]:
    games = points.sum(axis=(0, 2)) + points.sum(axis=(0, 1))
    low, high = _interval(elos)
    rank_low, rank_high = _interval(ranks(elos))
    [rank] = ranks(elo[None]).tolist()
    found = []
    for at, model in enumerate(grid.models):
        columns = [grid.totals[:, at], *(grid.labels[:, at].T)]
        total, *means = ratio_figures(
            [grid.mean(column, "outputs") for column in columns], options.bootstrap
        )
        found.append(
            Standing(
                model,
                Figure(float(elo[at]), round(games[at]), "games", low[at], high[at]),
                rank[at],
                rank_low[at],
                rank_high[at],
                total,
                {scale.name: mean for scale, mean in zip(grid.criteria, means, strict=True)},
            )
        )
    return tuple(sorted(found, key=lambda one: (one.rank, one.model)))


def _interval(drawn: Floats) -> tuple[list[float | None], list[float | None]]:
    if not len(drawn):
        nothing: list[float | None] = [None] * drawn.shape[1]
        return nothing, nothing
    return percentiles(drawn)


def _win_rates(
    models: Sequence[str], wins: Floats, ties: Floats, drawn: Floats
) -> tuple[tuple[WinRate, ...], dict[tuple[str, str], Floats]]:
    found, of_draws = [], {}
    for a, b in combinations(range(len(models)), 2):
        won, lost, tied = wins[:, a, b].sum(), wins[:, b, a].sum(), ties[:, a, b].sum()
        games = won + lost + tied
        played = drawn[:, a, b] + drawn[:, b, a]
        rates = np.divide(drawn[:, a, b], played, out=np.full(len(drawn), np.nan), where=played > 0)
        [low], [high] = _interval(rates[:, None])
        rate = Figure((won + tied / 2) / games if games else None, round(games), "games", low, high)
        found.append(WinRate(models[a], models[b], round(won), round(tied), round(lost), rate))
        of_draws[models[a], models[b]] = rates
    return tuple(found), of_draws


def _hard(grid: Grid, options: Options) -> tuple[str, ...]:
    """The instances with the lowest mean over the named models, of those that all of these have."""
    named = options.hard_models or grid.models
    columns = [grid.models.index(name) for name in named]
    sums: dict[str, list[list[float]]] = {}
    for instance, totals in zip(grid.instances, grid.totals[:, columns].tolist(), strict=True):
        sums.setdefault(instance, []).append(totals)
    means: dict[str, float] = {}
    for instance, rows in sums.items():
        array = np.array(rows)
        if not np.isnan(array).all(axis=0).any():
            means[instance] = round(float(np.nanmean(array, axis=0).mean()), 9)
    ordered = sorted(means, key=lambda instance: (means[instance], instance))
    return tuple(ordered[: options.hard])
