# SPDX-License-Identifier: Apache-2.0
"""When an event of the vocabulary has occurred: looked up in the events of a window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generators.causal.record import Happening, Record
from scratchworld.world import Query, State, Value, escape, same_value

__all__ = ["occurrences"]

_TINY = 1e-3
"""Numbers that differ by no more are alike, as positions are when answers are scored."""


def occurrences(
    query: Query, record: Record, state: State, start: int, end: int
) -> Iterator[Happening]:
    """Yield, in order, everything in a window that is the event in question; ``docs/tasks.md``.

    ``state`` is the one before the window, which goes from step ``start`` to before ``end``. The
    first is the one that the query is about.
    """
    about: Mapping[str, Value] = dict(query.arguments)
    for happening in record.window(start, end):
        if _is(query.event, about, happening, record, state):
            yield happening


def _is(
    event: str, about: Mapping[str, Value], happening: Happening, record: Record, state: State
) -> bool:
    told = happening.event
    if told["type"] == "write":
        return _is_write(event, about, str(told["path"]), told["value"], state)
    if told["type"] == "list":
        before = state.get(f"{about.get('path')}/length")
        return (
            event == "list_grows"
            and told["path"] == about["path"]
            and isinstance(before, int)
            and told["length"] > before
        )
    if told["type"] in ("clone", "unclone"):
        wanted = {"clone": "clone_appears", "unclone": "clone_disappears"}[told["type"]]
        prefix = f"/clone/{escape(str(about.get('sprite', '')))}/"
        return event == wanted and str(told["target"]).startswith(prefix)
    if told["type"] == "touching":
        return (
            event == "sprite_touches" and told["outcome"] and happening.block == about.get("block")
        )
    if told["type"] in ("start", "end"):
        wanted = f"script_{told['type']}s"
        return event == wanted and record.rule_of(happening) == about["rule"]
    return False


def _is_write(
    event: str, about: Mapping[str, Value], path: str, value: Value, state: State
) -> bool:
    before = state.get(path)
    if event in ("field_changes", "field_becomes", "field_exceeds", "field_falls_below"):
        if path != about["path"] or before is None or _alike(before, value):
            return False
        if event == "field_changes":
            return True
        if event == "field_becomes":
            return _alike(value, about["value"])
        bound = about["value"]
        if not (_is_number(before) and _is_number(value) and _is_number(bound)):
            return False
        if event == "field_exceeds":
            return float(before) <= float(bound) < float(value) - _TINY
        return float(before) >= float(bound) > float(value) + _TINY
    if event in ("sprite_shows", "sprite_hides"):
        wanted = event == "sprite_shows"
        return path == f"{about['target']}/visible" and value is wanted and before is not wanted
    if event == "costume_switches":
        part = "backdrop" if about["target"] == "/stage" else "costume"
        return path == f"{about['target']}/{part}" and not same_value(before, value)
    return event == "broadcast_sent" and path == f"/event/{escape(str(about['message']))}"


def _alike(one: Value, other: Value) -> bool:
    """Whether two values are the same, but for what rounding makes of numbers."""
    if _is_number(one) and _is_number(other):
        return abs(float(one) - float(other)) <= _TINY
    return same_value(one, other)


def _is_number(value: Value | None) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
