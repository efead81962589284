# SPDX-License-Identifier: Apache-2.0
"""Validation by intervention: is each link of a chain needed? Cut it in the VM and see."""

from __future__ import annotations

from typing import NamedTuple

from generators.causal.answer import Answer
from generators.causal.occurrence import occurrences
from generators.causal.record import Record
from generators.interventions.screening import Screener
from scratchworld.world import Alteration, Event, Query, Trace

__all__ = ["Verdict", "validate"]


class Verdict(NamedTuple):
    """What became of the event when links were cut, one by one."""

    cuts: int
    """Links that could be cut: rules and conditions."""
    needed: int
    """Of these, those without which the event does not occur, or at another tick or with another
    value."""

    @property
    def holds(self) -> bool:
        """Whether every link is needed."""
        return self.cuts > 0 and self.needed == self.cuts


def validate(
    query: Query, found: Answer, trace: Trace, start: int, end: int, screener: Screener
) -> Verdict:
    """Cut every rule and condition of a chain, each alone, and run on to the end of the window.

    A cut is made at the beginning of the step in which its link was executed, so that all before is
    as it was. ``screener`` may stand at any step; it goes back by starting afresh.

    Raises:
        RemoteError: when the world cannot be saved.
    """
    links = [link for link in found.chain.links if link.cut is not None]
    needed = 0
    for step in sorted({link.step for link in links}):
        cuts = [
            Alteration("intervene", 0, intervention=link.cut) for link in links if link.step == step
        ]
        for cut, steps in screener.outcomes(step, end - step, cuts):
            if steps is None:
                continue  # The project does not run without it; that says nothing of the event.
            whole = Trace(trace.initial, trace.monitors, (*trace.steps[:step], *steps))
            needed += _is_other(query, found, whole, cut, (start, end))
    return Verdict(len(links), needed)


def _is_other(
    query: Query, found: Answer, trace: Trace, cut: Alteration, window: tuple[int, int]
) -> bool:
    """Whether the event does not occur in ``trace``, which is that of the cut, as it did."""
    record = Record(trace)
    about = dict(cut.intervention.arguments) if cut.intervention else {}
    again = occurrences(query, record, trace.state(window[0]), *window)
    # a disabled rule is still called, and ends at once: that is no start and no end of it
    other = next((each for each in again if record.rule_of(each) != about.get("rule", "")), None)
    if other is None or found.first is None:
        return other is not found.first
    return _what(other.event) != _what(found.first.event)


def _what(event: Event) -> list[object]:
    return [event.get(name) for name in ("tick", "value", "length")]
