# SPDX-License-Identifier: Apache-2.0
"""What the generated tasks of lm-evaluation-harness call: prompt, scores of a row, figures.

The harness gives rows of a release's data files and a model's texts, and takes for each metric one
value a row and a function over all of them. Here that value is what the answer counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from scoring.intake import StrictDecoder, read_output
from scoring.metrics import METRICS, Metric
from scoring.tasks import COUNTS, SCORED_TASKS
from scratchworld.release import row_to_instance

__all__ = ["Counted", "aggregation", "figure_over", "process_results", "prompt"]

Counted = Mapping[str, Any]
"""``project``, and ``counts``: the counts of one answer by name."""


def prompt(row: Mapping[str, Any]) -> str:
    """Return the plain question of a row."""
    return SCORED_TASKS[row["task"]].prompt(row_to_instance(row))


def process_results(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, Counted]:
    """Compare a model's text with the label of its row; every metric gets the same counts."""
    task, instance = SCORED_TASKS[row["task"]], row_to_instance(row)
    answer = read_output(results[0], StrictDecoder(), task.form)
    counts = dict(zip(task.counts, task.compare(instance, answer).counts, strict=True))
    held = {"project": instance.project, "counts": counts}
    return {metric.name: held for metric in task.metrics}


def aggregation(name: str) -> Callable[[Sequence[Counted]], float]:
    """Return the figure of a metric as a function of what all rows counted.

    Raises:
        KeyError: for an unknown metric.
    """
    metric = {metric.name: metric for metric in METRICS}[name]
    return lambda counted: figure_over(metric, counted)


def figure_over(metric: Metric, counted: Sequence[Counted]) -> float:
    """Return a metric over all answers; NaN when there is nothing to measure."""
    columns = {
        name: np.array([one["counts"].get(name, 0) for one in counted], dtype=np.int64)
        for name in COUNTS
    }
    projects, codes = np.unique([one["project"] for one in counted], return_inverse=True)
    above, below = metric.by_project(columns, codes.astype(np.int64), len(projects))
    total = float(below.sum())
    return float(above.sum()) / total if total else float("nan")
