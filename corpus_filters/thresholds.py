# SPDX-License-Identifier: Apache-2.0
"""When two projects count as nearly the same."""

from __future__ import annotations

from dataclasses import dataclass, fields

from scratchworld.errors import InputError

__all__ = ["Thresholds"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Bounds on the two similarities, each between 0 and 1.

    Raises:
        InputError: when one is out of range, or ``related`` is above ``structure``.
    """

    structure: float = 0.8
    """Near-duplicates are at least so similar in structure, ..."""
    surface: float = 0.25
    """... and on the surface. Related projects, too, are so similar on the surface."""
    structure_alone: float = 0.95
    """Whatever the surface, projects so similar in structure are near-duplicates, ..."""
    blocks_alone: int = 20
    """... if the larger has so many blocks: small programs are alike by chance."""
    related: float = 0.6
    """Kept projects so similar in structure belong in one split."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            most = 1 if field.type == "float" else float("inf")
            if not 0 <= value <= most:
                raise InputError(f"the threshold {field.name} is {value}; give 0 to {most:g}")
        if self.related > self.structure:
            raise InputError(
                f"the threshold related ({self.related}) is above structure ({self.structure})"
            )

    def is_duplicate(self, structure: float, surface: float, blocks: int) -> bool:
        """Tell whether two projects with these similarities are nearly the same.

        ``blocks`` is the number of blocks of the larger one.
        """
        if structure >= self.structure and surface >= self.surface:
            return True
        return structure >= self.structure_alone and blocks >= self.blocks_alone

    def is_related(self, structure: float, surface: float) -> bool:
        """Tell whether two projects should not be apart in a split."""
        return structure >= self.related and surface >= self.surface
