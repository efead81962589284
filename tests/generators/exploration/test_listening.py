# SPDX-License-Identifier: Apache-2.0
"""What a program listens to is read from hats and from blocks that ask."""

from __future__ import annotations

from typing import Any

from generators.exploration import find_listeners
from generators.exploration.listening import actions_of, spots


def block(opcode: str, *, shadow: bool = False, **fields: str) -> dict[str, Any]:
    return {
        "opcode": opcode,
        "fields": {name: {"value": value} for name, value in fields.items()},
        "inputs": {},
        "next": None,
        "shadow": shadow,
    }


def program(*scripts: list[dict[str, Any]], name: str = "Cat") -> list[dict[str, Any]]:
    rules = [{"rule": f"{name}/{n}", "blocks": blocks} for n, blocks in enumerate(scripts)]
    return [{"name": name, "isStage": name == "_stage_", "rules": rules}]


def heard(*scripts: list[dict[str, Any]], name: str = "Cat") -> list[tuple[str, str]]:
    found = find_listeners(program(*scripts, name=name))
    return [(listener.kind, listener.name) for listener in found]


def test_hats_name_what_they_hear() -> None:
    assert heard(
        [block("event_whenflagclicked")],
        [block("event_whenkeypressed", KEY_OPTION="left arrow")],
        [block("event_whenthisspriteclicked")],
        [block("event_whenbroadcastreceived", BROADCAST_OPTION="go")],
        [block("event_whengreaterthan", WHENGREATERTHANMENU="LOUDNESS")],
        [block("event_whengreaterthan", WHENGREATERTHANMENU="TIMER")],
    ) == [
        ("broadcast", "go"),
        ("click", "Cat"),
        ("flag", ""),
        ("key", "left arrow"),
        ("loudness", ""),
    ]


def test_any_key_is_tried_with_plain_keys() -> None:
    any_key = [block("event_whenkeypressed", KEY_OPTION="any")]
    assert heard(any_key) == [("key", "a"), ("key", "space")]


def test_a_polled_key_belongs_to_the_whole_rule() -> None:
    script = [
        block("event_whenflagclicked"),
        block("control_forever"),
        block("sensing_keypressed"),
        block("sensing_keyoptions", shadow=True, KEY_OPTION="space"),
    ]
    found = {listener.kind: listener for listener in find_listeners(program(script))}
    assert found["key"].blocks == {"Cat/0/0", "Cat/0/1", "Cat/0/2", "Cat/0/3"}


def test_mouse_is_heard_by_reporters_and_by_menus() -> None:
    assert heard([block("event_whenflagclicked"), block("sensing_mousex")])[1] == ("mouse", "")
    menu = block("sensing_touchingobjectmenu", shadow=True, TOUCHINGOBJECTMENU="_mouse_")
    assert ("mouse", "") in heard([menu])
    edge = block("sensing_touchingobjectmenu", shadow=True, TOUCHINGOBJECTMENU="_edge_")
    assert heard([edge]) == []


def test_answers_are_what_the_rule_compares_with() -> None:
    equals = block("operator_equals")
    equals["inputs"] = {"OPERAND2": 2}
    script = [block("sensing_askandwait"), equals, block("text", shadow=True, TEXT="Rome")]
    assert [name for kind, name in heard(script) if kind == "answer"] == ["7", "Rome", "yes"]


def test_the_stage_is_clicked_by_its_reserved_name() -> None:
    (listener,) = find_listeners(program([block("event_whenstageclicked")], name="_stage_"))
    (action,) = actions_of(listener, (0, 0))
    assert action.to_json() == {"type": "sprite_click", "sprite": "_stage_"}


def test_spots_stay_on_the_stage() -> None:
    state = {"/sprite/Cat/x": 1000.4, "/sprite/Cat/y": -20.6}
    assert spots(state, program())[-1] == (240, -21)
