# SPDX-License-Identifier: Apache-2.0
"""The judge held against the exact scores of the same answers, component by component.

Exact scores are those of :mod:`scoring.judged.exact`, in the same points. Error is the mean of
|judge - exact| and bias that of judge - exact; above 0 the judge inflates. Correlation is
Pearson's, and Spearman's as Pearson's of the ranks, ties sharing the mean of their places; neither
exists where one side has no spread. Intervals are from a bootstrap clustered by project. Only
answers that a judge scored take part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.judged.exact import ExactScores
from scoring.judged.figures import Measure, ratio_of
from scoring.judged.rubric import COMPONENTS
from scoring.judged.table import Row
from scoring.metrics.base import Floats, floats
from scoring.statistics import Bootstrap, Figure, percentiles, ranks, ratio_figures
from scoring.votes import verdict_of

__all__ = ["Calibrated", "calibrate"]

_FEWEST = 3
"""Answers; a correlation of fewer says nothing."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """One component, or the overall score."""

    component: str
    top: int
    judge: Figure
    """Mean of the judge, in points."""
    exact: Figure
    """Mean of the exact scores of the same answers, in points."""
    error: Figure
    """Mean absolute error, in points; lower is better."""
    bias: Figure
    """Mean of judge - exact, in points."""
    pearson: Figure
    spearman: Figure

    @property
    def verdict(self) -> str:
        """``inflates`` or ``deflates`` where the interval of the bias leaves 0 out."""
        return verdict_of(self.bias)

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain objects."""
        names = ("judge", "exact", "error", "bias", "pearson", "spearman")
        figures = {name: getattr(self, name).to_json() for name in names}
        return {
            "component": self.component,
            "top": self.top,
            **figures,
            "verdict": self.verdict,
        }


class _Pair(NamedTuple):
    row: Row
    judge: float
    exact: float


def calibrate(
    rows: Iterable[Row], exact: Mapping[str, ExactScores], bootstrap: Bootstrap
) -> tuple[Calibrated, ...]:
    """Hold the judge against exact scores by instance id; empty where no answer has both."""
    both = [(row, exact[row.instance_id]) for row in rows if row.instance_id in exact]
    both = [(row, known) for row, known in both if row.outcome == "judged"]
    found = [
        _calibrated(one.name, one.top, _pairs(both, one.name), bootstrap) for one in COMPONENTS
    ]
    found.append(_calibrated("overall", 100, _pairs(both, "overall"), bootstrap))
    return tuple(found) if both else ()


def _pairs(both: Iterable[tuple[Row, ExactScores]], name: str) -> list[_Pair]:
    found = []
    for row, known in both:
        truth = known.overall(row.result_weight) if name == "overall" else getattr(known, name)
        said = getattr(row, name)
        if said is not None:
            found.append(_Pair(row, float(said), float(truth)))
    return found


def _calibrated(name: str, top: int, pairs: Sequence[_Pair], bootstrap: Bootstrap) -> Calibrated:
    apart = {pair.row.instance_id: pair for pair in pairs}
    measures = (
        Measure("judge", "", lambda row: apart[row.instance_id].judge),
        Measure("exact", "", lambda row: apart[row.instance_id].exact),
        Measure("error", "", lambda row: abs(_difference(apart[row.instance_id]))),
        Measure("bias", "", lambda row: _difference(apart[row.instance_id])),
    )
    rows = [pair.row for pair in pairs]
    projects = sorted({row.project for row in rows})
    sums = [ratio_of(rows, projects, one) for one in measures]
    judge, truth, error, bias = ratio_figures(sums, bootstrap)
    said = np.array([pair.judge for pair in pairs])
    known = np.array([pair.exact for pair in pairs])
    codes = np.array([projects.index(row.project) for row in rows], dtype=np.int64)
    return Calibrated(
        name,
        top,
        judge,
        truth,
        error,
        bias,
        _correlation(said, known, codes, bootstrap),
        _correlation(_ranks(said), _ranks(known), codes, bootstrap),
    )


def _ranks(values: Floats) -> Floats:
    return floats(ranks(values[None, :])[0])


def _difference(pair: _Pair) -> float:
    return pair.judge - pair.exact


def _correlation(one: Floats, other: Floats, codes: np.ndarray, bootstrap: Bootstrap) -> Figure:
    """Pearson's; in each draw a project counts as often as it is drawn."""
    if len(one) < _FEWEST:
        return Figure(None, len(one), "answers")
    columns = (np.ones(len(one)), one, other, one * one, other * other, one * other)
    sums = np.stack([np.bincount(codes, column) for column in columns], axis=1)
    [value] = _pearson(np.ones((1, len(sums))) @ sums)
    low = high = None
    if len(sums) > 1 and not np.isnan(value):
        drawn = [_pearson(weights @ sums) for weights in bootstrap.weights(len(sums))]
        [low], [high] = percentiles(np.concatenate(drawn)[:, None])
    return Figure(None if np.isnan(value) else float(value), len(one), "answers", low, high)


def _pearson(sums: Floats) -> Floats:
    """Return the correlation of each draw, NaN where a side has no spread."""
    n, x, y, xx, yy, xy = sums.T
    spread = np.maximum(n * xx - x * x, 0) * np.maximum(n * yy - y * y, 0)
    # sums of floats leave a spread of about 1e-15 of the squares where there is none
    enough = spread > 1e-18 * np.maximum(xx * yy * n * n, 1e-300)
    nothing = np.full(len(sums), np.nan)
    return floats(np.divide(n * xy - x * y, np.sqrt(spread), out=nothing, where=enough))
