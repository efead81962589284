# SPDX-License-Identifier: Apache-2.0
"""Agreement between raters: exact, Cohen's kappa, Krippendorff's alpha, with intervals.

Each is computed from sums over clusters (projects, prompts), so that a draw of the bootstrap is a
weighted sum and all draws are one product of matrices. The library ``krippendorff`` gives the same
alpha without weights; the tests compare the two.

Sources: Cohen, "A coefficient of agreement for nominal scales", 1960; Krippendorff, "Content
Analysis", chapter on reliability, with its coincidence matrix, which allows for missing ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.statistics import Bootstrap, Figure, percentiles

__all__ = ["Agreement", "Unit", "agreement_of", "nominal"]

Floats = NDArray[np.float64]
Distance = Callable[[Hashable, Hashable], float]


class Unit(NamedTuple):
    """What raters said of one thing."""

    cluster: str
    """What is drawn as a whole by the bootstrap."""
    said: tuple[Hashable, ...]
    """One value a rater who rated it, in a fixed order of the raters."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree."""

    exact: Figure
    """Share of the pairs of raters of a thing that say the same, 0 to 1."""
    kappa: Figure | None
    """Cohen's kappa, -1 to 1, 0 by chance. ``None`` unless each unit has two ratings: then the
    first of each is one rater's, the second the other's."""
    alpha: Figure
    """Krippendorff's alpha, at most 1, 0 by chance."""

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain objects."""
        kappa = None if self.kappa is None else self.kappa.to_json()
        return {"exact": self.exact.to_json(), "kappa": kappa, "alpha": self.alpha.to_json()}


def nominal(one: Hashable, other: Hashable) -> float:
    """Return 0 for the same and 1 for different."""
    return float(one != other)


def agreement_of(
    units: Sequence[Unit],
    bootstrap: Bootstrap,
    distance: Distance = nominal,
    unit_name: str = "units",
) -> Agreement:
    """Return how far the raters of ``units`` agree; a unit with one rating counts for nothing.

    ``distance`` is 0 for values that are the same, symmetric; alpha is made with it, and with
    distances that are not nominal ``exact`` is the mean of 1 - distance. A figure is ``None`` where
    there is nothing to compare, or nothing that could differ: all ratings are the same one.
    """
    rated = [unit for unit in units if len(unit.said) > 1]
    values = list(dict.fromkeys(value for unit in rated for value in unit.said))
    distances = np.array([[distance(one, other) for other in values] for one in values])
    sums = _sums(rated, values, distances.reshape(len(values), len(values)))
    of_two = bool(rated) and all(len(unit.said) == 2 for unit in rated)
    whole = np.ones((1, len(sums.pairs)))
    drawn = list(bootstrap.weights(len(sums.pairs))) if len(sums.pairs) > 1 else []

    def figure(statistic: Callable[[_Sums, Floats], Floats]) -> Figure:
        [value] = statistic(sums, whole) if rated else [np.nan]
        low = high = None
        if drawn:
            found = np.concatenate([statistic(sums, weights) for weights in drawn])
            [low], [high] = percentiles(found[:, None])
        shown = None if np.isnan(value) else float(value)
        return Figure(shown, len(rated), unit_name, low, high)

    return Agreement(figure(_exact), figure(_kappa) if of_two else None, figure(_alpha))


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums by cluster, the first axis of each."""

    pairs: Floats
    """Pairs of ratings of the same unit."""
    near: Floats
    """Sum of 1 - distance over them."""
    first: Floats
    """How often each value is the first rating of a unit; shape (clusters, values)."""
    second: Floats
    counts: Floats
    """How often each value is given; shape (clusters, values)."""
    disagreement: Floats
    """Observed: by unit the sum of distances over ordered pairs, divided by its ratings less 1."""
    distances: Floats
    """Between values; not a sum."""


def _sums(units: Sequence[Unit], values: Sequence[Hashable], distances: Floats) -> _Sums:
    clusters = {name: at for at, name in enumerate(dict.fromkeys(unit.cluster for unit in units))}
    codes = {value: at for at, value in enumerate(values)}
    of_clusters, of_values = np.zeros(len(clusters)), np.zeros((len(clusters), len(values)))
    sums = _Sums(
        pairs=of_clusters,
        near=of_clusters.copy(),
        first=of_values,
        second=of_values.copy(),
        counts=of_values.copy(),
        disagreement=of_clusters.copy(),
        distances=distances,
    )
    for unit in units:
        at, said = clusters[unit.cluster], np.array([codes[value] for value in unit.said])
        pairs = len(said) * (len(said) - 1) / 2
        apart = distances[np.ix_(said, said)].sum()
        sums.pairs[at] += pairs
        sums.near[at] += pairs - apart / 2
        sums.first[at, said[0]] += 1
        sums.second[at, said[1]] += 1
        np.add.at(sums.counts[at], said, 1)
        sums.disagreement[at] += apart / (len(said) - 1)
    return sums


def _exact(sums: _Sums, weights: Floats) -> Floats:
    return _divide(weights @ sums.near, weights @ sums.pairs)


def _kappa(sums: _Sums, weights: Floats) -> Floats:
    pairs = weights @ sums.pairs
    by_chance = ((weights @ sums.first) * (weights @ sums.second)).sum(axis=1) / np.square(pairs)
    return _divide(weights @ sums.near / pairs - by_chance, 1 - by_chance)


def _alpha(sums: _Sums, weights: Floats) -> Floats:
    counts = weights @ sums.counts
    expected = ((counts @ sums.distances) * counts).sum(axis=1) / (counts.sum(axis=1) - 1)
    return 1 - _divide(weights @ sums.disagreement, expected)


def _divide(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.full_like(above, np.nan), where=below > 1e-12)
