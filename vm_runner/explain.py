# SPDX-License-Identifier: Apache-2.0
"""Checks that the events of a trace explain its states: no field changes without a cause.

A variable, a position, a bubble and the like must have been given their new value by the last
``write`` of the step. Layers and scripts are recomputed from the events alone: the order of sprites
and clones from every move between layers, the status of every script from the start, the waits and
the end of its threads. The fields of a clone come and go with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scratchworld.world import Event, State, Trace, TraceStep, Value, apply_delta, same_value

__all__ = ["Unexplained", "unexplained_changes"]

_RUNNING = "running"


class Unexplained(NamedTuple):
    """One change that no event explains."""

    step: int
    """1 for the first step."""
    path: str
    value: Value | None
    """The value in the state; ``None`` when the field disappeared."""
    expected: str
    """What the events say instead, in words."""


def unexplained_changes(trace: Trace) -> list[Unexplained]:
    """Return every field change of a traced run that its events do not explain; empty is right."""
    account = _Account(trace.initial)
    found: list[Unexplained] = []
    state = trace.initial
    for number, step in enumerate(trace.steps, 1):
        state = apply_delta(state, step.delta)
        found.extend(Unexplained(number, *fault) for fault in account.check(step, state))
    return found


Fault = tuple[str, "Value | None", str]


class _Account:
    """What the events so far say of layers and threads, and of the fields of the present step."""

    def __init__(self, initial: State) -> None:
        layers = {path: value for path, value in initial.items() if _is_layer(path)}
        self._order = [_parent(path) for path in sorted(layers, key=lambda path: layers[path])]
        self._threads: dict[int, tuple[str | None, str]] = {}

    def check(self, step: TraceStep, state: State) -> Iterator[Fault]:
        self._written: dict[str, Value] = {}
        self._lists: set[str] = set()
        self._born: set[str] = set()
        self._gone: set[str] = set()
        for event in step.events:
            self._note(event)
        yield from self._check_computed(state, self._layers(), _is_layer)
        yield from self._check_computed(state, self._scripts(), _is_script)
        for path, value in step.delta.items():
            if not _is_layer(path) and not _is_script(path):
                yield from self._check_change(path, value)

    def _note(self, event: Event) -> None:
        kind = event["type"]
        if kind == "write":
            self._written[event["path"]] = event["value"]
        elif kind == "list":
            self._lists.add(event["path"])
        elif kind == "clone":
            self._born.add(event["target"])
        elif kind == "unclone":
            self._gone.add(event["target"])
        elif kind == "layer":
            if event["from"]:
                self._order.remove(event["target"])
            if event["to"]:
                self._order.insert(event["to"] - 1, event["target"])
        elif kind == "start":
            self._threads[event["started"]] = (event["rule"], _RUNNING)
        elif kind == "status":
            rule, _ = self._threads[event["thread"]]
            self._threads[event["thread"]] = (rule, event["status"])
        elif kind in ("end", "stop"):
            # a thread that ends itself after "stop all" is told twice
            self._threads.pop(event["ended" if kind == "end" else "stopped"], None)
        elif kind == "stopall":
            self._threads.clear()

    def _layers(self) -> dict[str, Value]:
        return {f"{target}/layer": layer for layer, target in enumerate(self._order, 1)}

    def _scripts(self) -> dict[str, Value]:
        scripts: dict[str, Value] = {}
        for rule, status in self._threads.values():
            if rule is not None:
                path = f"/script/{rule}"
                # "running" comes before all that is "waiting"
                scripts[path] = min(status, str(scripts.get(path, status)))
        return scripts

    def _check_computed(
        self, state: State, computed: dict[str, Value], belongs: Callable[[str], bool]
    ) -> Iterator[Fault]:
        actual = {path: value for path, value in state.items() if belongs(path)}
        for path in sorted(actual.keys() | computed.keys()):
            if actual.get(path) != computed.get(path):
                yield path, actual.get(path), f"the events give {computed.get(path)!r}"

    def _check_change(self, path: str, value: Value | None) -> Iterator[Fault]:
        clone = "/".join(path.split("/", 4)[:4]) if path.startswith("/clone/") else None
        if value is None and clone in self._gone:
            return
        if _parent(path) in self._lists and _is_list_part(path):
            return
        if path in self._written:
            written = self._written[path]
            if value is None or not same_value(value, written):
                yield path, value, f"the last write gives {written!r}"
        elif clone is None or clone not in self._born:
            yield path, value, "no event tells of it"


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _is_layer(path: str) -> bool:
    # variables may be called layer too: only the place tells
    slashes = 3 if path.startswith("/sprite/") else 4 if path.startswith("/clone/") else 0
    return path.endswith("/layer") and path.count("/") == slashes


def _is_script(path: str) -> bool:
    return path.startswith("/script/")


def _is_list_part(path: str) -> bool:
    tail = path.rpartition("/")[2]
    return tail == "length" or tail.isdecimal()
