# SPDX-License-Identifier: Apache-2.0
"""Difficulty knobs: how hard a world is to predict."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields

__all__ = ["Knobs", "Ranges"]

_UNUSED = (0, 0)


@dataclass(frozen=True, slots=True)
class Knobs:
    """The difficulty of one world. A knob that its template does not have is 0."""

    sprites: int = 0
    """Sprites on the stage."""
    chain: int = 0
    """Links between a cause and its last effect."""
    depth: int = 0
    """Conditions nested in each other."""
    delay: int = 0
    """Longest wait between a cause and its effect, in tenths of a second."""
    hidden: int = 0
    """Variables and lists that decide what happens and have no monitor on the stage."""
    distractors: int = 0
    """Variables that change and that nothing reads."""

    def to_json(self) -> dict[str, int]:
        """Return every knob by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Ranges:
    """Lowest and highest value of each knob, as a template draws them."""

    sprites: tuple[int, int] = (3, 5)
    chain: tuple[int, int] = _UNUSED
    depth: tuple[int, int] = _UNUSED
    delay: tuple[int, int] = _UNUSED
    hidden: tuple[int, int] = _UNUSED
    distractors: tuple[int, int] = (2, 6)

    def draw(self, source: random.Random) -> Knobs:
        """Draw each knob from its range."""
        return Knobs(*(source.randint(*getattr(self, field.name)) for field in fields(self)))

    def lowest(self) -> Knobs:
        """The easiest knobs."""
        return Knobs(*(getattr(self, field.name)[0] for field in fields(self)))

    def used(self) -> dict[str, tuple[int, int]]:
        """The knobs that the template has, with their ranges."""
        ranges = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: bounds for name, bounds in ranges.items() if bounds != _UNUSED}
