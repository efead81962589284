# SPDX-License-Identifier: Apache-2.0
"""The normalised form of a project: what the VM made of the file, and nothing else.

Scratch reads four formats and mends some files while it loads them. A second reading of our own
would sooner or later disagree, so filters see only what the VM gives after loading: the program of
``Session.program`` and the state before the first tick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scratchworld.world import State, escape

__all__ = ["Block", "Field", "Place", "Project", "Script", "Target", "Variable", "normalise"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a block: an option of a menu, a literal, or the name of something."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a script; other blocks are named by their index in the script."""

    opcode: str
    fields: tuple[Field, ...]
    """Sorted by name."""
    inputs: tuple[tuple[str, int], ...]
    """Name of the input and index of the block in it, sorted by name."""
    next: int | None
    shadow: bool
    """Whether the block is a literal or a menu in an input."""
    proccode: str
    """Name and parameters of the custom block, for its definition and calls; else empty."""

    def field(self, name: str) -> str:
        """Return the value of a field, empty when there is none."""
        return next((field.value for field in self.fields if field.name == name), "")


@dataclass(frozen=True, slots=True)
class Script:
    """Blocks in reading order; the first is the top one."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, list or message of a target."""

    name: str
    type: str
    """As the VM says it: empty for a variable, ``list`` or ``broadcast_msg``."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sprite stands before the first tick."""

    x: float
    y: float
    """Stage pixels."""
    size: float
    """Per cent."""
    visible: bool


@dataclass(frozen=True, slots=True)
class Target:
    """The stage or a sprite."""

    name: str
    is_stage: bool
    costumes: tuple[str, ...]
    variables: tuple[Variable, ...]
    scripts: tuple[Script, ...]
    place: Place | None
    """``None`` for the stage."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project as the VM has it after loading."""

    targets: tuple[Target, ...]

    def blocks(self) -> Iterator[Block]:
        """Yield every block of every script, literals and menus too."""
        for target in self.targets:
            for script in target.scripts:
                yield from script.blocks

    @property
    def block_count(self) -> int:
        """Number of blocks that a user would count: literals and menus left out."""
        return sum(not block.shadow for block in self.blocks())


def normalise(program: Sequence[Mapping[str, Any]], initial: State) -> Project:
    """Make the normalised form from ``Session.program`` and the state before the first tick."""
    return Project(tuple(_target(target, initial) for target in program))


def _target(target: Mapping[str, Any], initial: State) -> Target:
    return Target(
        name=target["name"],
        is_stage=target["isStage"],
        costumes=tuple(target["costumes"]),
        variables=tuple(
            Variable(variable["name"], variable["type"]) for variable in target["variables"]
        ),
        scripts=tuple(
            Script(tuple(_block(block) for block in rule["blocks"])) for rule in target["rules"]
        ),
        place=None if target["isStage"] else _place(target["name"], initial),
    )


def _block(block: Mapping[str, Any]) -> Block:
    return Block(
        opcode=block["opcode"],
        fields=tuple(
            Field(name, str(field["value"])) for name, field in sorted(block["fields"].items())
        ),
        inputs=tuple(sorted(block["inputs"].items())),
        next=block["next"],
        shadow=block["shadow"],
        proccode=str(block.get("proccode", "")),
    )


def _place(name: str, initial: State) -> Place:
    prefix = f"/sprite/{escape(name)}"
    return Place(
        x=_number(initial.get(f"{prefix}/x")),
        y=_number(initial.get(f"{prefix}/y")),
        size=_number(initial.get(f"{prefix}/size")),
        visible=initial.get(f"{prefix}/visible") is True,
    )


def _number(value: object) -> float:
    """Return a finite number; a position that is none counts as the centre."""
    return float(value) if isinstance(value, (int, float)) else 0.0
