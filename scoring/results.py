# SPDX-License-Identifier: Apache-2.0
"""From the table of counts to the figures of a report: overall and by each breakdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.answer import STATUSES
from scoring.breakdowns import Breakdown
from scoring.cuts import Cut, cuts_of
from scoring.metrics import Metric
from scoring.statistics import Bootstrap, Figure, Ratio, draw_ratios, percentiles, ratio_figures
from scoring.table import CountsTable
from scoring.tasks import SCORED_TASKS

__all__ = ["Group", "breakdown", "figures_of", "ratios_of", "slopes_of"]


@dataclass(frozen=True, slots=True)
class Group:
    """The figures of some instances of one task."""

    task: str
    by: Breakdown
    value: str
    """The source, family, split, ... in question; ``all`` for all."""
    instances: int
    projects: int
    statuses: Mapping[str, int]
    """Instances by status, every status named."""
    figures: Mapping[str, Figure]
    """By :attr:`scoring.metrics.Metric.name`."""

    def to_json(self) -> dict[str, object]:
        """Return the group as plain objects."""
        return {
            "task": self.task,
            "by": self.by,
            "value": self.value,
            "instances": self.instances,
            "projects": self.projects,
            "statuses": dict(self.statuses),
            "metrics": {name: figure.to_json() for name, figure in self.figures.items()},
        }


def breakdown(table: CountsTable, bootstrap: Bootstrap) -> tuple[Group, ...]:
    """Return the groups of a report: for each task all instances, then each breakdown's values."""
    cuts = [cut for task in SCORED_TASKS for cut in cuts_of(table, task)]
    figures = figures_of(table, cuts, bootstrap)
    return tuple(
        _group(table.where(cut.mask), cut, of_cut)
        for cut, of_cut in zip(cuts, figures, strict=True)
    )


def figures_of(
    table: CountsTable,
    cuts: Sequence[Cut],
    bootstrap: Bootstrap,
    metrics: Sequence[Metric] | None = None,
) -> list[dict[str, Figure]]:
    """Return the figure of each metric for each cut, all from the same draws.

    ``metrics`` are those of the cut's task by default.
    """
    shown = [metrics or SCORED_TASKS[cut.task].metrics for cut in cuts]
    ratios = [
        ratio
        for cut, of_cut in zip(cuts, shown, strict=True)
        for ratio in ratios_of(table, cut, of_cut)
    ]
    figures = iter(ratio_figures(ratios, bootstrap))
    return [{metric.name: next(figures) for metric in of_cut} for of_cut in shown]


def ratios_of(table: CountsTable, cut: Cut, metrics: Iterable[Metric]) -> list[Ratio]:
    """Return the metrics of a cut as ratios over all projects of the table."""
    projects = table.labels["project"]
    rows = {name: column[cut.mask] for name, column in table.numbers.items()}
    codes = projects.codes[cut.mask].astype(np.int64)
    return [
        Ratio(*metric.by_project(rows, codes, len(projects.names)), metric.unit)
        for metric in metrics
    ]


def slopes_of(table: CountsTable, bootstrap: Bootstrap) -> dict[str, Figure]:
    """Return each metric's slope over the horizon of rollouts, per step; empty without rollouts.

    The least-squares line through the values at each horizon. ``n`` is the number of horizons; the
    value is ``None`` with fewer than two, or where one has no data.
    """
    cuts = list(cuts_of(table, "rollout", ("horizon",)))
    if not cuts:
        return {}
    horizons = np.array([float(cut.value) for cut in cuts])
    metrics = SCORED_TASKS["rollout"].metrics
    by_cut = [ratios_of(table, cut, metrics) for cut in cuts]
    return {
        metric.name: _slope(horizons, [ratios[number] for ratios in by_cut], bootstrap)
        for number, metric in enumerate(metrics)
    }


def _slope(horizons: np.ndarray, ratios: Sequence[Ratio], bootstrap: Bootstrap) -> Figure:
    totals = [ratio.below.sum() for ratio in ratios]
    if len(horizons) < 2 or not all(totals):
        return Figure(None, len(horizons), "horizons")
    centred = horizons - horizons.mean()
    coefficients = centred / (centred @ centred)
    values = np.array([ratio.above.sum() for ratio in ratios]) / totals
    low = high = None
    if len({int(at) for ratio in ratios for at in np.flatnonzero(ratio.below)}) > 1:
        drawn = draw_ratios(ratios, bootstrap) @ coefficients
        [low], [high] = percentiles(drawn[:, None])
    return Figure(float(values @ coefficients), len(horizons), "horizons", low, high)


def _group(rows: CountsTable, cut: Cut, figures: Mapping[str, Figure]) -> Group:
    status = rows.labels["status"]
    return Group(
        task=cut.task,
        by=cut.by,
        value=cut.value,
        instances=len(rows),
        projects=len(np.unique(rows.labels["project"].codes)),
        statuses={name: int(status.is_(name).sum()) for name in STATUSES},
        figures=figures,
    )
