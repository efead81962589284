# SPDX-License-Identifier: Apache-2.0
"""One row a case: what it is about, what became of it, and its scores."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

import pyarrow as pa

from scoring.judged.rubric import overall, task_completion
from scoring.judged.run import Judged

__all__ = ["Row", "row_of", "to_arrow"]


@dataclass(frozen=True, slots=True)
class Row:
    """A case, judged; the columns of ``instances.parquet``."""

    instance_id: str
    project: str
    source: str
    split: str
    goal: str
    moments: int
    result_weight: int
    """0 to 100."""
    status: str
    """Of the answer; see ``docs/scoring.md``."""
    adapter: str
    """How the frames were given or chosen: ``frames``, ``grid``, or the name of an adapter."""
    outcome: str
    """``judged``, ``failed`` (the judge gave no scores) or ``unusable`` (the answer: all 0)."""
    failure: str
    """Why the judge gave no scores; empty where it did."""
    steps_failure: str
    """Why it gave none for the moments, though asked; empty where it did, or was not asked."""
    progress_alignment: int | None
    """``None`` in this column and the next ones: there is no score."""
    outcome_completion: int | None
    causal_plausibility: int | None
    visual_consistency: int | None
    task_completion: float | None
    overall: float | None
    steps_right: int | None
    """Of the moments, those that are right; ``None`` where that was not asked or not said."""
    tokens_in: int
    """As the endpoint counts them."""
    tokens_out: int
    judge: str
    """What the endpoint calls the model that replied; empty where it says nothing."""


def row_of(one: Judged) -> Row:
    """Return the row of a case."""
    case, said, reply = one.case, one.judgement, one.reply
    scores = said.scores
    return Row(
        instance_id=case.instance_id,
        project=case.project,
        source=case.source,
        split=case.split,
        goal=case.goal,
        moments=len(case.requests),
        result_weight=case.weight,
        status=case.status,
        adapter=case.adapter,
        outcome=one.outcome,
        failure=said.failure,
        steps_failure=said.steps_failure,
        progress_alignment=scores.progress if scores else None,
        outcome_completion=scores.outcome if scores else None,
        causal_plausibility=scores.causal if scores else None,
        visual_consistency=scores.visual if scores else None,
        task_completion=(
            task_completion(scores.progress, scores.outcome, case.weight) if scores else None
        ),
        overall=overall(*scores, case.weight) if scores else None,
        steps_right=None if said.steps is None else sum(said.steps),
        tokens_in=reply.tokens_in if reply else 0,
        tokens_out=reply.tokens_out if reply else 0,
        judge=reply.model if reply else "",
    )


def to_arrow(rows: list[Row]) -> pa.Table:
    """Return the rows as a table, columns in the order of :class:`Row`."""
    kinds = {"str": pa.string(), "int": pa.int64(), "float": pa.float64()}
    named = [(column.name, str(column.type).partition(" | ")[0]) for column in fields(Row)]
    schema = pa.schema([pa.field(name, kinds[kind]) for name, kind in named])
    return pa.Table.from_pylist([asdict(row) for row in rows], schema)
