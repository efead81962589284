# SPDX-License-Identifier: Apache-2.0
"""The answer to a query, read from a trace: does the event occur, and by which chain?"""

from __future__ import annotations

from typing import NamedTuple

from generators.causal.chain import Chain, NoChain, chain_of
from generators.causal.guards import ProgramIndex
from generators.causal.occurrence import occurrences
from generators.causal.record import Happening, Record
from scratchworld.world import Query, State

__all__ = ["Answer", "answer"]


class Answer(NamedTuple):
    """What a trace says of a query."""

    first: Happening | None
    """The event, the first time that it happens; ``None``: it does not."""
    chain: Chain

    @property
    def occurs(self) -> bool:
        """Whether the event occurs."""
        return self.first is not None


def answer(
    query: Query, record: Record, index: ProgramIndex, state: State, start: int, end: int
) -> Answer:
    """Return the answer for the window from step ``start`` to before ``end``.

    Raises:
        NoChain: when the trace does not tell one chain: ``concurrent`` when another thread did the
            same in the same tick, ``dropped_events``, or as :func:`chain_of` has it.
    """
    if any(step in record.dropped for step in range(end)):
        raise NoChain("dropped_events")
    found = list(occurrences(query, record, state, start, end))
    if not found:
        return Answer(None, Chain(()))
    first = found[0]
    for other in found[1:]:
        same_tick = other.event["tick"] == first.event["tick"]
        if same_tick and _doer(other) != _doer(first):
            raise NoChain("concurrent")
    return Answer(first, chain_of(first, record, index))


def _doer(happening: Happening) -> int | None:
    kind = happening.event["type"]
    told: int | None = happening.event.get({"start": "started", "end": "ended"}.get(kind, "thread"))
    return told
