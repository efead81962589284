# SPDX-License-Identifier: Apache-2.0
"""A program as text: one indented line a block, in the order of its ids.

Words are those of the VM's opcodes: ``changevariableby score (1)``. Reporters stand in brackets,
branches one level deeper than their block. The name of a custom block stands behind ``call`` and
``prototype``, as the project has it: ``call jump %s (3)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["BlockLine", "block_text", "script_lines"]

_BRANCHES = ("SUBSTACK", "SUBSTACK2")
Blocks = Sequence[Mapping[str, Any]]


class BlockLine(NamedTuple):
    """One line of a script."""

    number: int | None
    """Last part of the block's id; ``None`` for an else."""
    depth: int
    """Branches that it stands in."""
    text: str


def script_lines(blocks: Blocks) -> Iterator[BlockLine]:
    """Yield the lines of a rule, whose blocks are as ``vm_runner.Session.program`` has them."""
    yield from _lines(blocks, 0, 0)


def block_text(blocks: Blocks, index: int) -> str:
    """Return the text of one block, with its reporters and without its branches."""
    block = blocks[index]
    fields = [str(field["value"]) for field in block["fields"].values()]
    if block["shadow"] and len(fields) == 1:
        return fields[0]
    inputs = [
        f"({block_text(blocks, inner)})"
        for name, inner in block["inputs"].items()
        if name not in _BRANCHES
    ]
    words = [block["opcode"].partition("_")[2], str(block.get("proccode", ""))]
    return " ".join([*filter(None, words), *fields, *inputs])


def _lines(blocks: Blocks, index: int | None, depth: int) -> Iterator[BlockLine]:
    while index is not None:
        block = blocks[index]
        yield BlockLine(index, depth, block_text(blocks, index))
        for name in _BRANCHES:
            if name in block["inputs"]:
                if name == "SUBSTACK2":
                    yield BlockLine(None, depth, "else")
                yield from _lines(blocks, block["inputs"][name], depth + 1)
        index = block["next"]
