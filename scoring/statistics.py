# SPDX-License-Identifier: Apache-2.0
"""Figures with their denominators, and intervals from a bootstrap clustered by project.

All figures are ratios of two sums over projects. A draw takes as many projects as there are, with
replacement, and divides the sums again; instances of one project stay together, since they share
its program and are not independent. All figures of a report come from the same draws. Source:
Cameron, Gelbach and Miller, "Bootstrap-based improvements for inference with clustered errors",
2008, the pairs cluster bootstrap with percentile intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "LEVEL",
    "Bootstrap",
    "Figure",
    "Ratio",
    "draw_ratios",
    "percentiles",
    "ranks",
    "ratio_figures",
]

Floats = NDArray[np.float64]

LEVEL = 0.95
_CELLS_AT_A_TIME = 4_000_000
_CELLS_DRAWN_AT_A_TIME = 100_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A value with its denominator and 95 % interval."""

    value: float | None
    """``None`` when the denominator is 0: there was nothing to measure."""
    n: int
    """The denominator, in ``unit``."""
    unit: str
    """What ``n`` counts: ``fields``, ``instances``, ``projects``, ``claims and changes``."""
    low: float | None = None
    """Lower end of the interval; ``None`` with fewer than two projects."""
    high: float | None = None

    def to_json(self) -> dict[str, float | int | str | None]:
        """Return the figure as a plain object."""
        return asdict(self)


class Ratio(NamedTuple):
    """Numerators and denominators, one entry of each a project; all ratios of one call have the
    projects in the same order, with zeros where a project has nothing to do with the ratio."""

    above: Floats
    below: Floats
    unit: str


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How often to draw, and from which seed."""

    draws: int = 10_000
    seed: int = 0

    def weights(self, projects: int) -> Iterator[Floats]:
        """Yield blocks of draws: how often each project is taken, shape (draws, projects)."""
        generator = np.random.default_rng(self.seed)
        at_a_time = max(1, _CELLS_AT_A_TIME // projects)
        few = max(1, _CELLS_DRAWN_AT_A_TIME // projects)
        for start in range(0, self.draws, at_a_time):
            block = np.empty((min(self.draws - start, at_a_time), projects))
            for first in range(0, len(block), few):
                part = block[first : first + few]
                taken = generator.integers(0, projects, size=part.shape, dtype=np.int32)
                cells = (taken + projects * np.arange(len(part))[:, None]).ravel()
                part[:] = np.bincount(cells, minlength=part.size).reshape(part.shape)
            yield block


def ratio_figures(ratios: Sequence[Ratio], bootstrap: Bootstrap) -> list[Figure]:
    """Return the figure sum(above) / sum(below) of each ratio, with its interval."""
    with_interval = [ratio for ratio in ratios if np.count_nonzero(ratio.below) > 1]
    ends = iter(zip(*percentiles(draw_ratios(with_interval, bootstrap)), strict=True))
    figures = []
    for ratio in ratios:
        total = float(ratio.below.sum())
        low = high = None
        if np.count_nonzero(ratio.below) > 1:
            low, high = next(ends)
        value = float(ratio.above.sum()) / total if total else None
        figures.append(Figure(value, round(total), ratio.unit, low, high))
    return figures


def draw_ratios(ratios: Sequence[Ratio], bootstrap: Bootstrap) -> Floats:
    """Return the value of each ratio in each draw, shape (draws, ratios).

    NaN where a draw has none of the projects that a ratio is made of.
    """
    if not ratios:
        return np.empty((bootstrap.draws, 0))
    sums = np.stack([part for ratio in ratios for part in (ratio.above, ratio.below)], axis=1)
    blocks = []
    for weights in bootstrap.weights(len(sums)):
        drawn = weights @ sums
        above, below = drawn[:, 0::2], drawn[:, 1::2]
        blocks.append(np.divide(above, below, out=np.full_like(above, np.nan), where=below > 0))
    return np.concatenate(blocks)


def percentiles(drawn: Floats) -> tuple[list[float | None], list[float | None]]:
    """Return both ends of the interval of each column, NaN left out; ``None`` for nothing else.

    Linear interpolation between order statistics, as ``numpy.percentile`` does.
    """
    ordered = np.sort(drawn, axis=0)  # NaN comes last.
    counts = np.count_nonzero(~np.isnan(ordered), axis=0)
    edge = (1 - LEVEL) / 2
    low, high = (_order_statistic(ordered, counts, q) for q in (edge, 1 - edge))
    return low, high


def ranks(values: Floats) -> Floats:
    """Rank each row, 1 for the highest; equals share the mean of their places."""
    higher = (values[:, None, :] > values[:, :, None]).sum(axis=2)
    equal = (values[:, None, :] == values[:, :, None]).sum(axis=2)
    return np.asarray(higher + (equal + 1) / 2, dtype=np.float64)


def _order_statistic(ordered: Floats, counts: NDArray[np.int64], q: float) -> list[float | None]:
    columns = np.arange(ordered.shape[1])
    position = np.maximum(counts - 1, 0) * q
    floor = np.floor(position).astype(np.int64)
    ceiling = np.minimum(floor + 1, np.maximum(counts - 1, 0))
    below, above = ordered[floor, columns], ordered[ceiling, columns]
    values = below + (above - below) * (position - floor)
    return [
        float(value) if count else None
        for value, count in zip(values.tolist(), counts.tolist(), strict=True)
    ]
