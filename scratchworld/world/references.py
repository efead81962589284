# SPDX-License-Identifier: Apache-2.0
"""Reference pictures: what a model is shown beside the first frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scratchworld.world.paths import STAGE_OWNER

__all__ = ["REFERENCE_KINDS", "Reference"]

REFERENCE_KINDS = ("costume", "goal", "demonstration")
"""``costume``: a costume of a sprite, or a backdrop. ``goal``: the frame at the end of the window.
``demonstration``: a frame of an earlier window of the same episode."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One picture that goes with the question. Costumes are drawn as the renderer draws them."""

    kind: str
    """A member of :data:`REFERENCE_KINDS`."""
    picture: str
    """Name of the picture in the release: 32 hexadecimal digits of a hash of its file."""
    sprite: str = ""
    """Of a costume: the sprite's name; ``_stage_`` for a backdrop."""
    costume: str = ""
    """Of a costume: its name, as the field ``costume`` or ``backdrop`` of a state has it."""
    centre: tuple[int, int] = (0, 0)
    """Of a costume: where its rotation centre is, in pixels from the left and the top of the
    picture; it may lie outside."""
    scale: float = 1.0
    """Pixels of the picture a stage unit, for a sprite of size 100."""
    ticks: int = 0
    """Of a frame: when it is, in ticks from the input state; negative before it."""

    @property
    def name(self) -> str:
        """What it is called: sprite and costume, or the costume alone of the stage."""
        if self.sprite == STAGE_OWNER:
            return self.costume
        return f"{self.sprite}: {self.costume}" if self.kind == "costume" else ""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: all attributes by their names."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "centre": list(self.centre)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reference:
        """Read the JSON form.

        Raises:
            ValueError: for an unknown kind.
            TypeError: for a surplus attribute, or a missing one.
        """
        if data["kind"] not in REFERENCE_KINDS:
            known = ", ".join(REFERENCE_KINDS)
            raise ValueError(f"unknown reference {data['kind']!r}; known: {known}")
        x, y = data["centre"]
        return cls(**{**data, "centre": (x, y)})
