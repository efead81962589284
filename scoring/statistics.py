# SPDX-License-Identifier: Apache-2.0
"""Figures with their denominators, and intervals from a bootstrap clustered by project.

All figures are ratios of two sums over projects. A draw takes as many projects as there are, with
replacement, and divides the sums again; instances of one project stay together, since they share
its program and are not independent. Source: Cameron, Gelbach and Miller, "Bootstrap-based
improvements for inference with clustered errors", 2008, the pairs cluster bootstrap with
percentile intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEVEL", "Bootstrap", "Figure", "ratio_figure", "slope_figure"]

Floats = NDArray[np.float64]

LEVEL = 0.95
_DRAWS_AT_A_TIME = 1_000


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


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How often to draw, and from which seed."""

    draws: int = 1_000
    seed: int = 0

    def weights(self, projects: int) -> Iterator[Floats]:
        """Yield blocks of draws: how often each project is taken, shape (draws, projects)."""
        generator = np.random.default_rng(self.seed)
        left = self.draws
        while left > 0:
            rows = min(left, _DRAWS_AT_A_TIME)
            left -= rows
            taken = generator.integers(0, projects, size=(rows, projects))
            cells = (taken + projects * np.arange(rows)[:, None]).ravel()
            counts = np.bincount(cells, minlength=rows * projects)
            yield counts.reshape(rows, projects).astype(np.float64)


def ratio_figure(
    numerators: Floats, denominators: Floats, unit: str, bootstrap: Bootstrap
) -> Figure:
    """The figure sum(numerators) / sum(denominators), one entry of each a project."""
    total = float(denominators.sum())
    if total == 0:
        return Figure(None, 0, unit)
    low = high = None
    if len(denominators) > 1:
        sums = np.stack([numerators, denominators], axis=1)
        drawn = np.concatenate([block @ sums for block in bootstrap.weights(len(denominators))])
        low, high = _interval(drawn[:, 0], drawn[:, 1])
    return Figure(float(numerators.sum()) / total, round(total), unit, low, high)


def slope_figure(
    horizons: Floats, numerators: Floats, denominators: Floats, bootstrap: Bootstrap
) -> Figure:
    """The least-squares slope of a ratio over the horizon, per step.

    ``numerators`` and ``denominators`` have one row a horizon and one column a project. ``n`` is
    the number of horizons; the value is ``None`` with fewer than two, or where one has no data.
    """
    totals = denominators.sum(axis=1)
    if len(horizons) < 2 or not totals.all():
        return Figure(None, len(horizons), "horizons")
    centred = horizons - horizons.mean()
    coefficients = centred / (centred @ centred)
    low = high = None
    projects = denominators.shape[1]
    if projects > 1:
        slopes = []
        for block in bootstrap.weights(projects):
            above, below = block @ numerators.T, block @ denominators.T
            full = below.all(axis=1)
            slopes.append((above[full] / below[full]) @ coefficients)
        low, high = _percentiles(np.concatenate(slopes))
    value = float((numerators.sum(axis=1) / totals) @ coefficients)
    return Figure(value, len(horizons), "horizons", low, high)


def _interval(above: Floats, below: Floats) -> tuple[float | None, float | None]:
    full = below > 0
    return _percentiles(above[full] / below[full])


def _percentiles(values: Floats) -> tuple[float | None, float | None]:
    if not len(values):
        return None, None
    edge = 50 * (1 - LEVEL)
    low, high = np.percentile(values, [edge, 100 - edge])
    return float(low), float(high)
