# SPDX-License-Identifier: Apache-2.0
"""What there is to alter: a window of an episode, the state before it, and the program."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generators.exploration import Program
from scratchworld.world import Alteration, Intervention, State, Step, Value

__all__ = ["Candidate", "Literal", "Situation", "intervention", "literals", "other_number"]

Block = Mapping[str, Any]


class Candidate(NamedTuple):
    """One alteration that could be made."""

    kind: str
    """A member of :data:`generators.interventions.KINDS`."""
    alteration: Alteration


@dataclass(frozen=True, slots=True)
class Situation:
    """A window before which, or in which, one thing is to be altered."""

    program: Program
    state: State
    """s_t, before the window."""
    steps: tuple[Step, ...]
    """The steps of the window."""
    executed: frozenset[str]
    """Ids of the blocks that the window executes."""
    rng: random.Random


class Literal(NamedTuple):
    """A value written into a block by hand, or chosen from one of its menus."""

    target: Mapping[str, Any]
    rule: Mapping[str, Any]
    place: int
    """Place of the block in its rule."""
    name: str
    """Name of the block's input, or field."""
    value: str

    @property
    def block(self) -> Block:
        """The block that holds it."""
        found: Block = self.rule["blocks"][self.place]
        return found

    @property
    def block_id(self) -> str:
        """Id of the block that holds it."""
        return f"{self.rule['rule']}/{self.place}"


def literals(program: Program) -> Iterator[Literal]:
    """Yield the literals of all inputs, and of the fields of hat blocks, in the program's order."""
    for target in program:
        for rule in target["rules"]:
            blocks = rule["blocks"]
            for index, block in enumerate(blocks):
                for name, inner in sorted(block["inputs"].items()):
                    shadow = blocks[inner]
                    if shadow["shadow"] and len(shadow["fields"]) == 1:
                        (field,) = shadow["fields"].values()
                        yield Literal(target, rule, index, name, str(field["value"]))
                if index == 0 and not block["shadow"]:
                    for name, field in sorted(block["fields"].items()):
                        yield Literal(target, rule, index, name, str(field["value"]))


def intervention(kind: str, type: str, step: int = 0, **arguments: Value) -> Candidate:
    """Return the candidate that intervenes at the start of a step of the window."""
    change = Intervention.make(type, **arguments)
    return Candidate(kind, Alteration("intervene", step, intervention=change))


def other_number(value: float, rng: random.Random) -> Value:
    """Return a number unlike ``value`` but of its size; whole if it is whole."""
    other = rng.choice((value + 1, value - 1, value + 10, 2 * value + 1, -value - 1, 0))
    if other == value:
        other = value + 1
    return int(other) if float(other).is_integer() else float(other)
