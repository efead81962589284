# SPDX-License-Identifier: Apache-2.0
"""``leaderboard.json``: everything that a leaderboard tells, as plain objects."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.leaderboard.board import Board, Leaderboard
from scoring.leaderboard.elo import ANCHOR_ELO
from scoring.statistics import LEVEL
from scoring.votes import JudgeError, RaterAgreement
from scratchworld import __version__

__all__ = ["leaderboard_document"]


def leaderboard_document(
    leaderboard: Leaderboard,
    agreement: Sequence[RaterAgreement] = (),
    judges: Sequence[JudgeError] = (),
) -> dict[str, object]:
    """Return the document."""
    options, grid = leaderboard.options, leaderboard.grid
    correlation = leaderboard.correlation
    return {
        "format": "scratchworld-leaderboard",
        "format_version": 1,
        "tool_version": __version__,
        "anchor": {"model": options.anchor, "elo": ANCHOR_ELO},
        "prior": options.prior,
        "bootstrap": {
            "draws": options.bootstrap.draws,
            "seed": options.bootstrap.seed,
            "level": LEVEL,
            "clusters": grid.n_clusters,
        },
        "scales": {scale.name: scale.most for scale in (grid.total, *grid.criteria)},
        "boards": [_board(board) for board in leaderboard.boards],
        "correlation": None if correlation is None else correlation.to_json(),
        "hard": list(leaderboard.hard),
        "agreement": [one.to_json() for one in agreement],
        "judges": [one.to_json() for one in judges],
    }


def _board(board: Board) -> dict[str, object]:
    return {
        "category": board.category,
        "instances": board.instances,
        "standings": [
            {
                "model": one.model,
                "rank": one.rank,
                "rank_low": one.rank_low,
                "rank_high": one.rank_high,
                "elo": one.elo.to_json(),
                "total": one.total.to_json(),
                "means": {name: mean.to_json() for name, mean in one.means.items()},
            }
            for one in board.standings
        ],
        "win_rates": [
            {
                "one": one.one,
                "other": one.other,
                "wins": one.wins,
                "ties": one.ties,
                "losses": one.losses,
                "rate": one.rate.to_json(),
            }
            for one in board.win_rates
        ],
    }
