# SPDX-License-Identifier: Apache-2.0
"""Perturbation gaps by task and kind; see :mod:`scoring.metrics.perturbation_gap`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.metrics.perturbation_gap import gap_by_project
from scoring.statistics import Bootstrap, Figure, Ratio, ratio_figures
from scoring.table import CountsTable
from scoring.tasks import SCORED_TASKS

__all__ = ["Gap", "perturbation_gaps"]


@dataclass(frozen=True, slots=True)
class Gap:
    """The pairs of one task and one kind of perturbation."""

    task: str
    variant: str
    original: float
    """Mean score of the originals of these pairs, 0 to 1."""
    perturbed: float
    figure: Figure
    """Original less perturbed, -1 to 1, with its interval over projects."""

    def to_json(self) -> dict[str, object]:
        """Return the gap as plain objects."""
        return {
            "task": self.task,
            "variant": self.variant,
            "original": self.original,
            "perturbed": self.perturbed,
            "gap": self.figure.to_json(),
        }


def perturbation_gaps(table: CountsTable, bootstrap: Bootstrap) -> tuple[Gap, ...]:
    """Return the gaps of a whole table, by task and then by name of the perturbation."""
    projects = table.labels["project"]
    found: list[tuple[str, str, float, float]] = []
    ratios: list[Ratio] = []
    for task, scored in SCORED_TASKS.items():
        scores = scored.scores(table.numbers)
        for variant in sorted(variant for of, variant in table.pairs if of == task):
            pairs = table.pairs[task, variant]
            original, perturbed = scores[pairs[:, 0]], scores[pairs[:, 1]]
            codes = projects.codes[pairs[:, 0]].astype(np.int64)
            above, below = gap_by_project(original, perturbed, codes, len(projects.names))
            ratios.append(Ratio(above, below, "pairs"))
            found.append((task, variant, float(original.mean()), float(perturbed.mean())))
    figures = ratio_figures(ratios, bootstrap)
    return tuple(Gap(*row, figure) for row, figure in zip(found, figures, strict=True))
