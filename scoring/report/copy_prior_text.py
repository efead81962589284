# SPDX-License-Identifier: Apache-2.0
"""The table that ``scratchworld copy-prior`` prints."""

from __future__ import annotations

from scoring.copy_prior import CopyPrior, CopyPriorRow
from scoring.report.text_table import render_table, share_cell, value_cell
from scratchworld.release import Sizes

__all__ = ["render_copy_prior"]

_HEADERS = (
    "task",
    "group",
    "n",
    "full state (95 % interval)",
    "F1",
    "F1 presence",
    "exact",
    "fields: mean / median / max",
    "changed: mean / median / max",
    "empty",
)


def render_copy_prior(outcome: CopyPrior) -> str:
    """Return the table and the verdict."""
    table = render_table(_HEADERS, [_cells(row) for row in outcome.rows], texts=(0, 1))
    return f"What copying the input scores, in per cent\n\n{table}\n\n{_verdict(outcome)}"


def _cells(row: CopyPriorRow) -> list[str]:
    return [
        row.task,
        "all" if row.by == "all" else f"{row.by} {row.value}",
        str(row.instances),
        value_cell(row.figures["full_state_accuracy"]),
        share_cell(row.figures["changed_field_f1_pooled"].value),
        share_cell(row.figures["changed_field_f1_presence_pooled"].value),
        share_cell(row.figures["exact_match"].value),
        _sizes(row.fields),
        _sizes(row.changed),
        share_cell(row.empty_share),
    ]


def _sizes(sizes: Sizes) -> str:
    return f"{sizes.mean:.1f} / {sizes.median:g} / {sizes.maximum}"


def _verdict(outcome: CopyPrior) -> str:
    if outcome.passed:
        return "Passed: copying earns no changed-field F1."
    first = ", ".join(outcome.offenders[:3])
    return (
        f"FAILED: copying earns {outcome.earned} changed fields, so this release is broken: "
        f"labels call unchanged fields changed. First instances: {first}"
    )
