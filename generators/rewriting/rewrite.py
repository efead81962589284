# SPDX-License-Identifier: Apache-2.0
"""Gives new names and texts to a project, everywhere the VM reads them.

What a program puts together while it runs, a name joined of two texts for example, is not found:
only running both projects tells whether they still do the same.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from generators.rewriting.document import ProjectDocument, Target
from generators.rewriting.names import RESERVED, Names
from generators.rewriting.places import (
    CASE_BLIND_FIELD,
    FIELDS,
    INPUTS,
    LITERALS,
    NO_TEXT_INPUTS,
    PROPERTY,
    TEXT_LITERAL,
)
from generators.rewriting.texts import is_free_text

__all__ = ["NewText", "names_of", "rewrite", "texts_of"]

NewText = Callable[[str], str]
"""Gives the new text for a text; it is asked about free texts alone."""

NewValue = Callable[[Any], Any]
"""Gives the new value for a value that is no free text."""


def rewrite(
    document: ProjectDocument,
    names: Names | None = None,
    text: NewText | None = None,
    other: NewValue | None = None,
) -> ProjectDocument:
    """Return a copy of the project with new names, and new free texts.

    Free texts are literals in blocks, values of variables, items of lists, and what monitors show
    of them. ``other`` gives new values for what stands in such places and is no free text, such as
    numbers, and for names in blocks that get no new one: a project may speak of what it does not
    have. Names that are not renamed, ids and comments stay otherwise as they are.

    Raises:
        ValueError: when two names of one kind that the project has would become one.
    """
    names = names or Names()
    for kind, known in names_of(document).items():
        _check_distinct(kind, known, names)
    copied = replace(document, content=copy.deepcopy(document.content))
    _Rewriter(copied, names, text or (lambda old: old), other or (lambda old: old)).run()
    return copied


def names_of(document: ProjectDocument) -> dict[str, list[str]]:
    """Return the names that the project has, by the kinds of :class:`Names`, in order.

    Each stands there once. Variables and lists count also where only a block speaks of them.
    """
    found: dict[str, dict[str, None]] = {each.name: {} for each in fields(Names)}
    for target in document.targets:
        if not target["isStage"]:
            found["sprites"][target["name"]] = None
        for kind in ("variables", "lists"):
            found[kind].update((value[0], None) for value in target.get(kind, {}).values())
        found["broadcasts"].update((name, None) for name in target.get("broadcasts", {}).values())
        for kind in ("costumes", "sounds"):
            found[kind].update((each["name"], None) for each in target.get(kind, ()))
    for _, _, block in document.blocks():
        _note_names(block, found)
    return {kind: list(names) for kind, names in found.items()}


def texts_of(document: ProjectDocument) -> list[str]:
    """Return the free texts of a project, each once, in the order in which they stand."""
    found: dict[str, None] = {}

    def note(text: str) -> str:
        found[text] = None
        return text

    rewrite(document, text=note)
    return list(found)


def _note_names(block: dict[str, Any], found: dict[str, dict[str, None]]) -> None:
    for name, field in (block.get("fields") or {}).items():
        kind = FIELDS.get(name)
        if kind in ("variables", "lists", "broadcasts") and isinstance(field[0], str):
            found[kind][field[0]] = None
        elif block["opcode"].startswith("argument_reporter_") and name == "VALUE":
            found["arguments"][field[0]] = None
    for described in (block.get("inputs") or {}).values():
        for literal in described[1:]:
            if isinstance(literal, list) and literal[0] in LITERALS:
                found[LITERALS[literal[0]]][literal[1]] = None
    mutation = block.get("mutation")
    if isinstance(mutation, dict):
        if isinstance(mutation.get("proccode"), str):
            found["blocks"][mutation["proccode"]] = None
        if isinstance(mutation.get("argumentnames"), str):
            found["arguments"].update(
                (name, None) for name in json.loads(mutation["argumentnames"])
            )


def _check_distinct(kind: str, known: list[str], names: Names) -> None:
    if kind == "broadcasts":
        olds = {name.upper() for name in known}
        news = {names.broadcast(name).upper() for name in known}
    else:
        mapping = getattr(names, kind)
        olds, news = set(known), {mapping.get(name, name) for name in known}
    if len(news) < len(olds):
        raise ValueError(f"{kind}: a new name is that of another one in the project")


class _Rewriter:
    def __init__(
        self, document: ProjectDocument, names: Names, text: NewText, other: NewValue
    ) -> None:
        self._content = document.content
        self._targets = document.targets
        self._names = names
        self._text = text
        self._other = other
        self._sprites = {target["name"] for target in self._targets if not target["isStage"]}
        self._backdrops = {
            costume["name"]
            for target in self._targets
            if target["isStage"]
            for costume in target["costumes"]
        }

    def run(self) -> None:
        for target in self._targets:
            self._blocks(target)
        for monitor in self._content.get("monitors", ()):
            self._monitor(monitor)
        # last: until here names are compared as they were
        for target in self._targets:
            self._own(target)

    def _free(self, value: Any) -> Any:
        return self._text(value) if is_free_text(value) else self._other(value)

    def _own(self, target: Target) -> None:
        """Rename what a target itself says: its name, variables, lists, messages, costumes."""
        names = self._names
        if not target["isStage"]:
            target["name"] = names.sprites.get(target["name"], target["name"])
        for variable in target.get("variables", {}).values():
            variable[0] = names.variables.get(variable[0], variable[0])
            variable[1] = self._free(variable[1])
        for items in target.get("lists", {}).values():
            items[0] = names.lists.get(items[0], items[0])
            items[1] = [self._free(item) for item in items[1]]
        for name, message in target.get("broadcasts", {}).items():
            target["broadcasts"][name] = names.broadcast(message)
        for kind, mapping in (("costumes", names.costumes), ("sounds", names.sounds)):
            for each in target.get(kind, ()):
                each["name"] = mapping.get(each["name"], each["name"])

    def _monitor(self, monitor: dict[str, Any]) -> None:
        names = self._names
        owner = monitor.get("spriteName")
        if owner is not None:
            monitor["spriteName"] = names.sprites.get(owner, owner)
        params = monitor.get("params") or {}
        for name, mapping in (("VARIABLE", names.variables), ("LIST", names.lists)):
            if name in params:
                params[name] = mapping.get(params[name], params[name])
        value = monitor.get("value")
        if isinstance(value, list):
            monitor["value"] = [self._free(item) for item in value]
        else:
            monitor["value"] = self._free(value)

    def _blocks(self, target: Target) -> None:
        inputs: dict[str, tuple[str, str]] = {}
        for block in target["blocks"].values():
            if isinstance(block, list):
                self._literal(target, block, None)
            elif isinstance(block, dict):
                self._inputs(target, block, inputs)
        for block_id, block in target["blocks"].items():
            if isinstance(block, dict):
                self._fields(target, block, inputs.get(block_id))

    def _inputs(
        self, target: Target, block: dict[str, Any], inputs: dict[str, tuple[str, str]]
    ) -> None:
        """Rename the literals in a block's inputs; note which input other blocks stand in."""
        for name, described in (block.get("inputs") or {}).items():
            where = (block["opcode"], name)
            for each in described[1:]:
                if isinstance(each, list):
                    self._literal(target, each, where)
                elif each is not None:
                    inputs[each] = where

    def _fields(self, target: Target, block: dict[str, Any], where: tuple[str, str] | None) -> None:
        opcode = block["opcode"]
        for name, field in (block.get("fields") or {}).items():
            if not (isinstance(field, list) and field and isinstance(field[0], str)):
                continue
            if opcode == "text":
                literal = [TEXT_LITERAL, field[0]]
                self._literal(target, literal, where)
                field[0] = literal[1]
            else:
                field[0] = self._field(target, opcode, name, field[0])
        if isinstance(block.get("mutation"), dict):
            self._mutation(block["mutation"])

    def _field(self, target: Target, opcode: str, name: str, value: str) -> str:
        if opcode.startswith("argument_reporter_") and name == "VALUE":
            return self._names.arguments.get(value, value)
        if (opcode, name) == PROPERTY:
            is_attribute = value in RESERVED["variables"]
            return value if is_attribute else self._named(target, "variables", value)
        kind = FIELDS.get(name)
        if kind is None:
            return value
        blind = (opcode, name) == CASE_BLIND_FIELD
        return self._named(target, kind, value, blind=blind)

    def _literal(self, target: Target, literal: list[Any], where: tuple[str, str] | None) -> None:
        """Rename a literal as it stands inside an input, or alone among the blocks."""
        kind = LITERALS.get(literal[0])
        if kind is None and where is not None and isinstance(literal[1], str):
            kind = INPUTS.get(where)
        if kind is not None:
            literal[1] = self._named(target, kind, literal[1])
        elif literal[0] <= TEXT_LITERAL and (where is None or where[1] not in NO_TEXT_INPUTS):
            # where a number is wanted, one that is no text stays
            value = literal[1]
            if literal[0] == TEXT_LITERAL or is_free_text(value):
                literal[1] = self._free(value)

    def _named(self, target: Target, kind: str, value: str, *, blind: bool = False) -> str:
        new = self._renamed(target, kind, value, blind=blind)
        return new if new != value else self._other(value)

    def _renamed(self, target: Target, kind: str, value: str, *, blind: bool) -> str:
        names = self._names
        if kind == "broadcasts":
            return names.broadcast(value)
        if kind == "sprites":
            is_one = value in self._sprites and value not in RESERVED["sprites"]
            return names.sprites.get(value, value) if is_one else value
        if kind in ("variables", "lists"):
            mapping = names.variables if kind == "variables" else names.lists
            return mapping.get(value, value)
        if kind == "sounds":
            own = {sound["name"] for sound in target.get("sounds", ())}
            return names.sounds.get(value, value) if value in own else value
        own = self._backdrops
        if kind == "costumes":
            own = {costume["name"] for costume in target["costumes"]}
        if blind and value not in own:
            value = next((name for name in sorted(own) if name.upper() == value.upper()), value)
        return names.costumes.get(value, value) if value in own else value

    def _mutation(self, mutation: dict[str, Any]) -> None:
        names = self._names
        proccode = mutation.get("proccode")
        if isinstance(proccode, str):
            mutation["proccode"] = names.blocks.get(proccode, proccode)
        arguments = mutation.get("argumentnames")
        if isinstance(arguments, str):
            renamed = [names.arguments.get(name, name) for name in json.loads(arguments)]
            mutation["argumentnames"] = json.dumps(renamed, separators=(",", ":"))
        defaults = mutation.get("argumentdefaults")
        if isinstance(defaults, str):
            new = [self._free(value) for value in json.loads(defaults)]
            mutation["argumentdefaults"] = json.dumps(new, separators=(",", ":"))
