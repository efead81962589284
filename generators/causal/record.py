# SPDX-License-Identifier: Apache-2.0
"""The events of an episode in order, with what chains are looked up in: threads and conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scratchworld.world import Event, Trace

__all__ = ["Happening", "Record"]


class Happening(NamedTuple):
    """One event and where it stands."""

    order: int
    """Its number within the episode."""
    step: int
    """The step in which it happened, from 0."""
    event: Event

    @property
    def block(self) -> str | None:
        """The block that made it happen."""
        block: str | None = self.event.get("block")
        return block

    @property
    def thread(self) -> int | None:
        """The thread that this block ran in."""
        thread: int | None = self.event.get("thread")
        return thread


class Record:
    """Everything that a trace tells, up to the end of a window."""

    def __init__(self, trace: Trace) -> None:
        self._steps: list[list[Happening]] = []
        self.starts: dict[int, Happening] = {}
        """The start of each thread."""
        self._conditions: dict[tuple[int | None, str | None], list[Happening]] = {}
        self._executed: list[Mapping[str, int]] = []
        self.dropped: set[int] = set()
        """Steps of which events are missing."""
        order = 0
        for number, step in enumerate(trace.steps):
            happenings: list[Happening] = []
            counts: Mapping[str, int] = {}
            for event in step.events:
                order += 1
                happening = Happening(order, number, event)
                if event["type"] == "start":
                    self.starts[event["started"]] = happening
                elif event["type"] == "condition":
                    key = (happening.thread, happening.block)
                    self._conditions.setdefault(key, []).append(happening)
                elif event["type"] == "dropped":
                    self.dropped.add(number)
                elif event["type"] == "blocks":
                    counts = event["counts"]
                happenings.append(happening)
            self._steps.append(happenings)
            self._executed.append(counts)

    def rule_of(self, happening: Happening) -> str | None:
        """Return the rule whose start or end an event is; ``None`` for other events."""
        told = happening.event
        if told["type"] == "end" and told["ended"] in self.starts:
            told = self.starts[told["ended"]].event
        rule: str | None = told["rule"] if told["type"] == "start" else None
        return rule

    def window(self, start: int, end: int) -> Iterator[Happening]:
        """Yield the events of steps ``start`` to ``end - 1``."""
        for happenings in self._steps[start:end]:
            yield from happenings

    def executed(self, block: str, first: int, last: int) -> bool:
        """Whether a block was executed, in whatever thread, in the steps ``first`` to ``last``."""
        return any(block in counts for counts in self._executed[first : last + 1])

    def outcomes(self, thread: int, block: str, before: int) -> list[bool]:
        """Return what a condition came out as in a thread before the event ``before``, in order."""
        found = self._conditions.get((thread, block), ())
        return [each.event["outcome"] for each in found if each.order <= before]

    def last_condition(self, thread: int, block: str, before: int) -> Happening | None:
        """Return the last outcome of a condition in a thread before the event ``before``."""
        found = None
        for happening in self._conditions.get((thread, block), ()):
            if happening.order > before:
                break
            found = happening
        return found
