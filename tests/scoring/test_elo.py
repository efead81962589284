# SPDX-License-Identifier: Apache-2.0
"""Elo by Bradley-Terry, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scoring.leaderboard import bradley_terry, elo_ratings
from tests.scoring.ballots import points

pytest.importorskip("choix", reason="needs the extra [leaderboard]")
pytest.importorskip("scipy", reason="needs the extra [leaderboard]")


def test_two_models_by_hand() -> None:
    wins = np.array([[0.0, 7.0], [3.0, 0.0]])
    # one game besides the ten was drawn: 7.5 to 3.5
    assert elo_ratings(wins, 1, 1) == pytest.approx([800 + points(7.5 / 3.5), 800])
    # almost none was: 7 to 3
    assert elo_ratings(wins, 1e-9, 1) == pytest.approx([800 + points(7 / 3), 800])
    assert elo_ratings(wins, 1, None).mean() == pytest.approx(800)


def test_three_models_by_hand() -> None:
    """Bradley-Terry reproduces the odds 2:1 and 2:1, from which 4:1 follows, exactly."""
    wins = np.array([[0, 2, 4], [1, 0, 2], [1, 1, 0]]) * 1e6
    strengths = bradley_terry(wins, 1)
    assert np.diff(strengths) == pytest.approx([-math.log(2)] * 2, abs=1e-5)


def test_whoever_never_loses_has_a_finite_rating() -> None:
    [best, worst] = elo_ratings(np.array([[0.0, 1000.0], [0.0, 0.0]]), 1, 1)
    assert best == pytest.approx(800 + points(1000.5 / 0.5), rel=1e-6)
    assert worst == 800
