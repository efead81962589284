# SPDX-License-Identifier: Apache-2.0
"""The nodes of a script: blocks, what stands in their inputs, and the things they name.

A script is a sequence of :class:`Block`. Expressions (:class:`Expression`) can be combined with
Python's arithmetic and order operators; equality is the function ``equals``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from scratchworld.world import join_path

__all__ = [
    "Block",
    "Branch",
    "Condition",
    "Expression",
    "Field",
    "Input",
    "ListVariable",
    "Menu",
    "Message",
    "Operand",
    "Prototype",
    "Reporter",
    "Script",
    "Slot",
    "Variable",
    "number",
    "text",
]

NUMBER = 4
"""The primitive type of a number in an sb3 file."""
POSITIVE = 5
POSITIVE_INTEGER = 6
INTEGER = 7
ANGLE = 8
TEXT = 10


class Expression:
    """Something with a value, which can be put into the input of a block."""

    __slots__ = ()

    def __add__(self, other: Operand) -> Reporter:
        return _numeric("operator_add", self, other)

    def __sub__(self, other: Operand) -> Reporter:
        return _numeric("operator_subtract", self, other)

    def __mul__(self, other: Operand) -> Reporter:
        return _numeric("operator_multiply", self, other)

    def __truediv__(self, other: Operand) -> Reporter:
        return _numeric("operator_divide", self, other)

    def __mod__(self, other: Operand) -> Reporter:
        return _numeric("operator_mod", self, other)

    def __gt__(self, other: Operand) -> Condition:
        return _comparison("operator_gt", self, other)

    def __lt__(self, other: Operand) -> Condition:
        return _comparison("operator_lt", self, other)


@dataclass(frozen=True, slots=True)
class Variable(Expression):
    """A variable. ``owner`` is a sprite's name, or ``_stage_`` for one of all sprites."""

    owner: str
    name: str
    id: str

    @property
    def path(self) -> str:
        """The field path of its value."""
        return join_path("variable", self.owner, self.name)


@dataclass(frozen=True, slots=True)
class ListVariable:
    """A list, owned as a variable is."""

    owner: str
    name: str
    id: str

    @property
    def path(self) -> str:
        """The path below which its length and its first ten items stand."""
        return join_path("list", self.owner, self.name)


@dataclass(frozen=True, slots=True)
class Message:
    """A message that is broadcast."""

    name: str
    id: str

    @property
    def path(self) -> str:
        """The field path of the count of its sendings."""
        return join_path("event", self.name)


@dataclass(frozen=True, slots=True)
class Slot:
    """An input into which a literal or any reporter fits."""

    kind: int
    """The primitive type of its literal."""
    value: Operand


@dataclass(frozen=True, slots=True)
class Menu:
    """An input with a drop-down menu: a shadow block with one field."""

    opcode: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Prototype:
    """The signature of a custom block, inside its definition."""

    proccode: str
    arguments: tuple[str, ...]
    warp: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """The blocks inside the mouth of a control block."""

    script: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A choice printed on the block itself. ``id`` where it names a variable, list or message."""

    value: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One block, with all that stands in it."""

    opcode: str
    inputs: tuple[tuple[str, Input], ...] = ()
    fields: tuple[tuple[str, Field], ...] = ()
    call: Prototype | None = field(default=None, kw_only=True)
    """The signature of the custom block that this block calls."""


@dataclass(frozen=True, slots=True)
class Reporter(Block, Expression):
    """A round block: it has a number or a text."""


@dataclass(frozen=True, slots=True)
class Condition(Block, Expression):
    """A pointed block: it is true or false."""


Operand: TypeAlias = "Expression | float | str"
"""What can be put into an input: a literal or an expression."""
Input: TypeAlias = "Slot | Menu | Branch | Condition | Message | Prototype"
Script = tuple[Block, ...]


def number(value: Operand, kind: int = NUMBER) -> Slot:
    """An input for numbers."""
    return Slot(kind, value)


def text(value: Operand) -> Slot:
    """An input for text."""
    return Slot(TEXT, value)


def _numeric(opcode: str, left: Operand, right: Operand) -> Reporter:
    return Reporter(opcode, (("NUM1", number(left)), ("NUM2", number(right))))


def _comparison(opcode: str, left: Operand, right: Operand) -> Condition:
    return Condition(opcode, (("OPERAND1", text(left)), ("OPERAND2", text(right))))
