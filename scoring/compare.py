# SPDX-License-Identifier: Apache-2.0
"""Compare models on the same instances: differences, tests, wins, ranks.

Everything is paired: all models are scored on the same instances, and the bootstrap draws the same
projects for all of them. An instance is won by the model with the higher score there (for changed
fields the value-aware F1; on a no-op by the one that sees it). Equal is a tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scoring.cuts import Cut, cuts_of
from scoring.metrics import Metric
from scoring.permutation import holm, permutation_p
from scoring.results import ratios_of
from scoring.statistics import (
    Bootstrap,
    Figure,
    Ratio,
    draw_ratios,
    percentiles,
    ranks,
    ratio_figures,
)
from scoring.table import CountsTable
from scoring.tasks import SCORED_TASKS
from scratchworld import __version__
from scratchworld.errors import InputError

__all__ = ["Comparison", "Duel", "Pair", "Standing", "compare_tables"]

Floats = NDArray[np.float64]

_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """One model on one task and metric."""

    task: str
    metric: str
    model: str
    figure: Figure
    rank: float | None
    """1 is best; models with equal values share the mean of their places."""
    rank_low: float | None
    rank_high: float | None
    """95 % interval of the rank over the bootstrap's draws."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two models on one task and metric."""

    task: str
    metric: str
    one: str
    other: str
    difference: Figure
    """Value of ``one`` less value of ``other``."""
    p: float | None
    """Permutation test, two-sided."""
    p_holm: float | None
    """Corrected over all pairs of models of this task and metric."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two models, instance by instance."""

    task: str
    one: str
    other: str
    wins: int
    """Instances that ``one`` wins."""
    ties: int
    losses: int
    only_one: tuple[str, ...]
    """First instances that ``one`` gets exactly right and ``other`` does not."""
    only_other: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that a comparison gives."""

    models: tuple[str, ...]
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    duels: tuple[Duel, ...]

    def to_json(self) -> dict[str, object]:
        """Return the comparison as plain objects."""
        return {
            "format": "scratchworld-comparison",
            "format_version": 1,
            "tool_version": __version__,
            "models": list(self.models),
            "standings": [asdict(one) for one in self.standings],
            "pairs": [asdict(one) for one in self.pairs],
            "duels": [asdict(one) for one in self.duels],
        }


def compare_tables(
    tables: Mapping[str, CountsTable],
    bootstrap: Bootstrap | None = None,
    metrics: Sequence[Metric] | None = None,
) -> Comparison:
    """Compare models by their tables of counts, which must hold the same instances in one order.

    ``metrics`` are those of each task by default.

    Raises:
        InputError: with fewer than two models, or when the instances differ.
    """
    bootstrap = bootstrap or Bootstrap()
    names = tuple(tables)
    if len(names) < 2:
        raise InputError("a comparison needs at least two models of different names")
    first = tables[names[0]]
    for name in names[1:]:
        if tables[name].ids.tolist() != first.ids.tolist():
            raise InputError(f"{name!r} was scored on other instances than {names[0]!r}")
    standings: list[Standing] = []
    pairs: list[Pair] = []
    duels: list[Duel] = []
    for task in SCORED_TASKS:
        for cut in cuts_of(first, task, ("all",)):
            for metric in metrics or SCORED_TASKS[task].metrics:
                ratios = [ratios_of(tables[name], cut, [metric])[0] for name in names]
                drawn = draw_ratios(ratios, bootstrap)
                standings += _standings(names, task, metric, ratios, drawn, bootstrap)
                pairs += _pairs(names, task, metric, ratios, drawn, bootstrap)
            duels += [
                _duel(cut, one, tables[one], other, tables[other])
                for one, other in combinations(names, 2)
            ]
    return Comparison(names, tuple(standings), tuple(pairs), tuple(duels))


def _standings(
    names: Sequence[str],
    task: str,
    metric: Metric,
    ratios: Sequence[Ratio],
    drawn: Floats,
    bootstrap: Bootstrap,
) -> list[Standing]:
    figures = ratio_figures(ratios, bootstrap)
    values = np.array([[np.nan if f.value is None else f.value for f in figures]])
    if np.isnan(values).any():
        return [
            Standing(task, metric.name, name, figure, None, None, None)
            for name, figure in zip(names, figures, strict=True)
        ]
    sign = 1 if metric.higher_is_better else -1
    [places] = ranks(sign * values).tolist()
    low, high = percentiles(ranks(sign * drawn[~np.isnan(drawn).any(axis=1)]))
    if figures[0].low is None:
        low = high = [None] * len(names)
    return [
        Standing(task, metric.name, *row)
        for row in zip(names, figures, places, low, high, strict=True)
    ]


def _pairs(
    names: Sequence[str],
    task: str,
    metric: Metric,
    ratios: Sequence[Ratio],
    drawn: Floats,
    bootstrap: Bootstrap,
) -> list[Pair]:
    found = []
    for one, other in combinations(range(len(names)), 2):
        first, second = _value(ratios[one]), _value(ratios[other])
        difference = None if first is None or second is None else first - second
        low = high = None
        if difference is not None and np.count_nonzero(ratios[one].below + ratios[other].below) > 1:
            [low], [high] = percentiles(drawn[:, [one]] - drawn[:, [other]])
        figure = Figure(difference, round(float(ratios[one].below.sum())), metric.unit, low, high)
        found.append((one, other, figure, permutation_p(ratios[one], ratios[other], bootstrap)))
    corrected = holm([p for *_, p in found])
    return [
        Pair(task, metric.name, names[one], names[other], figure, p, p_holm)
        for (one, other, figure, p), p_holm in zip(found, corrected, strict=True)
    ]


def _value(ratio: Ratio) -> float | None:
    total = float(ratio.below.sum())
    return float(ratio.above.sum()) / total if total else None


def _duel(cut: Cut, one: str, first: CountsTable, other: str, second: CountsTable) -> Duel:
    scores = SCORED_TASKS[cut.task].scores
    left, right = (scores(table.where(cut.mask).numbers) for table in (first, second))
    exact = first.numbers["exact"][cut.mask] - second.numbers["exact"][cut.mask]
    ids = first.ids[cut.mask]
    return Duel(
        cut.task,
        one,
        other,
        wins=int((left > right).sum()),
        ties=int((left == right).sum()),
        losses=int((left < right).sum()),
        only_one=tuple(ids[exact > 0][:_EXAMPLES].tolist()),
        only_other=tuple(ids[exact < 0][:_EXAMPLES].tolist()),
    )
