# SPDX-License-Identifier: Apache-2.0
"""The table that ``scratchworld copy-prior`` prints."""

from __future__ import annotations

from scoring.copy_prior import FRAME_FIGURES, CopyPrior, CopyPriorRow
from scoring.report.text_table import render_table, share_cell, value_cell
from scoring.tasks.keyframes import KEYFRAMES
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
    blocks = ["What copying the input scores, in per cent"]
    if outcome.rows:
        blocks.append(render_table(_HEADERS, [_cells(row) for row in outcome.rows], texts=(0, 1)))
    if outcome.frames:
        blocks.append("What the first frame again scores, in per cent, PSNR in decibels")
        blocks.append(_frames(outcome))
    return "\n\n".join([*blocks, _verdict(outcome)])


def _frames(outcome: CopyPrior) -> str:
    titles = [KEYFRAMES.metric(name).short for name in FRAME_FIGURES]
    rows = [
        [
            KEYFRAMES.name,
            _group(row.by, row.value),
            str(row.instances),
            *(value_cell(row.figures[name]) for name in FRAME_FIGURES),
        ]
        for row in outcome.frames
    ]
    return render_table(["task", "group", "n", *titles], rows, texts=(0, 1))


def _group(by: str, value: str) -> str:
    return "all" if by == "all" else f"{by} {value}"


def _cells(row: CopyPriorRow) -> list[str]:
    return [
        row.task,
        _group(row.by, row.value),
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
        earned = {"changed-field F1": outcome.rows, "changed-region F1": outcome.frames}
        nothing = (f"no {name}" for name, asked in earned.items() if asked)
        return f"Passed: copying earns {' and '.join(nothing)}."
    first = ", ".join(outcome.offenders[:3])
    what = "changed fields or pixels" if outcome.frames else "changed fields"
    return (
        f"FAILED: copying earns {outcome.earned} {what}, so this release is broken: "
        f"labels call unchanged fields changed. First instances: {first}"
    )
