# SPDX-License-Identifier: Apache-2.0
"""Tables of the judged protocol, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.judged.calibration import Calibrated
from scoring.judged.evaluation import JudgedEvaluation
from scoring.judged.figures import MEASURES, JudgedGroup
from scoring.report.text_table import NOTHING, coefficient_cell, render_table, signed_cell

__all__ = ["render_calibration", "render_judged"]

_NOTE = (
    "In points, with 95 % intervals from a bootstrap over projects. An answer that cannot be used\n"
    "scores 0 without a judge; a case that the judge failed on counts for coverage alone.\n"
    "A dash: nothing to measure."
)


def render_judged(evaluation: JudgedEvaluation) -> str:
    """Return the report: outcomes, what failed, means, and the calibration where there is one."""
    blocks = [f"Judged by {evaluation.settings.model}", *_counts(evaluation)]
    blocks.append(_means(evaluation.groups))
    blocks.append(_NOTE)
    if evaluation.calibration:
        blocks += [
            "The judge beside exact scores of the same answers",
            render_calibration(evaluation.calibration),
            "error is the mean of |judge - exact|, bias that of judge - exact, in points.",
        ]
    return "\n\n".join(blocks)


def render_calibration(found: Sequence[Calibrated]) -> str:
    """Return the table of the judge against exact scores."""
    rows = [
        [
            f"{one.component}/{one.top}",
            str(one.error.n),
            _plain(one.judge.value),
            _plain(one.exact.value),
            coefficient_cell(one.error),
            signed_cell(one.bias),
            coefficient_cell(one.pearson),
            coefficient_cell(one.spearman),
            one.verdict,
        ]
        for one in found
    ]
    header = ["component", "n", "judge", "exact", "error", "bias", "Pearson", "Spearman", "verdict"]
    return render_table(header, rows, texts=(0, 8))


def _counts(evaluation: JudgedEvaluation) -> Iterator[str]:
    outcomes = ("judged", "failed", "unusable")
    whole = evaluation.groups[0]
    counts = [str(whole.outcomes.get(name, 0)) for name in outcomes]
    row = [str(whole.cases), str(whole.projects), *counts]
    yield render_table(["cases", "projects", *outcomes], [row], texts=())
    if evaluation.problems:
        yield render_table(
            ["what", "reason", "cases", "first"],
            [[kind, reason, str(n), first] for kind, reason, n, first in evaluation.problems],
            texts=(0, 1, 3),
        )


def _means(groups: Sequence[JudgedGroup]) -> str:
    shown = [one for one in MEASURES if groups[0].figures[one.name].n]
    rows = [
        [
            "all" if group.by == "all" else f"{group.by} {group.value}",
            str(group.cases),
            *(coefficient_cell(group.figures[one.name]) for one in shown),
        ]
        for group in groups
    ]
    return render_table(["by", "cases", *(one.title for one in shown)], rows)


def _plain(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"
