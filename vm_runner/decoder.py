# SPDX-License-Identifier: Apache-2.0
"""From the VM process's numbers to field paths, rule ids and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scratchworld.world import Delta, Event, TraceStep, Value, normalise

__all__ = ["EVENT_PARTS", "StepDecoder"]

EVENT_PARTS: dict[str, tuple[str, ...]] = {
    "hat": ("opcode", "option"),
    "start": ("started", "rule", "target"),
    "stop": ("stopped",),
    "stopall": (),
    "condition": ("outcome",),
    "touching": ("outcome",),
    "write": ("path", "value"),
    "list": ("path", "operation", "length"),
    "clone": ("path",),
    "unclone": ("path",),
}
"""Event type -> what follows its type, tick, block and thread; see ``docs/trace.md``."""


class StepDecoder:
    """Turns the answers of one loaded project, in order, into trace steps.

    ``block_ids`` are the program's block ids by number, as the ``load`` call gave them.
    """

    def __init__(self, block_ids: Sequence[str]) -> None:
        self._block_ids = block_ids
        self._paths: list[str] = []

    def step(self, answer: dict[str, Any]) -> TraceStep:
        """Decode one observation: ``{"paths", "changes", "monitors", "events", "cut"}``."""
        self._paths.extend(answer["paths"])
        changes = answer["changes"]
        delta: Delta = {
            self._paths[slot]: None if value is None else normalise(value)
            for slot, value in zip(changes[::2], changes[1::2])
        }
        return TraceStep(
            delta=delta,
            events=tuple(self._event(event) for event in answer["events"]),
            monitors=tuple(answer["monitors"]),
            cut=answer.get("cut", 0),
        )

    def initial(self, answer: dict[str, Any]) -> tuple[dict[str, Value], tuple[str, ...]]:
        """Decode the observation before the first step into state and monitors."""
        step = self.step(answer)
        state = {path: value for path, value in step.delta.items() if value is not None}
        return state, step.monitors

    def _event(self, event: list[Any]) -> Event:
        kind = event[0]
        if kind == "blocks":
            counts = event[1]
            return {
                "type": "blocks",
                "counts": {
                    self._block_ids[number]: count
                    for number, count in zip(counts[::2], counts[1::2])
                },
            }
        if kind == "dropped":
            return {"type": "dropped", "count": event[1]}
        _, tick, block, thread, *parts = event
        decoded: dict[str, Any] = {"type": kind, "tick": tick}
        if block >= 0:
            decoded["block"] = self._block_ids[block]
        if thread >= 0:
            decoded["thread"] = thread
        decoded.update(zip(EVENT_PARTS[kind], parts))
        if kind in ("write", "list"):
            decoded["path"] = self._paths[decoded["path"]]
        return decoded
