# SPDX-License-Identifier: Apache-2.0
"""Elo ratings by Bradley-Terry: one fit to all outcomes, so that their order does not matter.

The chance that a beats b is 1 / (1 + 10 ** ((elo_b - elo_a) / 400)). A tie is half a win for each.
Each two models have drawn ``prior`` games besides those that were played, so that a model which
never lost has a finite rating.

Sources: Bradley and Terry, "Rank analysis of incomplete block designs", 1952; Elo, "The Rating of
Chessplayers", 1978; the fit is that of ``choix``: Maystre and Grossglauser, "Fast and Accurate
Inference of Plackett-Luce Models", 2015.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.extras import import_choix
from scoring.metrics.base import floats

__all__ = ["ANCHOR_ELO", "bradley_terry", "elo_ratings"]

Floats = NDArray[np.float64]

ANCHOR_ELO = 800.0
"""The rating of the anchor, or the mean of all without one."""
_POINTS = 400 / np.log(10)
_MOST_ROUNDS = 10_000


def bradley_terry(wins: Floats, prior: float) -> Floats:
    """Return the strengths (natural logarithms, mean 0) from a matrix of wins.

    ``wins[a, b]`` is how often a beat b, ties as one half. ``prior`` is above 0.

    Raises:
        InputError: when choix is not installed.
    """
    if len(wins) < 2:
        return np.zeros(len(wins))
    drawn = prior / 2 * (1 - np.eye(len(wins)))
    fit = import_choix().ilsr_pairwise_dense(wins + drawn, max_iter=_MOST_ROUNDS)
    strengths = floats(fit)
    return floats(strengths - strengths.mean())


def elo_ratings(wins: Floats, prior: float, anchor: int | None) -> Floats:
    """Return the ratings: the model numbered ``anchor``, or else the mean, at 800.

    Raises:
        InputError: when choix is not installed.
    """
    strengths = bradley_terry(wins, prior)
    zero = 0.0 if anchor is None else strengths[anchor]
    return floats(ANCHOR_ELO + _POINTS * (strengths - zero))
