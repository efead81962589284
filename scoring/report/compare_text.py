# SPDX-License-Identifier: Apache-2.0
"""A comparison as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.compare import Comparison
from scoring.report.text_table import render_table, share_cell, value_cell
from scoring.tasks import SCORED_TASKS

__all__ = ["render_comparison"]

_EXAMPLES = 3


def render_comparison(comparison: Comparison) -> str:
    """Return the standings, the differences and the duels."""
    blocks: list[str] = []
    for task in dict.fromkeys(standing.task for standing in comparison.standings):
        blocks += _task(comparison, task)
    blocks.append(
        "In per cent; differences in percentage points, with 95 % intervals from a paired "
        "bootstrap over projects.\np: permutation test over projects; Holm: corrected for the "
        "pairs of models. A win is a higher value-aware F1 on an instance."
    )
    return "\n\n".join(blocks)


def _task(comparison: Comparison, task: str) -> Iterator[str]:
    scored = SCORED_TASKS[task]
    yield render_table(
        [f"{task}: metric", "model", "value", "rank"],
        [
            [
                scored.metric(one.metric).title,
                one.model,
                value_cell(one.figure),
                _rank(one.rank, one.rank_low, one.rank_high),
            ]
            for one in comparison.standings
            if one.task == task and one.metric in scored.compared
        ],
        texts=(0, 1),
    )
    yield render_table(
        [f"{task}: metric", "models", "difference", "p", "Holm"],
        [
            [
                scored.metric(one.metric).title,
                f"{one.one} - {one.other}",
                value_cell(one.difference),
                _p(one.p),
                _p(one.p_holm),
            ]
            for one in comparison.pairs
            if one.task == task and one.metric in scored.compared
        ],
        texts=(0, 1),
    )
    yield render_table(
        [f"{task}: instances", "wins", "ties", "losses", "only first right", "only second right"],
        [
            [
                f"{one.one} - {one.other}",
                str(one.wins),
                str(one.ties),
                str(one.losses),
                _examples(one.only_one),
                _examples(one.only_other),
            ]
            for one in comparison.duels
            if one.task == task
        ],
        texts=(0, 4, 5),
    )


def _rank(rank: float | None, low: float | None, high: float | None) -> str:
    if rank is None:
        return "-"
    return f"{rank:g}" if low is None or high is None else f"{rank:g} ({low:g} to {high:g})"


def _p(p: float | None) -> str:
    return share_cell(None) if p is None else f"{p:.4f}"


def _examples(ids: Iterable[str]) -> str:
    return ", ".join(list(ids)[:_EXAMPLES]) or "-"
