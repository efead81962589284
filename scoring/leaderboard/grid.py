# SPDX-License-Identifier: Apache-2.0
"""What a leaderboard is made of: totals of models on the same things, in one array.

A row is one instance as one rater saw it, a column a model. Who wins is read along rows:
outputs are compared only where the same rater saw both, and raters may be as strict as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.statistics import Ratio

__all__ = ["Entry", "Grid", "Scale"]

Floats = NDArray[np.float64]
_EQUAL = 1e-9
"""Totals that differ by no more are a tie."""


class Scale(NamedTuple):
    """A column of means."""

    name: str
    most: float
    """The best value; 0 is the worst."""


class Entry(NamedTuple):
    """What one rater, or the scorer, says of one model's output for one instance."""

    instance: str
    model: str
    rater: str
    """``VM`` for scored predictions."""
    category: str
    cluster: str
    """What the bootstrap draws as a whole: the instance of votes, the project of predictions."""
    total: float
    labels: tuple[float, ...]
    """In the order of the grid's criteria."""


@dataclass(frozen=True, slots=True)
class Grid:
    """All entries, by row and model."""

    models: tuple[str, ...]
    """Sorted."""
    total: Scale
    criteria: tuple[Scale, ...]
    instances: tuple[str, ...]
    """One a row."""
    categories: tuple[str, ...]
    """One a row."""
    clusters: NDArray[np.int64]
    """One number a row, from 0."""
    totals: Floats
    """Shape (rows, models); NaN where a model has no entry."""
    labels: Floats
    """Shape (rows, models, criteria)."""

    @classmethod
    def of(cls, entries: Iterable[Entry], total: Scale, criteria: Sequence[Scale]) -> Grid:
        """Arrange entries, of which there is one at most for an instance, model and rater."""
        found = sorted(entries)
        models = tuple(sorted({entry.model for entry in found}))
        columns = {model: at for at, model in enumerate(models)}
        rows: dict[tuple[str, str], Entry] = {}
        for entry in found:
            rows.setdefault((entry.instance, entry.rater), entry)
        places = {key: at for at, key in enumerate(rows)}
        names = {name: at for at, name in enumerate(sorted({e.cluster for e in rows.values()}))}
        totals = np.full((len(rows), len(models)), np.nan)
        labels = np.full((len(rows), len(models), len(criteria)), np.nan)
        for entry in found:
            place = places[entry.instance, entry.rater], columns[entry.model]
            totals[place] = entry.total
            labels[place] = entry.labels
        return cls(
            models,
            total,
            tuple(criteria),
            tuple(entry.instance for entry in rows.values()),
            tuple(entry.category for entry in rows.values()),
            np.array([names[entry.cluster] for entry in rows.values()], dtype=np.int64),
            totals,
            labels,
        )

    @property
    def n_clusters(self) -> int:
        """Number of clusters, of the whole grid also for a part of it."""
        return int(self.clusters.max(initial=-1)) + 1

    def in_category(self, category: str) -> Grid:
        """Return the rows of one category and the models that have some, clusters numbered anew."""
        rows = np.flatnonzero([each == category for each in self.categories])
        columns = np.flatnonzero(~np.isnan(self.totals[rows]).all(axis=0))
        _, clusters = np.unique(self.clusters[rows], return_inverse=True)
        return Grid(
            tuple(self.models[at] for at in columns),
            self.total,
            self.criteria,
            tuple(self.instances[at] for at in rows),
            (category,) * len(rows),
            clusters.astype(np.int64),
            self.totals[np.ix_(rows, columns)],
            self.labels[np.ix_(rows, columns)],
        )

    def mean(self, values: Floats, unit: str) -> Ratio:
        """Return the mean of a column as sums over clusters; NaN counts for nothing."""
        told = ~np.isnan(values)
        return Ratio(
            self._sum(np.where(told, values, 0)),
            self._sum(told),
            unit,
        )

    def outcomes(self) -> tuple[Floats, Floats]:
        """Return wins and ties by cluster, each of shape (clusters, models, models).

        ``wins[c, a, b]`` counts the rows of cluster c in which a has more than b, ``ties[c, a, b]``
        those in which they have the same.
        """
        n = len(self.models)
        wins, ties = (np.zeros((self.n_clusters, n, n)) for _ in range(2))
        for a in range(n):
            for b in range(n):
                if a != b:
                    ahead = self.totals[:, a] - self.totals[:, b]
                    wins[:, a, b] = self._sum(ahead > _EQUAL)
                    ties[:, a, b] = self._sum(np.abs(ahead) <= _EQUAL)
        return wins, ties

    def _sum(self, values: Floats | NDArray[np.bool_]) -> Floats:
        """Sum up within each cluster."""
        return np.bincount(self.clusters, values, self.n_clusters).astype(np.float64)
