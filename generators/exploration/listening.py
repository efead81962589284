# SPDX-License-Identifier: Apache-2.0
"""What a program listens to, read from its blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scratchworld.world import Action, escape

__all__ = ["Listener", "Program", "actions_of", "find_listeners", "spots"]

Program = Sequence[Mapping[str, Any]]
"""The program as :attr:`vm_runner.Session.program` gives it: targets with their rules."""

_ANY_KEY = "any"
_KEYS_FOR_ANY = ("space", "a")
_HEARD_LOUD = 100
_STAGE_PARTS = ((-120, -90), (-120, 90), (0, 0), (120, -90), (120, 90))
_MOUSE_OPCODES = frozenset({"sensing_mousex", "sensing_mousey", "sensing_mousedown"})
_MOUSE_MENUS = frozenset(
    {"sensing_touchingobjectmenu", "motion_goto_menu", "motion_pointtowards_menu"}
)


@dataclass(frozen=True, slots=True)
class Listener:
    """One thing a user can do, and the blocks that would hear it."""

    kind: str
    """``flag``, ``key``, ``click``, ``mouse``, ``broadcast``, ``answer`` or ``loudness``."""
    name: str
    """The key, sprite, message or answer; empty for the other kinds."""
    blocks: frozenset[str]
    """Ids of the blocks of all rules that hear it."""


def find_listeners(program: Program) -> tuple[Listener, ...]:
    """Return everything that a program listens to, in canonical order.

    A rule hears an action if its hat names it, or if one of its blocks asks for it ("key
    pressed?", "mouse down?"). A rule that hears "any key" hears a few plain keys.
    """
    heard: dict[tuple[str, str], set[str]] = {}
    for target in program:
        for rule in target["rules"]:
            blocks = rule["blocks"]
            ids = {f"{rule['rule']}/{k}" for k in range(len(blocks))}
            for key in _heard_by(target, blocks):
                heard.setdefault(key, set()).update(ids)
    return tuple(
        Listener(kind, name, frozenset(blocks)) for (kind, name), blocks in sorted(heard.items())
    )


def _heard_by(
    target: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    opcode = blocks[0]["opcode"] if blocks else ""
    fields = blocks[0]["fields"] if blocks else {}
    if opcode == "event_whenflagclicked":
        yield ("flag", "")
    elif opcode == "event_whenkeypressed":
        yield from _keys(str(fields["KEY_OPTION"]["value"]))
    elif opcode in ("event_whenthisspriteclicked", "event_whenstageclicked"):
        yield ("click", target["name"])
    elif opcode == "event_whenbroadcastreceived":
        yield ("broadcast", str(fields["BROADCAST_OPTION"]["value"]))
    elif opcode == "event_whengreaterthan" and _measures_loudness(fields):
        yield ("loudness", "")
    for block in blocks:
        yield from _asked_by(block, blocks)


def _measures_loudness(fields: Mapping[str, Any]) -> bool:
    return str(fields["WHENGREATERTHANMENU"]["value"]).lower() == "loudness"


def _asked_by(
    block: Mapping[str, Any], blocks: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    opcode = block["opcode"]
    if opcode == "sensing_keyoptions":
        yield from _keys(str(block["fields"]["KEY_OPTION"]["value"]))
    elif opcode in _MOUSE_OPCODES:
        yield ("mouse", "")
    elif opcode in _MOUSE_MENUS:
        if any(field["value"] == "_mouse_" for field in block["fields"].values()):
            yield ("mouse", "")
    elif opcode in ("sensing_loudness", "sensing_loud"):
        yield ("loudness", "")
    elif opcode == "sensing_askandwait":
        for answer in _answers(blocks):
            yield ("answer", answer)


def _keys(name: str) -> Iterator[tuple[str, str]]:
    names = _KEYS_FOR_ANY if name == _ANY_KEY else (name,)
    for key in names:
        # "join" and other computed keys cannot be pressed
        if key:
            yield ("key", key)


def _answers(blocks: Sequence[Mapping[str, Any]]) -> list[str]:
    """Plausible answers: what the rule compares the answer with, a number and a word."""
    compared: set[str] = set()
    for block in blocks:
        if block["opcode"] not in ("operator_equals", "operator_contains"):
            continue
        for index in block["inputs"].values():
            shadow = blocks[index]
            if shadow["shadow"]:
                compared.update(str(field["value"]) for field in shadow["fields"].values())
    return [*sorted(text for text in compared if text), "7", "yes"]


def actions_of(listener: Listener, spot: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions that address ``listener``; ``spot`` is where the mouse goes."""
    x, y = spot
    if listener.kind == "flag":
        return (Action.make("green_flag"),)
    if listener.kind == "key":
        return (Action.make("key_down", key=listener.name),)
    if listener.kind == "click":
        return (Action.make("sprite_click", sprite=listener.name),)
    if listener.kind == "mouse":
        return (Action.make("mouse_move", x=x, y=y),)
    if listener.kind == "broadcast":
        return (Action.make("broadcast", message=listener.name),)
    if listener.kind == "answer":
        return (Action.make("answer", text=listener.name),)
    return (Action.make("loudness", level=_HEARD_LOUD),)


def spots(state: Mapping[str, Any], program: Program) -> list[tuple[int, int]]:
    """Return places worth pointing at: where sprites are, and five parts of the stage."""
    found = list(_STAGE_PARTS)
    for target in program:
        prefix = f"/sprite/{escape(target['name'])}"
        x, y = state.get(f"{prefix}/x"), state.get(f"{prefix}/y")
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            found.append((_clamp(x, 240), _clamp(y, 180)))
    return found


def _clamp(value: float, bound: int) -> int:
    return max(-bound, min(bound, round(value)))
