# SPDX-License-Identifier: Apache-2.0
"""Which rules of a program can run in a window: the slice that is relevant for it.

A rule can run when a thread of it is alive in the input state, when an action of the window, or an
action that an alteration adds, starts its hat, when its hat goes off by itself (timer, loudness,
touching), or when a rule that can run starts it: by a message, a clone, a backdrop or a call of a
custom block. Where the program computes what it starts, everything of that kind is taken in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scratchworld.world import CounterfactualInstance, Instance

__all__ = ["relevant_rules"]

Json = Mapping[str, Any]

_ANY = ""
"""As the name of what is started: it may be any of its kind."""
_BY_ITSELF = ("event_whengreaterthan", "event_whentouchingobject")
_FLAG = ("flag", _ANY)


class _Rule(NamedTuple):
    rule: str
    hears: frozenset[tuple[str, str]]
    """What starts it: a kind and a name."""
    starts: frozenset[tuple[str, str]]
    """What its blocks start."""
    by_itself: bool


def relevant_rules(program: Json, instance: Instance) -> frozenset[str]:
    """Return the ids of the rules that can run in the window of an instance."""
    rules = [
        _read(rule, target["name"]) for target in program["targets"] for rule in target["rules"]
    ]
    alive = {
        "/".join(path.split("/")[2:]) for path in instance.state if path.startswith("/script/")
    }
    started = frozenset(each for action in _actions_of(instance) for each in _started_by(action))
    waiting = [
        rule for rule in rules if rule.rule in alive or rule.by_itself or _meet(rule.hears, started)
    ]
    found = {rule.rule for rule in waiting}
    while waiting:
        running = waiting.pop()
        for rule in rules:
            if rule.rule not in found and _meet(rule.hears, running.starts):
                found.add(rule.rule)
                waiting.append(rule)
    return frozenset(found)


def _meet(hears: frozenset[tuple[str, str]], starts: frozenset[tuple[str, str]]) -> bool:
    return any(
        kind == other and (name == what or _ANY in (name, what))
        for kind, name in hears
        for other, what in starts
    )


def _actions_of(instance: Instance) -> Iterator[Json]:
    for step in instance.actions:
        yield from step
    if isinstance(instance, CounterfactualInstance) and instance.alteration is not None:
        if instance.alteration.action is not None:
            yield instance.alteration.action.to_json()
        intervention = instance.alteration.intervention
        if intervention is not None and intervention.type == "set_literal":
            # another key or message in a hat may let any script of its kind run
            yield from ({"type": "broadcast", "message": _ANY}, {"type": "key_down", "key": "any"})


def _started_by(action: Json) -> Iterator[tuple[str, str]]:
    kind = action["type"]
    if kind == "green_flag":
        yield _FLAG
    elif kind == "key_down":
        # "any key", and a letter in either case
        yield from (("key", "any"), ("key", str(action["key"]).lower()))
        if action["key"] == "any":
            yield ("key", _ANY)
    elif kind == "broadcast":
        yield ("message", str(action["message"]).lower())
    elif kind in ("sprite_click", "mouse_down", "mouse_up", "drag_start", "drag_end"):
        yield ("click", _ANY)


def _read(rule: Json, owner: str) -> _Rule:
    blocks: dict[str, Json] = {block["id"]: block for block in rule["blocks"]}
    first = rule["blocks"][0] if rule["blocks"] else {"opcode": ""}
    hears = frozenset(_heard(first, blocks, owner))
    starts = frozenset(each for block in rule["blocks"] for each in _starts(block, blocks, owner))
    return _Rule(rule["rule"], hears, starts, first["opcode"] in _BY_ITSELF)


def _heard(first: Json, blocks: Mapping[str, Json], owner: str) -> Iterator[tuple[str, str]]:
    opcode, fields = first["opcode"], first.get("fields", {})
    if opcode == "event_whenflagclicked":
        yield _FLAG
    elif opcode == "event_whenkeypressed":
        yield ("key", str(fields.get("KEY_OPTION", _ANY)).lower())
    elif opcode in ("event_whenthisspriteclicked", "event_whenstageclicked"):
        yield ("click", owner)
    elif opcode == "event_whenbroadcastreceived":
        yield ("message", str(fields.get("BROADCAST_OPTION", _ANY)).lower())
    elif opcode == "event_whenbackdropswitchesto":
        yield ("backdrop", str(fields.get("BACKDROP", _ANY)))
    elif opcode == "control_start_as_clone":
        yield ("clone", owner)
    elif opcode == "procedures_definition":
        inner = blocks.get(first.get("inputs", {}).get("custom_block", ""), {})
        yield (f"call of {owner}", str(inner.get("proccode", _ANY)))


def _starts(block: Json, blocks: Mapping[str, Json], owner: str) -> Iterator[tuple[str, str]]:
    opcode = block["opcode"]
    if opcode in ("event_broadcast", "event_broadcastandwait"):
        yield ("message", _chosen(block, "BROADCAST_INPUT", blocks).lower())
    elif opcode == "control_create_clone_of":
        name = _chosen(block, "CLONE_OPTION", blocks)
        yield ("clone", owner if name == "_myself_" else name)
    elif "backdrop" in opcode:
        # "next backdrop" and numbers name none
        yield ("backdrop", _ANY)
    elif opcode == "procedures_call":
        yield (f"call of {owner}", str(block.get("proccode", _ANY)))


def _chosen(block: Json, name: str, blocks: Mapping[str, Json]) -> str:
    """The choice in a menu, or any where it is computed."""
    inner = blocks.get(block.get("inputs", {}).get(name, ""), {})
    fields: Mapping[str, Any] = inner.get("fields", {})
    if not inner.get("shadow") or len(fields) != 1:
        return _ANY
    return str(next(iter(fields.values())))
