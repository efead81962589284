# SPDX-License-Identifier: Apache-2.0
"""What a verification looked at and found."""

from __future__ import annotations

from dataclasses import dataclass, field

from scratchworld.release import ReleaseFault

__all__ = ["Verification"]


@dataclass(slots=True)
class Verification:
    """What was looked at, and what disagrees."""

    faults: list[ReleaseFault] = field(default_factory=list)
    instances: int = 0
    """Rows that were checked."""
    replayed: int = 0
    """Labels that were executed again."""
    digests: int = 0
    """Traces whose whole episode the release holds, so that their digest was compared."""
    pictures: int = 0
    """Key frames and reference pictures that were drawn again."""
    engines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of each instance that was executed: the engines that computed the same trace."""
