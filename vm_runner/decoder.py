# SPDX-License-Identifier: Apache-2.0
"""From the VM process's numbers to field paths, rule ids and events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, overload

from scratchworld.world import Delta, Event, State, TraceStep, normalise

__all__ = ["EVENT_PARTS", "RawEvents", "StepDecoder"]

EVENT_PARTS: dict[str, tuple[str, ...]] = {
    "hat": ("opcode", "option"),
    "start": ("started", "rule", "target"),
    "status": ("status",),
    "end": ("ended",),
    "stop": ("stopped",),
    "stopall": (),
    "condition": ("outcome",),
    "touching": ("outcome",),
    "intervention": ("applied",),
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

    def again(self) -> StepDecoder:
        """Return a decoder for the same project started anew: fields that have a number keep it."""
        fresh = StepDecoder(self._block_ids)
        fresh._paths = self._paths
        return fresh

    @property
    def monitors(self) -> tuple[str, ...]:
        """Monitors on the stage at the last observation; to be set when a world goes back."""
        return self._monitors

    @monitors.setter
    def monitors(self, monitors: tuple[str, ...]) -> None:
        self._monitors = monitors

    def steps(self, answers: Sequence[dict[str, Any]], events: bytes) -> list[TraceStep]:
        """Decode the answer to a ``run`` call.

        Each of ``answers`` is ``{"paths", "changes", "monitors", "events", "cut"}``. ``monitors``
        is there only when it differs from the observation before; ``events`` is how many bytes of
        the JSON in ``events`` belong to the step.
        """
        decoded: list[TraceStep] = []
        end = 0
        for answer in answers:
            start, end = end, end + answer["events"]
            delta, monitors = self._observation(answer)
            raw = RawEvents(events[start:end], self._block_ids, self._paths)
            decoded.append(TraceStep(delta, raw, monitors, answer["cut"]))
        return decoded

    def initial(self, answer: dict[str, Any]) -> tuple[State, tuple[str, ...]]:
        """Decode the observation before the first step into state and monitors."""
        delta, monitors = self._observation(answer)
        return {path: value for path, value in delta.items() if value is not None}, monitors

    def _observation(self, answer: dict[str, Any]) -> tuple[Delta, tuple[str, ...]]:
        paths = self._paths
        paths.extend(answer["paths"])
        if "monitors" in answer:
            self._monitors = tuple(answer["monitors"])
        changes = answer["changes"]
        delta: Delta = {
            paths[slot]: None if value is None else normalise(value)
            for slot, value in zip(changes[::2], changes[1::2], strict=True)
        }
        return delta, self._monitors


class RawEvents(Sequence[Event]):
    """The events of one step, decoded when first looked at.

    Most steps that are run are never looked into, and decoding takes longer than running them.
    It is equal to, and is pickled as, the tuple of its events.
    """

    __slots__ = ("_block_ids", "_events", "_paths", "_raw")

    def __init__(self, raw: bytes, block_ids: Sequence[str], paths: Sequence[str]) -> None:
        self._raw = raw
        self._block_ids = block_ids
        # it grows, but the numbers that are in use stay what they are
        self._paths = paths
        self._events: tuple[Event, ...] | None = None

    def _decoded(self) -> tuple[Event, ...]:
        if self._events is None:
            self._events = tuple(map(self._event, json.loads(self._raw)))
            self._raw = b""
        return self._events

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._decoded()[index]

    def __len__(self) -> int:
        return len(self._decoded())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._decoded())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (RawEvents, tuple)):
            return NotImplemented
        return self._decoded() == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._decoded())

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Event, ...]]]:
        return tuple, (self._decoded(),)

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
