# SPDX-License-Identifier: Apache-2.0
"""The ladder of references as a table."""

from __future__ import annotations

from scoring.ladder import Ladder, Rung
from scoring.report.text_table import render_table, value_cell
from scoring.tasks import SCORED_TASKS

__all__ = ["render_ladder"]


def render_ladder(ladder: Ladder) -> str:
    """Return the ladder, in per cent, and which references are missing from it.

    Tasks that show the same metrics share a table.
    """
    blocks = ["What the references score, in per cent, with 95 % intervals"]
    tables: dict[tuple[str, ...], list[Rung]] = {}
    for rung in ladder.rungs:
        tables.setdefault(SCORED_TASKS[rung.task].ladder, []).append(rung)
    for names, rungs in tables.items():
        titles = [SCORED_TASKS[rungs[0].task].metric(name).short for name in names]
        rows = [
            [
                rung.task,
                rung.reference,
                str(rung.instances),
                *(value_cell(rung.figures[name]) for name in names),
            ]
            for rung in rungs
        ]
        blocks.append(render_table(["task", "reference", "n", *titles], rows, texts=(0, 1)))
    blocks += [f"Left out: {name}; {reason}" for name, reason in ladder.skipped.items()]
    blocks += [f"At fault: {fault}" for fault in ladder.faults()]
    return "\n\n".join(blocks)
