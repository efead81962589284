# SPDX-License-Identifier: Apache-2.0
"""Shift coordinates: the scene stands elsewhere on the stage.

Where sprites stand at first, the places that "go to", "glide to" and "set x/y" name, and the
numbers that an x or y position is compared with are all moved by one vector. Edges, the mouse and
numbers that a program computes are not, so this is another world, whose labels are its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.literals import (
    NumberLiteral,
    comparisons,
    copied,
    input_block,
    number_at,
)
from generators.rewriting import ProjectDocument, Translation

__all__ = ["SHIFT_COORDINATES"]

_X, _Y = 0, 1
_PLACES = {
    "motion_gotoxy": (("X", _X), ("Y", _Y)),
    "motion_glidesecstoxy": (("X", _X), ("Y", _Y)),
    "motion_setx": (("X", _X),),
    "motion_sety": (("Y", _Y),),
}
_POSITIONS = {"motion_xposition": _X, "motion_yposition": _Y}
_SHORTEST, _LONGEST = 8, 40


def shift_coordinates(document: ProjectDocument, rng: random.Random) -> Changed:
    """Move the scene by 8 to 40 pixels along each axis."""
    vector = [rng.choice((-1, 1)) * rng.randint(_SHORTEST, _LONGEST) for _ in (_X, _Y)]
    changed = copied(document)
    sprites = [target for target in changed.targets if not target["isStage"]]
    if not sprites:
        raise NotPerturbed("nothing_to_change")
    for sprite in sprites:
        sprite["x"] = sprite.get("x", 0) + vector[_X]
        sprite["y"] = sprite.get("y", 0) + vector[_Y]
    for literal, axis in _literals(changed):
        literal.write(literal.value + vector[axis])
    return Changed(changed, Translation.between(document, changed))


def _literals(document: ProjectDocument) -> Iterator[tuple[NumberLiteral, int]]:
    for _, _, block in document.blocks():
        for name, axis in _PLACES.get(block["opcode"], ()):
            literal = number_at(block, name)
            if literal is not None:
                yield literal, axis
    for blocks, block in comparisons(document):
        for name, other in (("OPERAND1", "OPERAND2"), ("OPERAND2", "OPERAND1")):
            literal, asked = number_at(block, name), _axis(blocks, block, other)
            if literal is not None and asked is not None:
                yield literal, asked


def _axis(blocks: dict[str, Any], block: dict[str, Any], name: str) -> int | None:
    asked = input_block(blocks, block, name)
    return None if asked is None else _POSITIONS.get(asked["opcode"])


SHIFT_COORDINATES = Perturbation("shift_coordinates", False, shift_coordinates)
