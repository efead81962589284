# SPDX-License-Identifier: Apache-2.0
"""Writes rules block by block."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scoring.prompts.scratchblocks.labels import (
    BOOLEAN_INPUTS,
    BOOLEANS,
    LABELS,
    MENU_WORDS,
)

__all__ = ["write_block", "write_program", "write_rule"]

Json = Mapping[str, Any]

_INDENT = "  "
_DEEPEST = 60
"""Blocks within blocks; what lies deeper is written as dots."""
_ITEMS = 200
"""Items of a list that are told at most."""
_HEAD = 10
"""Items of a list that a state tells anyhow."""
_PLACE = re.compile(r"%([A-Z][A-Z0-9_]*)")
_PARAMETER = re.compile(r"%[snb]")
_BRANCHES = ("SUBSTACK", "SUBSTACK2")
_LABELS_OF_REPORTERS = frozenset(label for label in LABELS.values() if "%" not in label)
_TOUCHING = ("sensing_touchingobject", "sensing_touchingcolor", "sensing_coloristouchingcolor")
_TEXTS = ("text", "colour_picker")
_SHOUTED = ("EFFECT", "WHENGREATERTHANMENU", "CURRENTMENU")
"""Fields whose choices files write in capitals, and the editor does not."""


def write_program(
    program: Json, rules: Collection[str] | None = None, *, numbers: bool = True
) -> str:
    """Return a program, or those of its ``rules`` that are named.

    ``numbers``: write each block's number behind it. A sprite without any of the rules is left out.
    """
    parts: list[str] = []
    for target in program["targets"]:
        held = [each for each in target["rules"] if rules is None or each["rule"] in rules]
        if held or rules is None:
            parts.append("\n".join(_heading(target)))
            parts += [write_rule(rule, numbers=numbers) for rule in held]
    return "\n\n".join(parts)


def _heading(target: Json) -> Iterator[str]:
    what = "Stage" if target["isStage"] else f"Sprite {_quoted(target['name'])}"
    kind = "Backdrops" if target["isStage"] else "Costumes"
    yield f"// {what}. {kind}: {', '.join(map(_quoted, target['costumes']))}"
    for name, items in target["lists"].items():
        if len(items) > _HEAD:
            shown = ", ".join(map(_quoted, items[:_ITEMS]))
            more = f", and {len(items) - _ITEMS} more" if len(items) > _ITEMS else ""
            yield f"// List {_quoted(name)} before anything runs: {shown}{more}"


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_rule(rule: Json, *, numbers: bool = True) -> str:
    """Return one rule under its id."""
    return "\n".join([f"// {_line(rule['rule'])}", *_Writer(rule, numbers).lines()])


def write_block(rule: Json, block_id: str) -> str:
    """Return one block of a rule on one line, without what is in its branches.

    Raises:
        KeyError: when the rule has no such block.
    """
    writer = _Writer(rule, numbers=False)
    return writer.text(writer.blocks[block_id], 0)


def _line(text: str) -> str:
    """Keep a text on one line, as JSON would."""
    return "".join(
        char if char.isprintable() or char == " " else json.dumps(char)[1:-1] for char in text
    )


def _escaped(text: str, closing: str) -> str:
    return _line(text.replace("\\", "\\\\").replace(closing, "\\" + closing))


class _Writer:
    def __init__(self, rule: Json, numbers: bool) -> None:
        self.blocks: dict[str, Json] = {block["id"]: block for block in rule["blocks"]}
        self._first: str = rule["blocks"][0]["id"] if rule["blocks"] else ""
        self._numbers = numbers
        self._written: set[str] = set()

    def lines(self) -> Iterator[str]:
        yield from self._stack(self._first, 0)

    def _stack(self, block_id: str | None, depth: int) -> Iterator[str]:
        indent = _INDENT * depth
        if depth > _DEEPEST:
            yield f"{indent}..."
            return
        # a hostile file may lead in circles
        while block_id in self.blocks and block_id not in self._written:
            self._written.add(block_id)
            block = self.blocks[block_id]
            text = self.text(block, 0)
            yield indent + (f"{text} // {self._about(block)}" if self._numbers else text)
            yield from self._branches(block, depth)
            block_id = block.get("next")

    def _branches(self, block: Json, depth: int) -> Iterator[str]:
        opcode = block["opcode"]
        inputs = block.get("inputs", {})
        if not (opcode in _C_BLOCKS or any(name in inputs for name in _BRANCHES)):
            return
        yield from self._stack(inputs.get("SUBSTACK"), depth + 1)
        if opcode == "control_if_else":
            yield f"{_INDENT * depth}else"
            yield from self._stack(inputs.get("SUBSTACK2"), depth + 1)
        yield f"{_INDENT * depth}end"

    def _about(self, block: Json) -> str:
        """The number of a block, and those of the touching blocks in it."""
        touching = [each for each in self._inside(block) if each["opcode"] in _TOUCHING]
        own, *others = (str(each["id"]).rpartition("/")[2] for each in (block, *touching))
        return own + "".join(f", touching {number}" for number in others)

    def _inside(self, block: Json) -> Iterator[Json]:
        """Yield the reporters in a block, as they are read."""
        waiting = [block]
        seen: set[str] = set()
        while waiting:
            at = waiting.pop()
            if at is not block:
                yield at
            inputs = at.get("inputs", {})
            named = (to for name, to in inputs.items() if name not in _BRANCHES)
            inner = [self.blocks[to] for to in named if to in self.blocks]
            fresh = [each for each in inner if each["id"] not in seen]
            seen.update(each["id"] for each in fresh)
            waiting += reversed(fresh)

    def text(self, block: Json, depth: int) -> str:
        """Return a block without brackets around it."""
        opcode, fields = block["opcode"], block.get("fields", {})
        if opcode == "procedures_definition":
            inner = self.blocks.get(block.get("inputs", {}).get("custom_block", ""), {})
            return "define " + self._prototype(inner)
        if opcode == "procedures_call":
            return self._call(block, depth)
        if opcode.startswith("argument_reporter_"):
            return _escaped(str(fields.get("VALUE", "")), ")")
        for name, kind in (("VARIABLE", "variables"), ("LIST", "list")):
            if opcode in ("data_variable", "data_listcontents") and name in fields:
                text = _escaped(str(fields[name]), ")")
                return f"{text} :: {kind}" if text in _LABELS_OF_REPORTERS else text
        label = LABELS.get(opcode)
        if label is None:
            names = [*block.get("inputs", {}), *fields]
            label = " ".join([_line(opcode), *(f"%{name}" for name in names if name.isupper())])
        return _PLACE.sub(lambda found: self._place(block, found[1], depth), label)

    def _call(self, block: Json, depth: int) -> str:
        proccode = str(block.get("proccode", ""))
        kinds = _PARAMETER.findall(proccode)
        shown = [
            self._place(block, name, depth, pointed=kind == "%b")
            for kind, name in zip(kinds, block.get("arguments", ()), strict=False)
        ]
        return _filled(proccode, shown)

    def _prototype(self, prototype: Json) -> str:
        names = [_escaped(str(name), ")") for name in prototype.get("parameters", ())]
        proccode = str(prototype.get("proccode", ""))
        kinds = _PARAMETER.findall(proccode)
        shown = [
            f"<{name}>" if kind == "%b" else f"({name})"
            for kind, name in zip(kinds, names, strict=False)
        ]
        text = _filled(proccode, shown)
        return f"{text} // run without screen refresh" if prototype.get("warp") else text

    def _place(self, block: Json, name: str, depth: int, pointed: bool = False) -> str:
        """Return an input or field in its brackets."""
        fields = block.get("fields", {})
        if name in fields:
            shown = _menu(fields[name])
            return f"[{_escaped(shown.lower() if name in _SHOUTED else shown, ']')} v]"
        inner = self.blocks.get(block.get("inputs", {}).get(name, ""))
        if inner is None:
            joined = block["opcode"] in ("operator_and", "operator_or")
            return "<>" if pointed or joined or name in BOOLEAN_INPUTS else "()"
        if depth > _DEEPEST:
            return "(...)"
        if inner.get("shadow") and "fields" in inner:
            return _literal(inner)
        text = self.text(inner, depth + 1)
        return f"<{text}>" if inner["opcode"] in BOOLEANS else f"({text})"


_C_BLOCKS = (
    "control_repeat",
    "control_forever",
    "control_if",
    "control_if_else",
    "control_repeat_until",
    "control_while",
    "control_for_each",
    "control_all_at_once",
)


def _literal(block: Json) -> str:
    value = str(next(iter(block["fields"].values()), ""))
    opcode = block["opcode"]
    if opcode in _TEXTS:
        return f"[{_escaped(value, ']')}]"
    if opcode.startswith("math_") or opcode == "note":
        return f"({_escaped(value, ')')})"
    return f"({_escaped(_menu(value), ')')} v)"


def _menu(value: object) -> str:
    return MENU_WORDS.get(str(value), str(value))


def _filled(proccode: str, shown: Sequence[str]) -> str:
    """Put inputs in the places of a custom block's label."""
    labels = [_line(label) for label in _PARAMETER.split(proccode)]
    places = [*shown, *["()"] * (len(labels) - 1 - len(shown))]
    pieces = [labels[0]]
    for place, label in zip(places, labels[1:], strict=False):
        pieces += [place, label]
    return "".join(pieces).strip()
