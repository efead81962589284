# SPDX-License-Identifier: Apache-2.0
"""Blocks of the pen extension."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import Block, Menu, Operand, number

__all__ = [
    "change_pen",
    "change_pen_size",
    "erase_all",
    "pen_down",
    "pen_up",
    "set_pen",
    "set_pen_size",
    "stamp",
]


def erase_all() -> Block:
    return Block("pen_clear")


def stamp() -> Block:
    return Block("pen_stamp")


def pen_down() -> Block:
    return Block("pen_penDown")


def pen_up() -> Block:
    return Block("pen_penUp")


def set_pen_size(to: Operand) -> Block:
    return Block("pen_setPenSizeTo", (("SIZE", number(to)),))


def change_pen_size(by: Operand) -> Block:
    return Block("pen_changePenSizeBy", (("SIZE", number(by)),))


def set_pen(part: str, to: Operand) -> Block:
    """Set ``color``, ``saturation``, ``brightness`` or ``transparency``."""
    return Block("pen_setPenColorParamTo", (("COLOR_PARAM", _part(part)), ("VALUE", number(to))))


def change_pen(part: str, by: Operand) -> Block:
    return Block("pen_changePenColorParamBy", (("COLOR_PARAM", _part(part)), ("VALUE", number(by))))


def _part(part: str) -> Menu:
    return Menu("pen_menu_colorParam", "colorParam", part)
