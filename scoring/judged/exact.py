# SPDX-License-Identifier: Apache-2.0
"""What the frames of the VM say of an answer, on the scales of the rubric.

With P the pixels that are said to change from the first frame, G those that do, and TP those of
both that look as they truly do, beyond and within the tolerance of ``scoring.keyframes``; sums are
over the moments:

    PA     2 x 2 sum TP / sum (|P| + |G|): twice the changed-region F1
    OC     1 if the F1 of the last moment is at least 0.95, else 0
    CP     3 x sum TP / sum |P|, the precision of the changed region
    VC     3 x the mean SSIM, 0 where that is below 0

Where nothing changes and nothing is said to, all are at their best; where something changes and
nothing is said to, CP is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scoring.judged.rubric import CAUSAL, OUTCOME, PROGRESS, VISUAL, overall
from scoring.keyframes import Picture
from scoring.keyframes.regions import RegionCounts, count_region
from scoring.keyframes.similarity import ssim

__all__ = ["COMPLETE_FROM", "ExactScores", "exact_scores", "scores_of"]

COMPLETE_FROM = 0.95
"""Changed-region F1 of the last frame from which the outcome counts as reached."""


class ExactScores(NamedTuple):
    """Exact scores, in points of the rubric."""

    progress_alignment: float
    outcome_completion: float
    causal_plausibility: float
    visual_consistency: float

    def overall(self, weight: int) -> float:
        """Return the number that the formula makes of them; ``weight`` from 0 to 100."""
        return overall(*self, weight)


def exact_scores(
    first: Picture, truth: Sequence[Picture], predicted: Sequence[Picture]
) -> ExactScores:
    """Return the exact scores of an answer, whose frames have the shape of the true ones."""
    pairs = [*zip(truth, predicted, strict=True)]
    return scores_of(
        [count_region(first, true, said) for true, said in pairs],
        [ssim(true, said) for true, said in pairs],
    )


def scores_of(regions: Sequence[RegionCounts], similarity: Sequence[float]) -> ExactScores:
    """Return the exact scores from the counts and the SSIM of each moment."""
    claimed = sum(one.claimed for one in regions)
    right = sum(one.right for one in regions)
    changed = sum(one.changed for one in regions)
    precision = right / claimed if claimed else float(not changed)
    return ExactScores(
        PROGRESS.top * _f1(regions),
        OUTCOME.top * float(_f1(regions[-1:]) >= COMPLETE_FROM),
        CAUSAL.top * precision,
        VISUAL.top * max(0.0, float(np.mean(similarity))),
    )


def _f1(regions: Sequence[RegionCounts]) -> float:
    below = sum(one.claimed + one.changed for one in regions)
    return 2 * sum(one.right for one in regions) / below if below else 1.0
