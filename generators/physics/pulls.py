# SPDX-License-Identifier: Apache-2.0
"""Pulls: the blocks by which a program draws a sprite downward, as gravity would.

A pull is "change y by", or "set y to" y position plus something, in a loop of a sprite's script,
that does not hang on a key or the mouse, and whose amount is

- steady: a negative number written in the block; or
- growing: a variable that a script of the same sprite changes, in a loop, by a negative number
  written in the block, such as "change fall speed by -1".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generators.causal import ProgramIndex
from generators.exploration import Program
from generators.physics.barriers import blocks_below, written
from scratchworld.world import STAGE_OWNER

__all__ = ["find_pulls"]

_LOOPS = ("control_forever", "control_repeat", "control_repeat_until", "control_while")
_USER = ("sensing_keypressed", "sensing_mousedown", "sensing_mousex", "sensing_mousey")

Block = Mapping[str, Any]


def find_pulls(program: Program) -> frozenset[str]:
    """Return the ids of the blocks that pull a sprite down."""
    index = ProgramIndex(program)
    found = set()
    for target in program:
        if target["name"] == STAGE_OWNER:
            continue
        rules = [(rule["rule"], rule["blocks"]) for rule in target["rules"]]
        falling = {name for rule, blocks in rules for name in _falling(blocks)}
        for rule, blocks in rules:
            for at, block in _in_loops(blocks):
                amount = _amount(blocks, block)
                if amount is not None and (
                    _negative(blocks, amount) or _variable(blocks, amount) in falling
                ):
                    block_id = f"{rule}/{at}"
                    if not _by_the_user(index, rule, blocks, block_id):
                        found.add(block_id)
    return frozenset(found)


def _in_loops(blocks: Sequence[Block]) -> Iterator[tuple[int, Block]]:
    """Yield the blocks that stand in a loop, at any depth."""
    inside: set[int] = set()
    for block in blocks:
        if block["opcode"] in _LOOPS and "SUBSTACK" in block["inputs"]:
            pending: list[int | None] = [block["inputs"]["SUBSTACK"]]
            while pending:
                inner = pending.pop()
                if inner is not None and inner not in inside:
                    inside.add(inner)
                    pending += [blocks[inner]["next"], *blocks[inner]["inputs"].values()]
    return ((at, blocks[at]) for at in sorted(inside))


def _falling(blocks: Sequence[Block]) -> Iterator[object]:
    """Yield the variables that a script lowers in a loop."""
    for _, block in _in_loops(blocks):
        if block["opcode"] == "data_changevariableby" and _negative(
            blocks, block["inputs"].get("VALUE")
        ):
            yield block["fields"]["VARIABLE"]["value"]


def _amount(blocks: Sequence[Block], block: Block) -> int | None:
    """The block that says by how much y is changed."""
    if block["opcode"] == "motion_changeyby":
        amount: int | None = block["inputs"].get("DY")
        return amount
    inner = block["inputs"].get("Y") if block["opcode"] == "motion_sety" else None
    if inner is None or blocks[inner]["opcode"] != "operator_add":
        return None
    terms = list(blocks[inner]["inputs"].values())
    heights = [term for term in terms if blocks[term]["opcode"] == "motion_yposition"]
    others = [term for term in terms if term not in heights]
    return others[0] if len(heights) == len(others) == 1 else None


def _negative(blocks: Sequence[Block], at: int | None) -> bool:
    try:
        return float(str(written(blocks, at))) < 0
    except ValueError:
        return False


def _variable(blocks: Sequence[Block], at: int) -> object:
    block = blocks[at]
    return block["fields"]["VARIABLE"]["value"] if block["opcode"] == "data_variable" else None


def _by_the_user(index: ProgramIndex, rule: str, blocks: Sequence[Block], block_id: str) -> bool:
    """True when a block runs only while a key is down, or as the mouse is."""
    return any(
        blocks[inner]["opcode"] in _USER
        for guard in index.guards(block_id)
        for inner in blocks_below(blocks, int(guard.block.rpartition("/")[2]), "CONDITION")
    )
