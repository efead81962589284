# SPDX-License-Identifier: Apache-2.0
"""Numbers that stand in blocks as literals."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generators.rewriting import ProjectDocument

__all__ = ["NumberLiteral", "copied", "input_block", "number_at", "number_text"]

_NUMBER = 4
_TEXT = 10


class NumberLiteral:
    """A number in an input of a block, to be read and written."""

    def __init__(self, literal: list[Any]) -> None:
        self._literal = literal

    @property
    def value(self) -> float:
        """The number."""
        return float(self._literal[1])

    def write(self, value: float) -> None:
        """Put another number in its place."""
        self._literal[1] = number_text(value)


def copied(document: ProjectDocument) -> ProjectDocument:
    """Return a copy that may be changed."""
    return replace(document, content=copy.deepcopy(document.content))


def number_at(block: Mapping[str, Any], name: str) -> NumberLiteral | None:
    """Return the literal number in an input; ``None`` where a reporter or a text stands."""
    described = (block.get("inputs") or {}).get(name)
    if not described or not isinstance(described[1], list):
        return None
    literal = described[1]
    if not _NUMBER <= literal[0] <= _TEXT:
        return None
    try:
        value = float(literal[1])
    except (TypeError, ValueError):
        return None
    return NumberLiteral(literal) if math.isfinite(value) else None


def input_block(
    blocks: Mapping[str, Any], block: Mapping[str, Any], name: str
) -> dict[str, Any] | None:
    """Return the block that stands in an input; ``None`` where none does."""
    described = (block.get("inputs") or {}).get(name)
    if not described or not isinstance(described[1], str):
        return None
    found = blocks.get(described[1])
    return found if isinstance(found, dict) else None


def number_text(value: float) -> str:
    """Write a number as Scratch does: no point where it is whole."""
    rounded = round(value, 6)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


def comparisons(document: ProjectDocument) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield every "<" and ">" block with the blocks of its target."""
    for target, _, block in document.blocks():
        if block["opcode"] in ("operator_lt", "operator_gt"):
            yield target["blocks"], block
