# SPDX-License-Identifier: Apache-2.0
"""Leaderboards: Elo, win rates, means and a hard subset, from votes or from scored predictions."""

from scoring.leaderboard.board import Leaderboard, Options, build_leaderboard
from scoring.leaderboard.correlation import Correlation, read_win_rates
from scoring.leaderboard.elo import bradley_terry, elo_ratings
from scoring.leaderboard.files import write_leaderboard
from scoring.leaderboard.grid import Grid
from scoring.leaderboard.results import grid_of_results
from scoring.leaderboard.text import render_leaderboard
from scoring.leaderboard.votes import grid_of_votes

__all__ = [
    "Correlation",
    "Grid",
    "Leaderboard",
    "Options",
    "bradley_terry",
    "build_leaderboard",
    "elo_ratings",
    "grid_of_results",
    "grid_of_votes",
    "read_win_rates",
    "render_leaderboard",
    "write_leaderboard",
]
