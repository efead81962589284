# SPDX-License-Identifier: Apache-2.0
"""Events that a program can bring about: what is asked, whether it occurs or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generators.causal.record import Record
from generators.exploration import Program
from scratchworld.world import STAGE_OWNER, Query, State, Value, join_path

__all__ = ["Asked", "possible_queries", "value_queries"]

_WRITES: Mapping[str, tuple[str, ...]] = {
    "motion_movesteps": ("x", "y"),
    "motion_gotoxy": ("x", "y"),
    "motion_goto": ("x", "y"),
    "motion_glidesecstoxy": ("x", "y"),
    "motion_glideto": ("x", "y"),
    "motion_changexby": ("x",),
    "motion_setx": ("x",),
    "motion_changeyby": ("y",),
    "motion_sety": ("y",),
    "motion_turnright": ("direction",),
    "motion_turnleft": ("direction",),
    "motion_pointindirection": ("direction",),
    "motion_pointtowards": ("direction",),
    "motion_ifonedgebounce": ("direction",),
    "looks_setsizeto": ("size",),
    "looks_changesizeby": ("size",),
    "looks_say": ("say",),
    "looks_sayforsecs": ("say",),
    "looks_think": ("say",),
    "looks_thinkforsecs": ("say",),
}
"""Fields of a sprite that a block can write."""
_COSTUME = ("looks_switchcostumeto", "looks_nextcostume")
_BACKDROP = ("looks_switchbackdropto", "looks_nextbackdrop", "looks_switchbackdroptoandwait")
_VARIABLE = ("data_setvariableto", "data_changevariableby")


class Asked(NamedTuple):
    """A query, and the blocks that could bring the event about."""

    query: Query
    blocks: frozenset[str]
    near: bool = False
    """Whether it is a near miss where it does not occur."""


def possible_queries(program: Program, state: State) -> list[Asked]:
    """Return a query for each event that some block of the program can bring about."""
    found: dict[Query, set[str]] = {}
    for target in program:
        for rule in target["rules"]:
            hat = rule["blocks"][0]["opcode"]
            if hat.startswith("event_when") or hat == "control_start_as_clone":
                for event in ("script_starts", "script_ends"):
                    found.setdefault(Query.make(event, rule=rule["rule"]), set()).add(
                        f"{rule['rule']}/0"
                    )
            for number, block in enumerate(rule["blocks"]):
                name = f"{rule['rule']}/{number}"
                for query in _of_block(target, rule["blocks"], block, name, state):
                    found.setdefault(query, set()).add(name)
    return [Asked(query, frozenset(blocks)) for query, blocks in found.items()]


def _of_block(
    target: Mapping[str, Any],
    blocks: list[Mapping[str, Any]],
    block: Mapping[str, Any],
    name: str,
    state: State,
) -> Iterator[Query]:
    opcode, owner = block["opcode"], target["name"]
    sprite = join_path("sprite", owner)
    for part in _WRITES.get(opcode, ()):
        if f"{sprite}/{part}" in state:
            yield Query.make("field_changes", path=f"{sprite}/{part}")
    if opcode in _VARIABLE or opcode == "data_addtolist":
        kind, field = ("list", "LIST") if opcode == "data_addtolist" else ("variable", "VARIABLE")
        path = _owned(kind, owner, str(block["fields"][field]["value"]), state)
        if path is not None:
            event = "list_grows" if kind == "list" else "field_changes"
            yield Query.make(event, path=path)
    elif opcode in ("looks_show", "looks_hide") and f"{sprite}/visible" in state:
        # what is shown already cannot appear
        if state[f"{sprite}/visible"] is (opcode == "looks_hide"):
            yield Query.make(f"sprite_{opcode.removeprefix('looks_')}s", target=sprite)
    elif opcode in _COSTUME and owner != STAGE_OWNER and len(target["costumes"]) > 1:
        yield Query.make("costume_switches", target=sprite)
    elif opcode in _BACKDROP:
        yield Query.make("costume_switches", target="/stage")
    elif opcode in ("event_broadcast", "event_broadcastandwait"):
        message = _menu(blocks, block, "BROADCAST_INPUT")
        if message:
            yield Query.make("broadcast_sent", message=message)
    elif opcode == "control_create_clone_of":
        made = _menu(blocks, block, "CLONE_OPTION")
        if made and (made != "_myself_" or owner != STAGE_OWNER):
            yield Query.make("clone_appears", sprite=owner if made == "_myself_" else made)
    elif opcode == "control_delete_this_clone":
        yield Query.make("clone_disappears", sprite=owner)
    elif opcode == "sensing_touchingobject":
        yield Query.make("sprite_touches", block=name)


def _owned(kind: str, owner: str, name: str, state: State) -> str | None:
    """The path of a variable or list that a block of ``owner`` names."""
    tail = "/length" if kind == "list" else ""
    for holder in (owner, STAGE_OWNER):
        path = join_path(kind, holder, name)
        if path + tail in state:
            return path
    return None


def _menu(blocks: list[Mapping[str, Any]], block: Mapping[str, Any], name: str) -> str | None:
    inner = block["inputs"].get(name)
    if inner is None or (not blocks[inner]["shadow"] and blocks[inner]["inputs"]):
        return None
    fields = blocks[inner]["fields"]
    return str(next(iter(fields.values()))["value"]) if len(fields) == 1 else None


def value_queries(
    asked: Asked, record: Record, state: State, start: int, end: int
) -> Iterator[Asked]:
    """Yield queries about the values of a field that changes, those just missed among them."""
    if asked.query.event != "field_changes":
        return
    path = str(dict(asked.query.arguments)["path"])
    before = state.get(path)
    written: list[Value] = [
        happening.event["value"]
        for happening in record.window(start, end)
        if happening.event["type"] == "write" and happening.event["path"] == path
    ]
    if not written or before is None:
        return
    yield Asked(Query.make("field_becomes", path=path, value=written[-1]), asked.blocks)
    numbers = [value for value in written if _is_number(value)]
    if not _is_number(before) or not numbers:
        return
    highest, lowest = max(numbers, key=float), min(numbers, key=float)
    if highest > before:  # type: ignore[operator]
        yield Asked(Query.make("field_exceeds", path=path, value=before), asked.blocks)
        # the highest is reached, and not passed
        yield Asked(Query.make("field_exceeds", path=path, value=highest), asked.blocks, True)
        beyond = _beyond(highest, 1)
        yield Asked(Query.make("field_becomes", path=path, value=beyond), asked.blocks, True)
    if lowest < before:  # type: ignore[operator]
        yield Asked(Query.make("field_falls_below", path=path, value=before), asked.blocks)
        yield Asked(Query.make("field_falls_below", path=path, value=lowest), asked.blocks, True)


def _beyond(value: Value, by: int) -> Value:
    number = float(value) + by
    return int(number) if number.is_integer() else number


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
