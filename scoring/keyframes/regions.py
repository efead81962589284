# SPDX-License-Identifier: Apache-2.0
"""Pixels as fields: which changed, which are said to, and which of them have the right colour."""

from __future__ import annotations

from typing import NamedTuple

from scoring.keyframes.colour import TOLERANCE, distance_map
from scoring.keyframes.picture import Picture

__all__ = ["RegionCounts", "count_region", "count_regions"]


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

    @property
    def f1(self) -> float:
        """2 right / (claimed + changed); 1 where nothing changes and nothing is claimed."""
        both = self.claimed + self.changed
        return 2 * self.right / both if both else 1.0


def count_region(
    first: Picture, truth: Picture, predicted: Picture, tolerance: float = TOLERANCE
) -> RegionCounts:
    """Compare a predicted frame with the true one, both against the first; all of one shape."""
    return count_regions(first, truth, predicted, (tolerance,))[0]


def count_regions(
    first: Picture, truth: Picture, predicted: Picture, tolerances: tuple[float, ...]
) -> tuple[RegionCounts, ...]:
    """Do so under several tolerances at once."""
    change, claim = distance_map(first, truth), distance_map(first, predicted)
    fault = distance_map(truth, predicted)
    counts = []
    for tolerance in tolerances:
        changed, claimed, wrong = change > tolerance, claim > tolerance, fault > tolerance
        masks = (claimed, changed, changed & claimed & ~wrong, wrong)
        counts.append(RegionCounts(*(int(mask.sum()) for mask in masks)))
    return tuple(counts)
