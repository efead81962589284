# SPDX-License-Identifier: Apache-2.0
"""Pixels as fields: which changed, which are said to, and which of them have the right colour."""

from __future__ import annotations

from typing import NamedTuple

from scoring.keyframes.colour import TOLERANCE, differs
from scoring.keyframes.picture import Picture

__all__ = ["RegionCounts", "count_region"]


class RegionCounts(NamedTuple):
    """Numbers of pixels of one frame."""

    claimed: int
    """|P|: where the predicted frame differs from the first one."""
    changed: int
    """|G|: where the true frame does."""
    right: int
    """Those of both where the predicted frame looks as the true one does."""
    wrong_at_all: int
    """Where the predicted frame differs from the true one, changed or not."""


def count_region(
    first: Picture, truth: Picture, predicted: Picture, tolerance: float = TOLERANCE
) -> RegionCounts:
    """Compare a predicted frame with the true one, both against the first; all of one shape."""
    changed, claimed = differs(first, truth, tolerance), differs(first, predicted, tolerance)
    wrong = differs(truth, predicted, tolerance)
    right = changed & claimed & ~wrong
    return RegionCounts(int(claimed.sum()), int(changed.sum()), int(right.sum()), int(wrong.sum()))
