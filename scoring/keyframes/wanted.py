# SPDX-License-Identifier: Apache-2.0
"""What the frames of an answer are chosen for: all that may be known before the truth is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.keyframes.picture import Picture

__all__ = ["Wanted"]


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """The requested moments of an instance, and the pictures that it shows; nothing of the label.

    Adapters see this and the video. So they can select, and have nothing to score with.
    """

    number: int
    """Of requested moments."""
    shares: tuple[float, ...]
    """Of each moment: when it is, as a share of the window, above 0 to 1, rising."""
    seconds: tuple[float, ...]
    """Of each moment: when it is, in seconds of the project's own time."""
    requests: tuple[str, ...] = ()
    """What is asked for, a sentence a moment."""
    first: Picture | None = None
    """The frame that the window starts from."""
    known: Mapping[int, Picture] = field(default_factory=dict)
    """Frames that the instance shows, a goal for one, by the number of their moment, from 0."""

    @classmethod
    def evenly(cls, number: int, first: Picture | None = None) -> Wanted:
        """Return so many moments, evenly spaced in a window of as many seconds."""
        at = range(1, number + 1)
        return cls(number, tuple(k / number for k in at), tuple(map(float, at)), first=first)
