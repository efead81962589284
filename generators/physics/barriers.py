# SPDX-License-Identifier: Apache-2.0
"""Barriers: what a program does not let a sprite come to rest on, as its blocks say.

A barrier is a touching block in a script of a sprite on which it hangs whether a block that moves
the same sprite runs: "if touching wall, move back", "repeat until touching edge", "if not touching
water, move". Also "if on edge, bounce", whose barrier is the edge. What is touched must be written
in the block: a sprite's name, the edge or a color; the mouse pointer is no barrier. What contact
leads to by way of a variable, a message or a custom block is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generators.causal import ProgramIndex
from generators.exploration import Program
from scratchworld.world import STAGE_OWNER, join_path

__all__ = ["Barrier", "blocks_below", "find_barriers", "written"]

_MOVES = frozenset(
    f"motion_{name}"
    for name in (
        *("movesteps", "gotoxy", "goto", "glidesecstoxy", "glideto"),
        *("changexby", "changeyby", "setx", "sety"),
    )
)
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_COLORS: Mapping[str, Mapping[str, str]] = {
    "sensing_touchingcolor": {"color": "COLOR"},
    "sensing_coloristouchingcolor": {"own": "COLOR", "color": "COLOR2"},
}
_BOUNCE = "motion_ifonedgebounce"
_EDGE = "_edge_"

Block = Mapping[str, Any]


class Barrier(NamedTuple):
    """What a sprite, or a clone of it, must not touch."""

    block: str
    """Id of the touching block, or of "if on edge, bounce"."""
    sprite: str
    """Whose script it is, ``/sprite/<name>``."""
    touch: Mapping[str, Any]
    """What is touched, in the form of :meth:`vm_runner.Session.contacts`."""
    bounces: bool
    """True for "if on edge, bounce", which the trace has no answers of."""


def find_barriers(program: Program) -> list[Barrier]:
    """Return the barriers of a program, in the order of its blocks."""
    index = ProgramIndex(program)
    found: dict[str, Barrier] = {}
    for target in program:
        if target["name"] == STAGE_OWNER:
            continue
        sprite = join_path("sprite", target["name"])
        for rule in target["rules"]:
            blocks = rule["blocks"]
            for at, block in enumerate(blocks):
                block_id = f"{rule['rule']}/{at}"
                if block["opcode"] == _BOUNCE:
                    found[block_id] = Barrier(block_id, sprite, {"object": _EDGE}, True)
                elif block["opcode"] in _MOVES:
                    for guard in index.guards(block_id):
                        condition = int(guard.block.rpartition("/")[2])
                        for asked in blocks_below(blocks, condition, "CONDITION"):
                            touch = _touched(blocks, asked)
                            if touch is not None:
                                name = f"{rule['rule']}/{asked}"
                                found[name] = Barrier(name, sprite, touch, False)
    return list(found.values())


def blocks_below(blocks: Sequence[Block], at: int, name: str) -> Iterator[int]:
    """Yield the blocks in an input of a block, at any depth."""
    pending = [inner for key, inner in blocks[at]["inputs"].items() if key == name]
    while pending:
        inner = pending.pop()
        yield inner
        pending += blocks[inner]["inputs"].values()


def written(blocks: Sequence[Block], at: int | None) -> object:
    """Return what is written in an input; ``None`` when it is computed."""
    if at is None or not blocks[at]["shadow"]:
        return None
    values = [each["value"] for each in blocks[at]["fields"].values()]
    return values[0] if len(values) == 1 else None


def _touched(blocks: Sequence[Block], at: int) -> dict[str, Any] | None:
    """What a touching block asks about; ``None`` for other blocks, and when it is computed."""
    inputs = blocks[at]["inputs"]
    if blocks[at]["opcode"] == "sensing_touchingobject":
        name = written(blocks, inputs.get("TOUCHINGOBJECTMENU"))
        return {"object": name} if isinstance(name, str) and name != "_mouse_" else None
    names = _COLORS.get(blocks[at]["opcode"], {})
    colors = {key: _rgb(written(blocks, inputs.get(name))) for key, name in names.items()}
    return colors if colors and None not in colors.values() else None


def _rgb(text: object) -> list[int] | None:
    if not isinstance(text, str) or not _COLOR.fullmatch(text):
        return None
    return [int(text[at : at + 2], 16) for at in (1, 3, 5)]
