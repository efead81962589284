# SPDX-License-Identifier: Apache-2.0
"""Means of what a judge said, with intervals from a bootstrap clustered by project.

Cases that the judge failed on are left out of every mean, and counted; ``coverage`` is the share
of the cases that have scores. Answers that cannot be used score 0 everywhere, and count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.judged.rubric import COMPONENTS, STEPS
from scoring.judged.table import Row
from scoring.metrics.base import floats
from scoring.statistics import Bootstrap, Figure, Ratio, ratio_figures

__all__ = ["MEASURES", "JudgedGroup", "Measure", "groups_of", "ratio_of"]

_Value = Callable[[Row], float | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean over cases."""

    name: str
    """Its key in ``results.json``."""
    title: str
    """Its name in tables, with its best value."""
    value: _Value
    """Of a case; ``None`` leaves the case out."""
    count: Callable[[Row], int] = lambda row: 1
    """What a case adds to the denominator, which is 1 but for the moments."""
    unit: str = "answers"


def _column(name: str) -> _Value:
    return lambda row: getattr(row, name)


MEASURES: tuple[Measure, ...] = (
    Measure("overall", "Overall/100", _column("overall")),
    Measure("task_completion", "TC/3", _column("task_completion")),
    *(Measure(one.name, f"{one.symbol}/{one.top}", _column(one.name)) for one in COMPONENTS),
    Measure(STEPS, "SA/1", _column("steps_right"), lambda row: row.moments, "moments"),
    Measure("coverage", "coverage/1", lambda row: float(row.outcome != "failed")),
)
"""All measures, in the order of tables; each is better when higher."""


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """The figures of some cases."""

    by: str
    value: str
    """The goal, number of moments, source, split or adapter in question; ``all`` for all."""
    cases: int
    projects: int
    outcomes: Mapping[str, int]
    """Cases by outcome."""
    figures: Mapping[str, Figure]
    """By name of the measure."""

    def to_json(self) -> dict[str, object]:
        """Return the group as plain objects."""
        return {
            "by": self.by,
            "value": self.value,
            "cases": self.cases,
            "projects": self.projects,
            "outcomes": dict(self.outcomes),
            "metrics": {name: figure.to_json() for name, figure in self.figures.items()},
        }


def groups_of(rows: Sequence[Row], bootstrap: Bootstrap) -> tuple[JudgedGroup, ...]:
    """Return the figures of all cases, then those by goal, moments, source, split and adapter."""
    parts: list[tuple[str, str, list[Row]]] = [("all", "all", [*rows])]
    for by in ("goal", "moments", "source", "split", "adapter"):
        values = sorted({getattr(row, by) for row in rows} - {""})
        parts += [
            (by, str(value), [row for row in rows if getattr(row, by) == value]) for value in values
        ]
    projects = sorted({row.project for row in rows})
    ratios = [ratio_of(part, projects, measure) for _, _, part in parts for measure in MEASURES]
    figures = iter(ratio_figures(ratios, bootstrap))
    return tuple(
        JudgedGroup(
            by,
            value,
            len(part),
            len({row.project for row in part}),
            dict(sorted(Counter(row.outcome for row in part).items())),
            {measure.name: next(figures) for measure in MEASURES},
        )
        for by, value, part in parts
    )


def ratio_of(rows: Iterable[Row], projects: Sequence[str], measure: Measure) -> Ratio:
    """Return the sums of a measure by project."""
    places = {name: at for at, name in enumerate(projects)}
    above, below = np.zeros(len(projects)), np.zeros(len(projects))
    for row in rows:
        value = measure.value(row)
        if value is not None:
            above[places[row.project]] += value
            below[places[row.project]] += measure.count(row)
    return Ratio(floats(above), floats(below), measure.unit)
