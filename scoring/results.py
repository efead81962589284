# SPDX-License-Identifier: Apache-2.0
"""From the table of counts to the figures of a report: overall and by each breakdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.answer import STATUSES
from scoring.metrics import METRICS, Metric
from scoring.statistics import Bootstrap, Figure, ratio_figure, slope_figure
from scoring.table import CountsTable
from scratchworld.world import TASKS

__all__ = [
    "BREAKDOWNS",
    "Breakdown",
    "Group",
    "breakdown",
    "figures_of",
    "group_masks",
    "slopes_of",
]

Breakdown = Literal["all", "source", "family", "split", "horizon"]
BREAKDOWNS: tuple[Breakdown, ...] = ("all", "source", "family", "split", "horizon")


@dataclass(frozen=True, slots=True)
class Group:
    """The figures of some instances of one task."""

    task: str
    by: Breakdown
    value: str
    """The source, family, split or horizon in question; ``all`` for all."""
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
    """Return the groups of a report: for each task all instances, then each breakdown's values.

    Families are given for synthetic instances, horizons for rollouts.
    """
    return tuple(
        _group(task, by, value, table.where(mask), bootstrap)
        for task in TASKS
        for by in BREAKDOWNS
        for value, mask in group_masks(table, task, by)
    )


def group_masks(
    table: CountsTable, task: str, by: Breakdown
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Yield each value of a breakdown with the mask of its rows; nothing for an empty group.

    ``task`` is one of :data:`scratchworld.world.TASKS`, or ``all`` for all of them.
    """
    tasks = table.labels["task"]
    of_task = tasks == task if task != "all" else np.ones(len(table), dtype=np.bool_)
    if by == "all":
        if of_task.any():
            yield "all", of_task
    elif by == "horizon":
        horizons = table.numbers["horizon"]
        rollouts = of_task & (tasks == "rollout")
        for horizon in np.unique(horizons[rollouts]):
            yield str(horizon), rollouts & (horizons == horizon)
    else:
        column = table.labels[by]
        for value in np.unique(column[of_task]):
            if value:
                yield str(value), of_task & (column == value)


def figures_of(
    table: CountsTable, bootstrap: Bootstrap, metrics: Sequence[Metric] = METRICS
) -> dict[str, Figure]:
    """Return the figure of each metric over a whole table."""
    codes, projects = _project_codes(table)
    return {
        metric.name: ratio_figure(
            *metric.by_project(table.numbers, codes, projects), metric.unit, bootstrap
        )
        for metric in metrics
    }


def slopes_of(table: CountsTable, bootstrap: Bootstrap) -> dict[str, Figure]:
    """Return each metric's slope over the horizon of rollouts, per step; empty without rollouts."""
    rollouts = table.where(table.labels["task"] == "rollout")
    if not len(rollouts):
        return {}
    codes, projects = _project_codes(rollouts)
    horizons = np.unique(rollouts.numbers["horizon"])
    slopes = {}
    for metric in METRICS:
        sums = [
            metric.by_project(rollouts.where(mask).numbers, codes[mask], projects)
            for mask in (rollouts.numbers["horizon"] == horizon for horizon in horizons)
        ]
        above, below = (np.stack(part) for part in zip(*sums, strict=True))
        slopes[metric.name] = slope_figure(horizons.astype(np.float64), above, below, bootstrap)
    return slopes


def _group(task: str, by: Breakdown, value: str, table: CountsTable, bootstrap: Bootstrap) -> Group:
    statuses = Counter(table.labels["status"].tolist())
    return Group(
        task=task,
        by=by,
        value=value,
        instances=len(table),
        projects=_project_codes(table)[1],
        statuses={status: statuses[status] for status in STATUSES},
        figures=figures_of(table, bootstrap),
    )


def _project_codes(table: CountsTable) -> tuple[NDArray[np.int64], int]:
    """Number the projects of a table, and count them."""
    names, codes = np.unique(table.labels["project"], return_inverse=True)
    return codes.astype(np.int64), len(names)
