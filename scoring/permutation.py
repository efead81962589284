# SPDX-License-Identifier: Apache-2.0
"""Paired permutation tests clustered by project, and Holm's correction.

Under the null hypothesis two models are exchangeable, project by project: a draw swaps the two
models' sums of each project or not, by a fair coin, and the difference of the two figures is
computed again. The p-value is the share of draws, the observed one included, whose difference is
at least as large in size. All patterns are gone through where there are few. Sources: Good,
"Permutation, Parametric and Bootstrap Tests of Hypotheses", 2005; Holm, "A simple sequentially
rejective multiple test procedure", 1979.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.statistics import Bootstrap, Ratio

__all__ = ["holm", "permutation_p"]

Floats = NDArray[np.float64]

_CELLS_AT_A_TIME = 4_000_000
_ROUNDING = 1e-12


def permutation_p(one: Ratio, other: Ratio, draws: Bootstrap) -> float | None:
    """Return the two-sided p-value of the difference of two ratios over the same projects.

    ``None`` when either has nothing to measure. ``draws`` gives the number of draws and the seed;
    with at most as many patterns as draws, all patterns are taken.
    """
    if not one.below.sum() or not other.below.sum():
        return None
    sums = np.stack([one.above, one.below, other.above, other.below], axis=1)
    sums = sums[sums.any(axis=1)]
    differs = (sums[:, :2] != sums[:, 2:]).any(axis=1)
    base, moving = sums[~differs].sum(axis=0), sums[differs]
    observed = abs(_difference(base + moving.sum(axis=0)[None])[0])
    total = extreme = 0
    for swapped in _patterns(len(moving), draws):
        kept = base + (1 - swapped) @ moving + swapped @ moving[:, [2, 3, 0, 1]]
        sizes = np.abs(_difference(kept))
        total += len(sizes)
        extreme += int((sizes >= observed - _ROUNDING).sum())
    if 2 ** len(moving) > draws.draws:  # The observed pattern is not among those drawn.
        total, extreme = total + 1, extreme + 1
    return extreme / total


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Correct p-values for their number; ``None`` takes no part."""
    tested = sorted((p, at) for at, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, at) in enumerate(tested):
        highest = max(highest, min(1.0, p * (len(tested) - rank)))
        corrected[at] = highest
    return corrected


def _patterns(projects: int, draws: Bootstrap) -> Iterator[Floats]:
    """Yield blocks of patterns, 1 where the models of a project change places."""
    if 2**projects <= draws.draws:
        numbers = np.arange(2**projects)[:, None] >> np.arange(projects)
        yield (numbers & 1).astype(np.float64)
        return
    generator = np.random.default_rng(draws.seed)
    left = draws.draws
    while left > 0:
        rows = min(left, max(1, _CELLS_AT_A_TIME // projects))
        left -= rows
        yield generator.integers(0, 2, size=(rows, projects)).astype(np.float64)


def _difference(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = sums[:, [0, 2]] / sums[:, [1, 3]]
    return np.asarray(np.nan_to_num(shares[:, 0]) - np.nan_to_num(shares[:, 1]), dtype=np.float64)
