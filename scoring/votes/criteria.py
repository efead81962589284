# SPDX-License-Identifier: Apache-2.0
"""The eight labels of a vote. Their sum is its total, 0 to 10.

Source: Li and others, "WorldModelBench: Judging Video Generation Models As World Models", 2025. The
names are those of its results; the questions are put in our own words, each so that 1 is good.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CRITERIA", "MOST", "TOTAL", "Criterion"]


class Criterion(NamedTuple):
    """One label."""

    name: str
    """Its column."""
    group: str
    """``instruction``, ``physics`` or ``quality``."""
    most: int
    """The best label; 0 is the worst. Labels are whole numbers."""
    question: str
    """What a rater is asked."""


CRITERIA: tuple[Criterion, ...] = (
    Criterion(
        "instruction",
        "instruction",
        3,
        "How far does it follow the instruction? 0: not at all; 1: the right thing or the right "
        "action, not both; 2: it is on the way to the goal; 3: it reaches the goal as told.",
    ),
    Criterion("newton", "physics", 1, "Does everything that moves have a cause to move?"),
    Criterion("mass", "physics", 1, "Does everything keep its mass and its form?"),
    Criterion("fluid", "physics", 1, "Do liquids flow as liquids do?"),
    Criterion("penetration", "physics", 1, "Do solid things stay out of each other?"),
    Criterion("gravity", "physics", 1, "Does everything obey gravity?"),
    Criterion("framewise", "quality", 1, "Is each frame of good quality by itself?"),
    Criterion("temporal", "quality", 1, "Do the frames fit together, without flicker or leaps?"),
)
TOTAL = "total"
MOST = sum(criterion.most for criterion in CRITERIA)
"""The best total."""
