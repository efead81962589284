# SPDX-License-Identifier: Apache-2.0
"""Blocks that change what a sprite or the stage looks like."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import Block, Field, Menu, Operand, Reporter, number, text

__all__ = [
    "backdrop_number",
    "change_effect",
    "change_size",
    "costume_number",
    "go_to_back",
    "go_to_front",
    "hide",
    "next_backdrop",
    "next_costume",
    "say",
    "set_effect",
    "set_size",
    "show",
    "switch_backdrop",
    "switch_costume",
]


def say(message: Operand) -> Block:
    return Block("looks_say", (("MESSAGE", text(message)),))


def switch_costume(name: str) -> Block:
    return Block("looks_switchcostumeto", (("COSTUME", Menu("looks_costume", "COSTUME", name)),))


def next_costume() -> Block:
    return Block("looks_nextcostume")


def switch_backdrop(name: str) -> Block:
    menu = Menu("looks_backdrops", "BACKDROP", name)
    return Block("looks_switchbackdropto", (("BACKDROP", menu),))


def next_backdrop() -> Block:
    return Block("looks_nextbackdrop")


def costume_number() -> Reporter:
    return Reporter("looks_costumenumbername", fields=(("NUMBER_NAME", Field("number")),))


def backdrop_number() -> Reporter:
    return Reporter("looks_backdropnumbername", fields=(("NUMBER_NAME", Field("number")),))


def change_size(by: Operand) -> Block:
    return Block("looks_changesizeby", (("CHANGE", number(by)),))


def set_size(to: Operand) -> Block:
    return Block("looks_setsizeto", (("SIZE", number(to)),))


def change_effect(effect: str, by: Operand) -> Block:
    fields = (("EFFECT", Field(effect.upper())),)
    return Block("looks_changeeffectby", (("CHANGE", number(by)),), fields)


def set_effect(effect: str, to: Operand) -> Block:
    return Block(
        "looks_seteffectto", (("VALUE", number(to)),), (("EFFECT", Field(effect.upper())),)
    )


def show() -> Block:
    return Block("looks_show")


def hide() -> Block:
    return Block("looks_hide")


def go_to_front() -> Block:
    return Block("looks_gotofrontback", fields=(("FRONT_BACK", Field("front")),))


def go_to_back() -> Block:
    return Block("looks_gotofrontback", fields=(("FRONT_BACK", Field("back")),))
