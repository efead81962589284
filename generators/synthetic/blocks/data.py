# SPDX-License-Identifier: Apache-2.0
"""Blocks on variables and lists."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import (
    INTEGER,
    Block,
    Condition,
    Field,
    ListVariable,
    Operand,
    Reporter,
    Variable,
    number,
    text,
)

__all__ = [
    "append",
    "change",
    "clear",
    "contains_item",
    "delete_item",
    "insert",
    "item",
    "item_number",
    "length",
    "replace",
    "set_to",
]


def set_to(variable: Variable, value: Operand) -> Block:
    return Block("data_setvariableto", (("VALUE", text(value)),), _names("VARIABLE", variable))


def change(variable: Variable, by: Operand) -> Block:
    return Block("data_changevariableby", (("VALUE", number(by)),), _names("VARIABLE", variable))


def append(items: ListVariable, value: Operand) -> Block:
    return Block("data_addtolist", (("ITEM", text(value)),), _names("LIST", items))


def delete_item(items: ListVariable, index: Operand) -> Block:
    return Block("data_deleteoflist", (("INDEX", number(index, INTEGER)),), _names("LIST", items))


def clear(items: ListVariable) -> Block:
    return Block("data_deletealloflist", fields=_names("LIST", items))


def insert(items: ListVariable, index: Operand, value: Operand) -> Block:
    inputs = (("ITEM", text(value)), ("INDEX", number(index, INTEGER)))
    return Block("data_insertatlist", inputs, _names("LIST", items))


def replace(items: ListVariable, index: Operand, value: Operand) -> Block:
    inputs = (("INDEX", number(index, INTEGER)), ("ITEM", text(value)))
    return Block("data_replaceitemoflist", inputs, _names("LIST", items))


def item(items: ListVariable, index: Operand) -> Reporter:
    fields = _names("LIST", items)
    return Reporter("data_itemoflist", (("INDEX", number(index, INTEGER)),), fields)


def item_number(items: ListVariable, value: Operand) -> Reporter:
    """The first index of ``value``, 0 when it is not there."""
    return Reporter("data_itemnumoflist", (("ITEM", text(value)),), _names("LIST", items))


def length(items: ListVariable) -> Reporter:
    return Reporter("data_lengthoflist", fields=_names("LIST", items))


def contains_item(items: ListVariable, value: Operand) -> Condition:
    return Condition("data_listcontainsitem", (("ITEM", text(value)),), _names("LIST", items))


def _names(field: str, variable: Variable | ListVariable) -> tuple[tuple[str, Field], ...]:
    return ((field, Field(variable.name, variable.id)),)
