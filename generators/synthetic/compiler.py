# SPDX-License-Identifier: Apache-2.0
"""Turns scripts into the flat table of blocks of an sb3 file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from generators.synthetic.blocks.control import argument_ids
from generators.synthetic.blocks.nodes import (
    TEXT,
    Block,
    Branch,
    Condition,
    Input,
    Menu,
    Message,
    Operand,
    Prototype,
    Script,
    Slot,
    Variable,
)

__all__ = ["ScriptCompiler", "extensions"]

# the first word of each entry of an input: what covers what
_LITERAL, _BLOCK, _BLOCK_OVER_LITERAL = 1, 2, 3
_MESSAGE, _VARIABLE = 11, 12
_EXTENSIONS = ("pen",)


def extensions(blocks: Iterable[Block]) -> list[str]:
    """Ids of the extensions that the blocks belong to, sorted."""
    used = {block.opcode.split("_")[0] for block in blocks}
    return [extension for extension in _EXTENSIONS if extension in used]


class ScriptCompiler:
    """Collects the scripts of one target in :attr:`blocks`."""

    def __init__(self, target: str) -> None:
        self.blocks: dict[str, dict[str, Any]] = {}
        """Block id -> block, as the file has it."""
        self._target = target

    def add_script(self, script: Script, *, x: int, y: int) -> None:
        """Add one script, whose place in the editor is ``x``, ``y``."""
        first = self._stack(script, None)
        if first is not None:
            self.blocks[first].update(topLevel=True, x=x, y=y)

    def _stack(self, script: Script, parent: str | None) -> str | None:
        """Add blocks one below the other; return the first one's id."""
        first: str | None = None
        for block in script:
            identifier = self._block(block, parent)
            if first is None:
                first = identifier
            elif parent is not None:
                self.blocks[parent]["next"] = identifier
            parent = identifier
        return first

    def _block(self, block: Block, parent: str | None) -> str:
        identifier, entry = self._new(block.opcode, parent)
        entry["fields"] = {name: [field.value, field.id] for name, field in block.fields}
        for name, value in block.inputs:
            entry["inputs"][name] = self._input(value, identifier)
        if block.call is not None:
            entry["mutation"] = _mutation(block.call)
        return identifier

    def _new(
        self, opcode: str, parent: str | None, *, shadow: bool = False
    ) -> tuple[str, dict[str, Any]]:
        identifier = f"block-{self._target}-{len(self.blocks)}"
        entry: dict[str, Any] = {
            "opcode": opcode,
            "next": None,
            "parent": parent,
            "inputs": {},
            "fields": {},
            "shadow": shadow,
            "topLevel": False,
        }
        self.blocks[identifier] = entry
        return identifier, entry

    def _input(self, value: Input, parent: str) -> list[Any]:
        if isinstance(value, Slot):
            return self._slot(value, parent)
        if isinstance(value, Message):
            return [_LITERAL, [_MESSAGE, value.name, value.id]]
        if isinstance(value, Branch):
            return [_BLOCK, self._stack(value.script, parent)]
        if isinstance(value, Condition):
            return [_BLOCK, self._block(value, parent)]
        if isinstance(value, Menu):
            identifier, entry = self._new(value.opcode, parent, shadow=True)
            entry["fields"] = {value.field: [value.value, None]}
            return [_LITERAL, identifier]
        return [_LITERAL, self._prototype(value, parent)]

    def _slot(self, slot: Slot, parent: str) -> list[Any]:
        below = [slot.kind, "" if slot.kind == TEXT else "0"]
        value = slot.value
        if isinstance(value, Variable):
            return [_BLOCK_OVER_LITERAL, [_VARIABLE, value.name, value.id], below]
        if isinstance(value, Block):
            return [_BLOCK_OVER_LITERAL, self._block(value, parent), below]
        return [_LITERAL, [slot.kind, _literal(value)]]

    def _prototype(self, procedure: Prototype, parent: str) -> str:
        identifier, entry = self._new("procedures_prototype", parent, shadow=True)
        for argument, name in zip(argument_ids(procedure), procedure.arguments, strict=True):
            opcode = "argument_reporter_string_number"
            reporter, reporter_entry = self._new(opcode, identifier, shadow=True)
            reporter_entry["fields"] = {"VALUE": [name, None]}
            entry["inputs"][argument] = [_LITERAL, reporter]
        entry["mutation"] = _mutation(procedure) | {
            "argumentnames": json.dumps(procedure.arguments),
            "argumentdefaults": json.dumps([""] * len(procedure.arguments)),
        }
        return identifier


def _mutation(procedure: Prototype) -> dict[str, Any]:
    return {
        "tagName": "mutation",
        "children": [],
        "proccode": procedure.proccode,
        "argumentids": json.dumps(argument_ids(procedure)),
        "warp": json.dumps(procedure.warp),
    }


def _literal(value: Operand) -> str:
    """A number as JavaScript would print it: the file holds every literal as text."""
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)
