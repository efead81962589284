# SPDX-License-Identifier: Apache-2.0
"""Operators beyond those that Python's own signs write, and what a sprite can sense."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import (
    Condition,
    Field,
    Menu,
    Operand,
    Reporter,
    number,
    text,
)

__all__ = [
    "both",
    "contains_text",
    "either",
    "equals",
    "join",
    "key_pressed",
    "letter",
    "math_of",
    "mouse_down",
    "mouse_x",
    "mouse_y",
    "not_",
    "random_between",
    "rounded",
    "text_length",
    "touching",
]


def equals(left: Operand, right: Operand) -> Condition:
    return Condition("operator_equals", (("OPERAND1", text(left)), ("OPERAND2", text(right))))


def both(left: Condition, right: Condition) -> Condition:
    return Condition("operator_and", (("OPERAND1", left), ("OPERAND2", right)))


def either(left: Condition, right: Condition) -> Condition:
    return Condition("operator_or", (("OPERAND1", left), ("OPERAND2", right)))


def not_(condition: Condition) -> Condition:
    return Condition("operator_not", (("OPERAND", condition),))


def random_between(low: Operand, high: Operand) -> Reporter:
    return Reporter("operator_random", (("FROM", number(low)), ("TO", number(high))))


def rounded(value: Operand) -> Reporter:
    """Round to the nearest integer, halves up."""
    return Reporter("operator_round", (("NUM", number(value)),))


def math_of(function: str, value: Operand) -> Reporter:
    """``abs``, ``floor``, ``ceiling``, ``sqrt`` ... of a number."""
    return Reporter("operator_mathop", (("NUM", number(value)),), (("OPERATOR", Field(function)),))


def join(left: Operand, right: Operand) -> Reporter:
    return Reporter("operator_join", (("STRING1", text(left)), ("STRING2", text(right))))


def letter(index: Operand, of: Operand) -> Reporter:
    """The letter at 1-based ``index``; empty outside the text."""
    return Reporter("operator_letter_of", (("LETTER", number(index, 6)), ("STRING", text(of))))


def text_length(of: Operand) -> Reporter:
    return Reporter("operator_length", (("STRING", text(of)),))


def contains_text(whole: Operand, part: Operand) -> Condition:
    """Whether ``part`` stands in ``whole``, whatever the case of letters."""
    return Condition("operator_contains", (("STRING1", text(whole)), ("STRING2", text(part))))


def touching(sprite: str) -> Condition:
    menu = Menu("sensing_touchingobjectmenu", "TOUCHINGOBJECTMENU", sprite)
    return Condition("sensing_touchingobject", (("TOUCHINGOBJECTMENU", menu),))


def mouse_x() -> Reporter:
    return Reporter("sensing_mousex")


def mouse_y() -> Reporter:
    return Reporter("sensing_mousey")


def mouse_down() -> Condition:
    return Condition("sensing_mousedown")


def key_pressed(key: str) -> Condition:
    menu = Menu("sensing_keyoptions", "KEY_OPTION", key)
    return Condition("sensing_keypressed", (("KEY_OPTION", menu),))
