# SPDX-License-Identifier: Apache-2.0
"""Decisions: are the options in the right order, and their returns of the right size?

``rank_correlation``: Spearman's between predicted and executed returns of a menu, ties with their
mean rank. Scale -1 to 1, higher is better; 0 where all predicted returns are equal.
``reward_error``: mean of |predicted - executed| over the options, divided by best - worst of the
menu. 0 is best; 1 is off by the whole range of the menu; no upper bound but a million. Lower is
better.

Averages: instance mean, over menus for which the answer gives returns, or states that they are
computed from; a mere pick says nothing of either. Empty case: with no such menu no value
(``None``). Errors: none.
Source: Spearman, "The proof and measurement of association between two things", 1904.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.metrics.base import MILLION, Columns, Floats, Metric, floats

__all__ = ["METRICS", "rank_correlation"]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two sequences; 0 where one is all equal."""
    ranks, others = _ranks(one), _ranks(other)
    middle = (len(ranks) - 1) / 2
    spread = math.fsum((a - middle) ** 2 for a in ranks)
    spread *= math.fsum((b - middle) ** 2 for b in others)
    if not spread:
        return 0.0
    together = math.fsum((a - middle) * (b - middle) for a, b in zip(ranks, others, strict=True))
    return together / math.sqrt(spread)


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0, equals with the mean of theirs."""
    return [
        sum(other < one for other in values) + (sum(other == one for other in values) - 1) / 2
        for one in values
    ]


def _told(columns: Columns) -> Floats:
    return floats(columns["gives_returns"])


METRICS = (
    Metric(
        "rank_correlation",
        "rank correlation",
        "instance mean",
        "menus with returns",
        lambda columns: floats(columns["rank_correlation"]) / MILLION,
        _told,
        short="rank",
    ),
    Metric(
        "reward_error",
        "reward error",
        "instance mean",
        "menus with returns",
        lambda columns: floats(columns["reward_error"]) / MILLION,
        _told,
        higher_is_better=False,
        short="error",
    ),
)
