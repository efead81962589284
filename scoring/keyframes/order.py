# SPDX-License-Identifier: Apache-2.0
"""Are the frames of an answer in the right order?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.keyframes.colour import differs, to_lab
from scoring.keyframes.picture import Picture

__all__ = ["OrderCounts", "count_order"]

_FARTHEST = 100.0
"""Distance of colours that counts as far as any: that of black and white."""
_ROUNDING = 1.0
"""Sums of distances that differ by less are equal. An exchange of two frames that look different
costs 2 x 2.3 at least."""


class OrderCounts(NamedTuple):
    """Numbers of pairs of moments."""

    pairs: int
    """How many can be in the wrong order at most: all, where all true frames look different."""
    right: int
    """Those less the pairs that are in the wrong order."""


def count_order(
    first: Picture, truth: Sequence[Picture], predicted: Sequence[Picture]
) -> OrderCounts:
    """Count the pairs of moments that are in the right order; up to 6 moments.

    Each predicted frame is assigned to a true one so that the sum of their distances is least. The
    distance of two frames is the sum of those of the colours of all pixels that change at all. A
    pair is wrong when the two true frames come the other way round; true frames that look alike
    are taken in their order. Of several assignments that are equally good the one with most wrong
    pairs counts, so frames that all look alike have no order.
    """
    moving = np.zeros(first.shape[:2], dtype=np.bool_)
    for frame in truth:
        moving |= differs(first, frame)
    true, said = [frame[moving] for frame in truth], [frame[moving] for frame in predicted]
    looks = _looks(true)
    if len(set(looks)) < 2:
        return OrderCounts(0, 0)
    distances = _distances(said, true)
    orders = np.array([*permutations(range(len(true)))])
    sums = distances[np.arange(len(true)), orders].sum(axis=1)
    wrong = np.array([_inversions(order, looks) for order in orders.tolist()])
    best = sums <= sums.min() + _ROUNDING
    return OrderCounts(int(wrong.max()), int(wrong.max() - wrong[best].max()))


def _looks(frames: Sequence[NDArray[np.uint8]]) -> list[int]:
    """Return for each frame the number of the first one that looks like it."""
    return [
        next(at for at, other in enumerate(frames) if not differs(frame, other).any())
        for frame in frames
    ]


def _inversions(order: Sequence[int], looks: Sequence[int]) -> int:
    """Count the pairs of an assignment that come the other way round."""
    places = {look: [at for at, one in enumerate(looks) if one == look] for look in {*looks}}
    for of_look in places.values():
        of_look.reverse()
    taken = [places[looks[at]].pop() for at in order]
    return sum(one > other for one, other in combinations(taken, 2))


def _distances(
    predicted: Sequence[NDArray[np.uint8]], truth: Sequence[NDArray[np.uint8]]
) -> NDArray[np.float64]:
    said, true = [*map(to_lab, predicted)], [*map(to_lab, truth)]
    return np.array([[_distance(one, other) for other in true] for one in said])


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    apart = np.sqrt(((one - other) ** 2).sum(axis=-1))
    return float(np.minimum(apart, _FARTHEST).sum(dtype=np.float64))
