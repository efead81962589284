# SPDX-License-Identifier: Apache-2.0
"""Blocks that move a sprite."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import ANGLE, Block, Operand, Reporter, number

__all__ = [
    "change_x",
    "change_y",
    "direction",
    "go_to",
    "move",
    "point",
    "set_x",
    "set_y",
    "turn",
    "x_position",
    "y_position",
]


def move(steps: Operand) -> Block:
    return Block("motion_movesteps", (("STEPS", number(steps)),))


def turn(degrees: Operand) -> Block:
    """Turn clockwise."""
    return Block("motion_turnright", (("DEGREES", number(degrees)),))


def point(degrees: Operand) -> Block:
    return Block("motion_pointindirection", (("DIRECTION", number(degrees, ANGLE)),))


def go_to(x: Operand, y: Operand) -> Block:
    return Block("motion_gotoxy", (("X", number(x)), ("Y", number(y))))


def change_x(by: Operand) -> Block:
    return Block("motion_changexby", (("DX", number(by)),))


def change_y(by: Operand) -> Block:
    return Block("motion_changeyby", (("DY", number(by)),))


def set_x(x: Operand) -> Block:
    return Block("motion_setx", (("X", number(x)),))


def set_y(y: Operand) -> Block:
    return Block("motion_sety", (("Y", number(y)),))


def x_position() -> Reporter:
    return Reporter("motion_xposition")


def y_position() -> Reporter:
    return Reporter("motion_yposition")


def direction() -> Reporter:
    return Reporter("motion_direction")
