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
from scoring.prompts import plain_prompt
from scoring.tasks import COUNTS, SCORED_TASKS
from scoring.tasks.pairing import TwinPairing
from scratchworld.release import row_to_instance
from scratchworld.world import CounterfactualInstance

__all__ = ["Counted", "aggregation", "figure_over", "process_results", "prompt"]

Counted = Mapping[str, Any]
"""``project``, and ``counts``: the counts of one answer by name. Of a task whose metrics take two
answers at once also ``member``: the instance and what comparing its answer gave."""


def prompt(row: Mapping[str, Any]) -> str:
    """Return the question of a row, from its columns alone: a table of the state."""
    return plain_prompt(row_to_instance(row))


def process_results(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, Counted]:
    """Compare a model's text with the label of its row; every metric gets the same counts."""
    task, instance = SCORED_TASKS[row["task"]], row_to_instance(row)
    answer = read_output(results[0], StrictDecoder(), task.form)
    compared = task.compare(instance, answer)
    counts = dict(zip(task.counts, compared.counts, strict=True))
    held: Counted = {"project": instance.project, "counts": counts}
    if task.pairing is not None and isinstance(instance, CounterfactualInstance):
        held = {**held, "member": (instance, compared)}
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
    counted = _paired(counted)
    columns = {
        name: np.array([one["counts"].get(name, 0) for one in counted], dtype=np.int64)
        for name in COUNTS
    }
    projects, codes = np.unique([one["project"] for one in counted], return_inverse=True)
    above, below = metric.by_project(columns, codes.astype(np.int64), len(projects))
    total = float(below.sum())
    return float(above.sum()) / total if total else float("nan")


def _paired(counted: Sequence[Counted]) -> Sequence[Counted]:
    """Add what takes both twins to the counts of counterfactuals."""
    pairing = TwinPairing()
    for row, one in enumerate(counted):
        if "member" in one:
            pairing.add(row, *one["member"])
    found = dict(pairing.counts())
    return [
        {**one, "counts": {**one["counts"], **found[row]}} if row in found else one
        for row, one in enumerate(counted)
    ]
