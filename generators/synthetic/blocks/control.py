# SPDX-License-Identifier: Apache-2.0
"""Blocks that decide what runs: waits, loops, conditions, messages, clones, custom blocks."""

from __future__ import annotations

from generators.synthetic.blocks.nodes import (
    POSITIVE,
    POSITIVE_INTEGER,
    Block,
    Branch,
    Condition,
    Field,
    Input,
    Menu,
    Message,
    Operand,
    Prototype,
    Reporter,
    number,
    text,
)

__all__ = [
    "TICKS_PER_TENTH",
    "argument",
    "broadcast",
    "broadcast_and_wait",
    "call",
    "clone_of",
    "delete_this_clone",
    "forever",
    "if_",
    "if_else",
    "repeat",
    "reset_timer",
    "stop_this_script",
    "wait_seconds",
    "wait_tenths",
]

TICKS_PER_TENTH = 3
"""Ticks in 0.1 s. Waits are whole tenths, because then they last a whole number of ticks."""


def wait_tenths(tenths: int) -> Block:
    """Wait ``tenths`` x 0.1 s, that is three ticks each."""
    return Block("control_wait", (("DURATION", number(tenths / 10, POSITIVE)),))


def wait_seconds(seconds: Operand) -> Block:
    """Wait as long as an expression says."""
    return Block("control_wait", (("DURATION", number(seconds, POSITIVE)),))


def forever(*body: Block) -> Block:
    return Block("control_forever", (("SUBSTACK", Branch(body)),))


def repeat(times: Operand, *body: Block) -> Block:
    inputs = (("TIMES", number(times, POSITIVE_INTEGER)), ("SUBSTACK", Branch(body)))
    return Block("control_repeat", inputs)


def if_(condition: Condition, *body: Block) -> Block:
    return Block("control_if", (("CONDITION", condition), ("SUBSTACK", Branch(body))))


def if_else(condition: Condition, then: tuple[Block, ...], otherwise: tuple[Block, ...]) -> Block:
    inputs: tuple[tuple[str, Input], ...] = (
        ("CONDITION", condition),
        ("SUBSTACK", Branch(then)),
        ("SUBSTACK2", Branch(otherwise)),
    )
    return Block("control_if_else", inputs)


def stop_this_script() -> Block:
    return Block("control_stop", fields=(("STOP_OPTION", Field("this script")),))


def broadcast(message: Message) -> Block:
    return Block("event_broadcast", (("BROADCAST_INPUT", message),))


def broadcast_and_wait(message: Message) -> Block:
    return Block("event_broadcastandwait", (("BROADCAST_INPUT", message),))


def clone_of(sprite: str) -> Block:
    menu = Menu("control_create_clone_of_menu", "CLONE_OPTION", sprite)
    return Block("control_create_clone_of", (("CLONE_OPTION", menu),))


def delete_this_clone() -> Block:
    return Block("control_delete_this_clone")


def reset_timer() -> Block:
    return Block("sensing_resettimer")


def argument(name: str) -> Reporter:
    """The argument ``name`` of the custom block that is being defined."""
    return Reporter("argument_reporter_string_number", fields=(("VALUE", Field(name)),))


def call(procedure: Prototype, *values: Operand) -> Block:
    """Call a custom block, one value an argument."""
    names = argument_ids(procedure)
    inputs = tuple((name, text(value)) for name, value in zip(names, values, strict=True))
    return Block("procedures_call", inputs, call=procedure)


def argument_ids(procedure: Prototype) -> tuple[str, ...]:
    """Ids of a custom block's arguments, in order."""
    return tuple(f"argument-{k}" for k in range(len(procedure.arguments)))
