# SPDX-License-Identifier: Apache-2.0
"""From the VM process's numbers to field paths, rule ids and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scratchworld.world import Delta, Event, State, TraceStep, normalise

__all__ = ["EVENT_PARTS", "StepDecoder"]

EVENT_PARTS: dict[str, tuple[str, ...]] = {
    "hat": ("opcode", "option"),
    "start": ("started", "rule", "target"),
    "status": ("status",),
    "end": ("ended",),
    "stop": ("stopped",),
    "stopall": (),
    "condition": ("outcome",),
    "touching": ("outcome",),
    "write": ("path", "value"),
    "list": ("path", "operation", "length"),
    "clone": ("target", "source"),
    "unclone": ("target",),
    "layer": ("target", "from", "to"),
}
"""Event type -> what follows its type, tick, block and thread; see ``docs/trace.md``."""

_LENGTH = "/length"


class StepDecoder:
    """Turns the answers of one loaded project, in order, into trace steps.

    ``block_ids`` are the program's block ids by number, as the ``load`` call gave them.
    """

    def __init__(self, block_ids: Sequence[str]) -> None:
        self._block_ids = block_ids
        self._paths: list[str] = []
        self._monitors: tuple[str, ...] = ()

    def step(self, answer: dict[str, Any]) -> TraceStep:
        """Decode one observation: ``{"paths", "changes", "monitors", "events", "cut"}``.

        ``monitors`` is there only when it differs from the observation before.
        """
        self._paths.extend(answer["paths"])
        if "monitors" in answer:
            self._monitors = tuple(answer["monitors"])
        paths = self._paths
        changes = answer["changes"]
        delta: Delta = {
            paths[slot]: None if value is None else normalise(value)
            for slot, value in zip(changes[::2], changes[1::2], strict=True)
        }
        return TraceStep(
            delta=delta,
            events=tuple(map(self._event, answer["events"])),
            monitors=self._monitors,
            cut=answer.get("cut", 0),
        )

    def initial(self, answer: dict[str, Any]) -> tuple[State, tuple[str, ...]]:
        """Decode the observation before the first step into state and monitors."""
        step = self.step(answer)
        state = {path: value for path, value in step.delta.items() if value is not None}
        return state, step.monitors

    def _event(self, event: list[Any]) -> Event:
        kind = event[0]
        if kind == "blocks":
            counts = event[1]
            ids = self._block_ids
            return {
                "type": "blocks",
                "counts": {
                    ids[n]: count for n, count in zip(counts[::2], counts[1::2], strict=True)
                },
            }
        if kind == "dropped":
            return {"type": "dropped", "count": event[1]}
        decoded: dict[str, Any] = {"type": kind, "tick": event[1]}
        if event[2] >= 0:
            decoded["block"] = self._block_ids[event[2]]
        if event[3] >= 0:
            decoded["thread"] = event[3]
        decoded.update(zip(EVENT_PARTS[kind], event[4:], strict=True))
        if kind == "write":
            decoded["path"] = self._paths[event[4]]
            decoded["value"] = normalise(event[5])
        elif kind == "list":
            decoded["path"] = self._paths[event[4]].removesuffix(_LENGTH)
        return decoded
