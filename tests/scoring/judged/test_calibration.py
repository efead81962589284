# SPDX-License-Identifier: Apache-2.0
"""The judge against exact scores, by hand."""

from __future__ import annotations

import pytest

from scoring.judged import (
    Calibrated,
    ExactScores,
    Judged,
    Judgement,
    Row,
    Scores,
    calibrate,
    render_calibration,
    scores_of,
)
from scoring.judged.table import row_of
from scoring.keyframes import RegionCounts
from scoring.statistics import Bootstrap
from tests.scoring.judged.cases import UNUSABLE, make_case

DRAWS = Bootstrap(200)


def row(number: int, scores: Scores | None, **changes: object) -> Row:
    failure = "" if scores else "refusal"
    return row_of(Judged(make_case(number, **changes), Judgement(scores, failure=failure)))


def by_name(found: tuple[Calibrated, ...]) -> dict[str, Calibrated]:
    return {one.component: one for one in found}


def test_exact_scores() -> None:
    """Counts are claimed, changed, right (and wrong at all, which is not looked at)."""
    # F1 2 x 9 / (8 + 12 + 10 + 10), precision 9 / 18; the last 2 x 5 / 20
    half = scores_of([RegionCounts(8, 10, 4, 0), RegionCounts(10, 12, 5, 0)], [0.8, 1.0])
    assert half == pytest.approx((2 * 18 / 40, 0, 1.5, 2.7))
    copied = scores_of([RegionCounts(0, 10, 0, 0), RegionCounts(0, 0, 0, 0)], [0.9, 0.9])
    assert copied == pytest.approx((0, 1, 0, 2.7))  # back at the first frame, as it should be
    still = scores_of([RegionCounts(0, 0, 0, 0)] * 2, [1.0, 1.0])
    assert still == (2, 1, 3, 3)
    assert still.overall(30) == pytest.approx(100)
    # the goal was given: it earns nothing but OC
    goal = scores_of([RegionCounts(0, 10, 0, 0), RegionCounts(9, 9, 9, 0)], [0.8, 1.0], given=(1,))
    assert goal == pytest.approx((0, 1, 0, 2.7))
    invented = scores_of([RegionCounts(5, 0, 0, 0)] * 2, [-0.5, 0.2])
    assert invented == (0, 0, 0, 0)
    nearly = [RegionCounts(20, 20, 19, 0)]  # F1 0.95
    assert scores_of(nearly, [1.0]).outcome_completion == 1
    assert scores_of([RegionCounts(20, 21, 19, 0)], [1.0]).outcome_completion == 0


def test_error_bias_and_correlation() -> None:
    """PA by the judge 2, 1, 2, 0 and exactly 1, 0, 2, 1.

    Errors 1, 1, 0, 1; differences 1, 1, 0, -1. Both have mean 5/4 and 1; the deviations are
    3/4, -1/4, 3/4, -5/4 and 0, -1, 1, 0: products 1/4 + 3/4 = 1, squares 11/4 and 2.
    """
    said = [Scores(2, 1, 3, 3), Scores(1, 1, 3, 3), Scores(2, 1, 3, 3), Scores(0, 0, 3, 3)]
    truth = [1.0, 0.0, 2.0, 1.0]
    rows = [row(at, scores) for at, scores in enumerate(said)]
    exact = {
        one.instance_id: ExactScores(value, 1.0, 1.0, 1.0 + at)
        for at, (one, value) in enumerate(zip(rows, truth, strict=True))
    }
    # neither what the judge failed on, nor what it was not asked about, nor what is not known
    rows += [
        row(4, None),
        row(5, Scores(0, 0, 0, 0), **UNUSABLE),
        row(6, Scores(2, 1, 3, 3)),
    ]
    exact |= dict.fromkeys((f"{4:016x}", f"{5:016x}"), ExactScores(0.0, 0.0, 0.0, 0.0))
    found = by_name(calibrate(rows, exact, DRAWS))
    progress = found["progress_alignment"]
    assert (progress.judge.value, progress.exact.value) == (1.25, 1.0)
    assert (progress.error.value, progress.error.n) == (0.75, 4)
    assert progress.bias.value == 0.25
    assert progress.pearson.value == pytest.approx(1 / (11 / 4 * 2) ** 0.5)
    # ranks 1.5, 3, 1.5, 4 and 2.5, 4, 1, 2.5: deviations -1, .5, -1, 1.5 and 0, 1.5, -1.5, 0
    assert progress.spearman.value == pytest.approx(2.25 / (4.5 * 4.5) ** 0.5)
    assert found["overall"].error.n == 4
    # the judge always says 3: no spread
    assert found["visual_consistency"].pearson.value is None
    assert found["visual_consistency"].pearson.low is None
    assert found["outcome_completion"].bias.value == -0.25


def test_a_judge_that_inflates() -> None:
    rows = [row(at, Scores(2, 1, 3, 3)) for at in range(8)]
    exact = {one.instance_id: ExactScores(0.1, 0.0, 0.2, 3.0) for one in rows}
    found = by_name(calibrate(rows, exact, DRAWS))
    assert found["progress_alignment"].verdict == "inflates"
    assert found["overall"].verdict == "inflates"
    assert found["visual_consistency"].verdict == ""
    # w = 0.5: TC = 0.075, so the exact overall is 100 (0.075 + 0.2 + 1.5) / 7.5
    assert found["overall"].exact.value == pytest.approx(100 * 1.775 / 7.5)
    text = render_calibration(tuple(found.values()))
    assert "progress_alignment/2   8" in text
    assert "+1.90 (+1.90 to +1.90)" in text
    assert calibrate(rows, {}, DRAWS) == ()


def test_the_interval_of_a_correlation_is_of_resampled_projects() -> None:
    """Two projects: drawn alone the first has correlation 1, the second -1."""
    said, truth = [0, 1, 2, 0, 1, 2], [0, 1, 2, 2, 1, 0]
    rows = [
        row(at, Scores(score, 0, 0, 0), project="p" if at < 3 else "q")
        for at, score in enumerate(said)
    ]
    exact = {
        one.instance_id: ExactScores(float(value), 0.0, 0.0, 0.0)
        for one, value in zip(rows, truth, strict=True)
    }
    figure = by_name(calibrate(rows, exact, DRAWS))["progress_alignment"].pearson
    assert (figure.value, figure.low, figure.high) == pytest.approx((0, -1, 1))
