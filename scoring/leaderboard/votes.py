# SPDX-License-Identifier: Apache-2.0
"""Votes as the entries of a leaderboard."""

from __future__ import annotations

import math
from collections.abc import Iterable

from scoring.leaderboard.grid import Entry, Grid, Scale
from scoring.votes import CRITERIA, Vote
from scoring.votes.criteria import MOST, TOTAL
from scratchworld.errors import InputError

__all__ = ["grid_of_votes"]


def grid_of_votes(votes: Iterable[Vote], raters: str | None = None) -> Grid:
    """Arrange the votes of ``raters``: of people (``human``), judges (``model``), ``vm``, ``all``.

    By default people's, or all others where there are none of people.

    Raises:
        InputError: when no votes are left.
    """
    every = list(votes)
    if raters is None:
        raters = "human" if any(vote.kind == "human" for vote in every) else "all"
    chosen = [vote for vote in every if raters in ("all", vote.kind)]
    if not chosen:
        raise InputError(f"there are no votes of raters of the kind {raters!r}")
    return Grid.of(
        (
            Entry(
                instance=vote.instance,
                model=vote.model,
                rater=vote.rater,
                category=vote.category,
                cluster=vote.instance,
                total=vote.total,
                labels=tuple(math.nan if one is None else one for one in vote.labels),
            )
            for vote in chosen
        ),
        Scale(TOTAL, MOST),
        [Scale(criterion.name, criterion.most) for criterion in CRITERIA],
    )
