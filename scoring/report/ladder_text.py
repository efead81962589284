# SPDX-License-Identifier: Apache-2.0
"""The ladder of references as a table."""

from __future__ import annotations

from scoring.ladder import Ladder
from scoring.report.text_table import render_table, value_cell

__all__ = ["render_ladder"]

_SHOWN = {
    "changed_field_f1_pooled": "F1 pooled",
    "changed_field_f1_presence_pooled": "F1 presence",
    "no_op_accuracy": "no-op",
    "hidden_accuracy": "hidden",
    "full_state_accuracy": "full state",
    "exact_match": "exact",
}


def render_ladder(ladder: Ladder) -> str:
    """Return the ladder, in per cent, and which references are missing from it."""
    rows = [
        [
            rung.task,
            rung.reference,
            str(rung.instances),
            *(value_cell(rung.figures[name]) for name in _SHOWN),
        ]
        for rung in ladder.rungs
    ]
    blocks = [
        "What the references score, in per cent, with 95 % intervals",
        render_table(["task", "reference", "n", *_SHOWN.values()], rows, texts=(0, 1)),
    ]
    blocks += [f"Left out: {name}; {reason}" for name, reason in ladder.skipped.items()]
    return "\n\n".join(blocks)
