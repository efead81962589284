# SPDX-License-Identifier: Apache-2.0
"""What a metric is: a ratio of two columns made from the counts, and how it is averaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "MILLION",
    "Average",
    "Columns",
    "Floats",
    "Metric",
    "floats",
    "pooled_share",
    "quotient",
]

MILLION = 1_000_000
"""Counts are whole numbers; those that are shares are in millionths."""

Floats = NDArray[np.float64]
Columns = Mapping[str, NDArray[np.int64]]
"""The integer columns of a :class:`scoring.table.CountsTable`."""


def floats(column: ArrayLike) -> Floats:
    """Return a column as doubles."""
    return np.asarray(column, dtype=np.float64)


def quotient(above: Floats, below: Floats) -> Floats:
    """Divide element by element; 0 where ``below`` is 0."""
    return floats(np.divide(above, below, out=np.zeros(len(below)), where=below > 0))


Average = Literal["pooled", "instance mean", "project mean"]
"""``pooled``: sums over all instances, then one division. ``instance mean``: the mean over
instances of each one's own ratio. ``project mean``: pooled within each project, then the mean over
projects."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure of the report, between 0 and 1 unless its file says otherwise."""

    name: str
    """Its key in ``results.json``."""
    title: str
    """Its name in tables."""
    average: Average
    unit: str
    """What the denominator counts."""
    numerator: Callable[[Columns], Floats]
    """One value an instance."""
    denominator: Callable[[Columns], Floats]
    """One value an instance; 0 leaves the instance out."""
    eligible: Callable[[Columns], Floats] | None = None
    """For a project mean: a project takes part when this is positive for one of its instances.
    By default the denominator. It keeps the projects the same for every model."""
    higher_is_better: bool = True
    short: str = ""
    """Its name in wide tables; empty for a metric that they leave out."""

    def by_project(
        self, columns: Columns, codes: NDArray[np.int64], projects: int
    ) -> tuple[Floats, Floats]:
        """Sum numerator and denominator within each project.

        ``codes`` gives each instance's project, 0 to ``projects - 1``. For a project mean these
        are the project's own ratio and 1, or 0 and 0 for a project that takes no part.
        """
        above = floats(np.bincount(codes, self.numerator(columns), projects))
        below = floats(np.bincount(codes, self.denominator(columns), projects))
        if self.average != "project mean":
            return above, below
        eligible = self.eligible or self.denominator
        takes_part = np.bincount(codes, eligible(columns), projects) > 0
        return quotient(above, below) * takes_part, floats(takes_part)


def pooled_share(
    name: str,
    title: str,
    unit: str,
    above: str,
    below: str,
    *,
    short: str = "",
    per: int = 1,
    higher_is_better: bool = True,
) -> Metric:
    """Return the metric that divides the sum of one column by that of another.

    ``per`` is what counts as 1 in the column ``above``.
    """
    return Metric(
        name,
        title,
        "pooled",
        unit,
        lambda columns: floats(columns[above]) / per,
        lambda columns: floats(columns[below]),
        higher_is_better=higher_is_better,
        short=short,
    )
