# SPDX-License-Identifier: Apache-2.0
"""The tables that ``scratchworld score`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.answer import STATUSES
from scoring.evaluation import Evaluation
from scoring.report.errors_text import error_blocks, unknown_blocks
from scoring.report.problems_text import problem_blocks
from scoring.report.text_table import interval_cell, render_table, share_cell, value_cell
from scoring.results import Group
from scoring.tasks import SCORED_TASKS

__all__ = ["render_evaluation", "signed_points"]


def render_evaluation(evaluation: Evaluation) -> str:
    """Return the report: statuses, then each task's figures and breakdowns, in per cent."""
    tasks = dict.fromkeys(group.task for group in evaluation.groups)
    blocks = ["Answers by status", _statuses(evaluation.groups)]
    blocks += problem_blocks(evaluation.problems)
    if evaluation.ignored_lines:
        blocks.append(f"Lines outside the selection, ignored: {evaluation.ignored_lines}")
    for task in tasks:
        blocks += _task(task, [group for group in evaluation.groups if group.task == task])
        blocks += error_blocks(evaluation, task)
    blocks += unknown_blocks(evaluation)
    if evaluation.slopes:
        blocks += ["rollout: change per step of horizon, percentage points", _slopes(evaluation)]
    blocks += _gaps(evaluation)
    blocks.append(
        "All figures in per cent, with 95 % intervals from a bootstrap over projects. "
        "n is the denominator.\nF1 is value-aware unless it says presence. "
        "A dash: nothing to measure, or a single project."
    )
    return "\n\n".join(blocks)


def _statuses(groups: Iterable[Group]) -> str:
    rows = [
        [group.task, str(group.instances), *(str(group.statuses[name]) for name in STATUSES)]
        for group in groups
        if group.by == "all"
    ]
    return render_table(["task", "instances", *STATUSES], rows)


def _task(task: str, groups: list[Group]) -> Iterator[str]:
    overall = groups[0]
    yield f"{task}: {overall.instances} instances of {overall.projects} projects"
    yield render_table(
        ["metric", "value", "95 % interval", "n", "of"],
        [
            [
                metric.title,
                share_cell(overall.figures[metric.name].value),
                interval_cell(overall.figures[metric.name]),
                str(overall.figures[metric.name].n),
                metric.unit,
            ]
            for metric in SCORED_TASKS[task].metrics
        ],
        texts=(0, 4),
    )
    shown = [SCORED_TASKS[task].metric(name) for name in SCORED_TASKS[task].headlines]
    rows = [
        [
            f"{group.by} {group.value}",
            str(group.instances),
            *(value_cell(group.figures[metric.name]) for metric in shown),
        ]
        for group in groups[1:]
    ]
    yield render_table([f"{task} by", "instances", *(metric.short for metric in shown)], rows)


def _slopes(evaluation: Evaluation) -> str:
    rows = []
    task = SCORED_TASKS["rollout"]
    for name in task.headlines:
        figure = evaluation.slopes[name]
        value = "-" if figure.value is None else signed_points(figure.value)
        rows.append([task.metric(name).short, value, _signed_interval(figure.low, figure.high)])
    return render_table(["metric", "slope", "95 % interval"], rows)


def _gaps(evaluation: Evaluation) -> Iterator[str]:
    if not evaluation.gaps:
        return
    yield "Perturbations: score of the original less that of its perturbed twin, percentage points"
    rows = [
        [
            gap.task,
            gap.variant,
            str(gap.figure.n),
            share_cell(gap.original),
            share_cell(gap.perturbed),
            signed_points(gap.figure.value or 0.0),
            _signed_interval(gap.figure.low, gap.figure.high),
        ]
        for gap in evaluation.gaps
    ]
    headers = ["task", "perturbation", "pairs", "original", "perturbed", "gap", "95 % interval"]
    yield render_table(headers, rows, texts=(0, 1))


def _signed_interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "-"
    return f"{signed_points(low)} to {signed_points(high)}"


def signed_points(share: float) -> str:
    """Percentage points with a sign; what rounds to nothing is +0.00, never -0.00."""
    return f"{round(100 * share, 2) + 0.0:+.2f}"
