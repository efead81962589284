# SPDX-License-Identifier: Apache-2.0
"""Judged predictions as the entries of a leaderboard: the folders that ``judge --out`` writes.

The total of an instance is its overall score, its criteria are the components, its category is how
its goal is told. A case that the judge failed on is no entry, so no game is played for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pyarrow as pa

from scoring.judged import COMPONENTS
from scoring.leaderboard.grid import Entry, Scale

__all__ = ["JUDGED_COLUMNS", "JUDGED_CRITERIA", "JUDGED_TOTAL", "judged_entries"]

JUDGED_TOTAL = Scale("overall", 100)
JUDGED_COLUMNS = (
    *("instance_id", "goal", "project", "overall"),
    *(one.name for one in COMPONENTS),
)
JUDGED_CRITERIA = tuple(Scale(one.name, one.top) for one in COMPONENTS)


def judged_entries(model: str, judge: str, table: pa.Table) -> Iterator[Entry]:
    """Yield the entries of a model from a table with :data:`JUDGED_COLUMNS`."""
    columns = (table.column(name).to_pylist() for name in JUDGED_COLUMNS)
    for instance, goal, project, total, *scores in zip(*columns, strict=True):
        if total is not None:
            yield Entry(
                instance=instance,
                model=model,
                rater=judge,
                category=goal,
                cluster=project,
                total=total,
                # without a goal there is no outcome
                labels=tuple(math.nan if score is None else float(score) for score in scores),
            )
