# SPDX-License-Identifier: Apache-2.0
"""How fields go wrong, and which kinds of field do, as tables."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.document import commonest_unknown
from scoring.errors_of_fields import ERRORS
from scoring.evaluation import Evaluation
from scoring.fields import FIELD_FIGURES
from scoring.report.problems_text import unknown_block
from scoring.report.text_table import render_table, share_cell, value_cell

__all__ = ["error_blocks", "unknown_blocks"]

_SHORT = {
    "changed_field_f1": "F1",
    "changed_field_f1_presence": "F1 presence",
    "found": "found",
    "valued": "valued",
}


def error_blocks(evaluation: Evaluation, task: str) -> Iterator[str]:
    """Yield the tables of one task: figures by kind of field, and the confusion of errors."""
    groups = [group for group in evaluation.field_groups if group.task == task]
    if not groups:
        return
    yield render_table(
        [f"{task} fields", "changed", "claimed", *(_SHORT[name] for name in FIELD_FIGURES)],
        [
            [
                f"{group.by} {group.value}",
                str(group.changed),
                str(group.claimed),
                *(value_cell(group.figures[name]) for name in FIELD_FIGURES),
            ]
            for group in groups
        ],
    )
    errors = evaluation.table.fields.errors
    total = sum(errors[task, error] for error in ERRORS)
    if total:
        yield render_table(
            [f"{task} errors", "fields", "share"],
            [
                [error.replace("_", " "), str(count), share_cell(count / total)]
                for error in ERRORS
                if (count := errors[task, error])
            ],
        )


def unknown_blocks(evaluation: Evaluation) -> Iterator[str]:
    """Yield the commonest claimed fields that exist neither before nor after, if any."""
    unknown = commonest_unknown(evaluation.table.fields)
    if unknown:
        yield "Claimed fields that do not exist (a misspelt name is a false claim)"
        yield unknown_block(unknown)
