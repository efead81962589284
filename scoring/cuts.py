# SPDX-License-Identifier: Apache-2.0
"""Cuts: the instances of a table by task, and then by source, family, action and the like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.breakdowns import BREAKDOWNS, Breakdown
from scoring.table import CountsTable
from scoring.tasks import SCORED_TASKS

__all__ = ["Cut", "cuts_of"]

_CHANGED = ((0, 0), (1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, None))

Mask = NDArray[np.bool_]


class Cut(NamedTuple):
    """Some rows of a table."""

    task: str
    """A task, or ``all`` for all tasks together."""
    by: Breakdown
    value: str
    mask: Mask


def cuts_of(
    table: CountsTable, task: str, by: tuple[Breakdown, ...] | None = None
) -> Iterator[Cut]:
    """Yield the cuts of one task (``all`` for all of them); nothing for an empty one.

    ``by`` are the breakdowns, of which those happen that the task has; ``None`` for all of these.
    """
    tasks = table.labels["task"]
    of_task = tasks.is_(task) if task != "all" else np.ones(len(table), dtype=np.bool_)
    possible = SCORED_TASKS[task].breakdowns if task != "all" else BREAKDOWNS
    for breakdown in possible if by is None else by:
        if breakdown not in possible:
            continue
        for value, mask in _values(table, of_task, breakdown):
            if mask.any():
                yield Cut(task, breakdown, value, mask)


def _values(table: CountsTable, of_task: Mask, by: Breakdown) -> Iterator[tuple[str, Mask]]:
    gold, hidden = table.numbers["n_gold"], table.numbers["n_hidden_gold"]
    if by == "all":
        yield "all", of_task
    elif by == "horizon":
        horizons = table.numbers["horizon"]
        for horizon in np.unique(horizons[of_task]):
            yield str(horizon), of_task & (horizons == horizon)
    elif by == "changed":
        for low, high in _CHANGED:
            name = str(low) if low == high else f"{low}+" if high is None else f"{low}-{high}"
            yield name, of_task & (gold >= low) & (gold <= (gold if high is None else high))
    elif by == "hidden":
        yield "some", of_task & (hidden > 0)
        yield "none", of_task & (hidden == 0) & (gold > 0)
    else:
        column = table.labels[by]
        names = [name for name in column.present() if name and (of_task & column.is_(name)).any()]
        if by != "variant" or len(names) > 1:
            for name in names:
                yield name, of_task & column.is_(name)
