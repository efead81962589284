# SPDX-License-Identifier: Apache-2.0
"""Tables of raters and judges, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.report.text_table import (
    coefficient_cell,
    render_table,
    signed_cell,
    value_cell,
)
from scoring.votes.agreement import RaterAgreement
from scoring.votes.criteria import CRITERIA
from scoring.votes.judges import JudgeError, verdict_of
from scoring.votes.reading import RaterKind

__all__ = ["render_judge_errors", "render_rater_agreement"]


def render_rater_agreement(found: Sequence[RaterAgreement]) -> str:
    """Return one table of totals, and one of alpha by label; empty without agreement."""
    if not found:
        return ""
    overall = [
        [
            one.who,
            str(one.raters),
            value_cell(one.within_two),
            value_cell(one.pairwise),
            coefficient_cell(one.tau),
            coefficient_cell(one.alpha),
        ]
        for one in found
    ]
    header = ["raters", "n", "within 2, %", "pairwise, %", "tau", "alpha"]
    by_label = [
        [
            criterion.name,
            *(coefficient_cell(one.alphas[criterion.name]) for one in found),
        ]
        for criterion in CRITERIA
    ]
    return "\n\n".join(
        [
            render_table(header, overall),
            render_table(["alpha of", *(one.who for one in found)], by_label),
        ]
    )


def render_judge_errors(found: Sequence[JudgeError], against: RaterKind = "human") -> str:
    """Return the table of judges against people or the VM; empty without judges."""
    if not found:
        return ""
    right = "people" if against == "human" else "VM"
    rows = [
        [
            one.judge,
            one.criterion,
            str(one.error.n),
            coefficient_cell(one.error),
            signed_cell(one.bias),
            verdict_of(one.bias),
        ]
        for one in found
        if one.error.n
    ]
    header = ["judge", "label", "n", "error", f"judge - {right}", "verdict"]
    return render_table(header, rows, texts=(0, 1, 5))
