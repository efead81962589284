# SPDX-License-Identifier: Apache-2.0
"""What the frames of the VM say of an answer, on the scales of the rubric.

With P the pixels that are said to change from the first frame, G those that do, and TP those of
both that look as they truly do, beyond and within the tolerance of ``scoring.keyframes``; sums are
over the moments whose frame was not given as a goal:

    PA     2 x 2 sum TP / sum (|P| + |G|): twice the changed-region F1
    OC     1 if the F1 of the last moment, given or not, is at least 0.95, else 0
    CP     3 x sum TP / sum |P|, the precision of the changed region
    VC     3 x the mean SSIM over all moments, 0 where that is below 0

Where nothing changes and nothing is said to, all are at their best; where something changes and
nothing is said to, CP is 0.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from scoring.judged.rubric import CAUSAL, OUTCOME, PROGRESS, VISUAL, overall
from scoring.keyframes import Picture, RegionCounts, count_region, ssim

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
    first: Picture,
    truth: Sequence[Picture],
    predicted: Sequence[Picture],
    given: Collection[int] = (),
) -> ExactScores:
    """Return the exact scores of an answer, whose frames have the shape of the true ones.

    ``given`` are the numbers, from 0, of the moments whose frame the instance shows.
    """
    pairs = [*zip(truth, predicted, strict=True)]
    return scores_of(
        [count_region(first, true, said) for true, said in pairs],
        [ssim(true, said) for true, said in pairs],
        given,
    )


def scores_of(
    regions: Sequence[RegionCounts], similarity: Sequence[float], given: Collection[int] = ()
) -> ExactScores:
    """Return the exact scores from the counts and the SSIM of each moment."""
    last = regions[-1].f1
    regions = [one for at, one in enumerate(regions) if at not in given]
    whole = RegionCounts(*map(sum, zip(*regions, strict=True)))
    precision = whole.right / whole.claimed if whole.claimed else float(not whole.changed)
    return ExactScores(
        PROGRESS.top * whole.f1,
        OUTCOME.top * float(last >= COMPLETE_FROM),
        CAUSAL.top * precision,
        VISUAL.top * max(0.0, float(np.mean(similarity))),
    )
