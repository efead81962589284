# SPDX-License-Identifier: Apache-2.0
"""Blocks as text: brackets, branches, names that would break out of them, and circles."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.prompts import write_program
from scoring.prompts.scratchblocks import write_block, write_rule


def rule(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"rule": "Cat/0", "blocks": [{"id": f"Cat/0/{n}", **b} for n, b in enumerate(blocks)]}


def literal(opcode: str, **fields: str) -> dict[str, Any]:
    return {"opcode": opcode, "fields": fields, "shadow": True}


LOOP = rule(
    {"opcode": "event_whenkeypressed", "fields": {"KEY_OPTION": "space"}, "next": "Cat/0/1"},
    {
        "opcode": "control_if_else",
        "inputs": {"CONDITION": "Cat/0/2", "SUBSTACK": "Cat/0/5", "SUBSTACK2": "Cat/0/7"},
        "next": "Cat/0/9",
    },
    {"opcode": "operator_not", "inputs": {"OPERAND": "Cat/0/3"}},
    {"opcode": "sensing_touchingobject", "inputs": {"TOUCHINGOBJECTMENU": "Cat/0/4"}},
    literal("sensing_touchingobjectmenu", TOUCHINGOBJECTMENU="_edge_"),
    {"opcode": "motion_movesteps", "inputs": {"STEPS": "Cat/0/6"}},
    literal("math_number", NUM="10"),
    {"opcode": "looks_say", "inputs": {"MESSAGE": "Cat/0/8"}},
    literal("text", TEXT="a] ::\n\\ b"),
    {"opcode": "data_setvariableto", "fields": {"VARIABLE": "my ] var"}, "inputs": {}},
)


def test_a_rule() -> None:
    assert write_rule(LOOP).split("\n") == [
        "// Cat/0",
        "when [space v] key pressed // 0",
        "if <not <touching (edge v) ?>> then // 1, touching 3",
        "  move (10) steps // 5",
        "else",
        r"  say [a\] ::\n\\ b] // 7",
        "end",
        r"set [my \] var v] to () // 9",
    ]
    assert "//" not in write_rule(LOOP, numbers=False).partition("\n")[2]
    assert write_block(LOOP, "Cat/0/1") == "if <not <touching (edge v) ?>> then"


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ({"opcode": "data_variable", "fields": {"VARIABLE": "n"}}, "n"),
        ({"opcode": "data_variable", "fields": {"VARIABLE": "timer"}}, "timer :: variables"),
        ({"opcode": "data_listcontents", "fields": {"LIST": "answer"}}, "answer :: list"),
        ({"opcode": "argument_reporter_boolean", "fields": {"VALUE": "a)b"}}, r"a\)b"),
        ({"opcode": "operator_and"}, "<> and <>"),
        ({"opcode": "control_wait"}, "wait () seconds"),
        ({"opcode": "looks_seteffectto", "fields": {"EFFECT": "GHOST"}},
         "set [ghost v] effect to ()"),
        ({"opcode": "wedo2_motorOn", "inputs": {"MOTOR_ID": "?"}}, "wedo2_motorOn ()"),
        ({"opcode": "procedures_call", "proccode": "do %s if %b", "arguments": ["a", "b"]},
         "do () if <>"),
        ({"opcode": "procedures_call", "proccode": "x %n %n", "arguments": []}, "x () ()"),
    ],
)  # fmt: skip
def test_single_blocks(block: dict[str, Any], text: str) -> None:
    assert write_block(rule(block), "Cat/0/0") == text


def test_circles_and_depth_end() -> None:
    circle = rule(
        {"opcode": "looks_show", "next": "Cat/0/1"},
        {"opcode": "looks_hide", "next": "Cat/0/0"},
    )
    assert write_rule(circle).split("\n")[1:] == ["show // 0", "hide // 1"]
    deep = [
        {"opcode": "operator_not", "inputs": {"OPERAND": f"Cat/0/{n + 1}"}} for n in range(3000)
    ]
    assert "..." in write_rule(rule(*deep))
    loops = [{"opcode": "control_forever", "inputs": {"SUBSTACK": f"Cat/0/{n + 1}"}}
             for n in range(3000)]  # fmt: skip
    assert "..." in write_rule(rule(*loops))


def test_long_lists_are_told_and_sprites_without_a_rule_left_out() -> None:
    def target(name: str, rules: list[Any], **lists: list[Any]) -> dict[str, Any]:
        return {
            "name": name, "isStage": False, "costumes": ["a\n"], "lists": lists, "rules": rules
        }  # fmt: skip

    program = {"targets": [target("Cat", [LOOP], short=[1], long=[*range(300)]), target("Dog", [])]}
    text = write_program(program)
    assert '// Sprite "Cat". Costumes: "a\\n"' in text
    assert '// List "long" before anything runs: 0, 1, 2' in text
    assert ", 199, and 100 more" in text
    assert '"short"' not in text
    assert '"Dog"' in text
    assert write_program(program, {"Cat/0"}).count("Sprite") == 1
    assert write_program(program, set()) == ""
