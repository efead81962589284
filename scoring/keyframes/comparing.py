# SPDX-License-Identifier: Apache-2.0
"""The frames of an answer held against the true ones, moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.keyframes.colour import CLOSE, TOLERANCE
from scoring.keyframes.picture import Picture
from scoring.keyframes.regions import RegionCounts, count_regions
from scoring.keyframes.similarity import psnr, ssim

__all__ = ["FrameScores", "compare_frames"]


class FrameScores(NamedTuple):
    """What one frame gets right."""

    region: RegionCounts
    """Pixels, where colours that are just noticeably apart are different."""
    close: RegionCounts
    """Pixels, where a shade does not matter."""
    ssim: float
    psnr: float
    """Decibels."""


def compare_frames(
    first: Picture, truth: Sequence[Picture], predicted: Sequence[Picture]
) -> tuple[FrameScores, ...]:
    """Compare predicted frames with the true ones, each with that of its moment.

    Raises:
        ValueError: when their numbers or shapes differ.
    """
    scores = []
    for true, said in zip(truth, predicted, strict=True):
        region, close = count_regions(first, true, said, (TOLERANCE, CLOSE))
        scores.append(FrameScores(region, close, ssim(true, said), psnr(true, said)))
    return tuple(scores)
