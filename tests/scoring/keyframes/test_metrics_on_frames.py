# SPDX-License-Identifier: Apache-2.0
"""Colours, regions, similarity and order, by hand."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.keyframes import Picture
from scoring.keyframes.colour import CLOSE, TOLERANCE, colour_distance, differs, to_lab
from scoring.keyframes.order import count_order
from scoring.keyframes.regions import count_region
from scoring.keyframes.similarity import psnr, ssim
from tests.scoring.keyframes.scenes import BLUE, GREEN, RED, ground, scene

START = scene(20, 30)
TRUTH = (scene(100, 80), scene(200, 90), scene(300, 200), scene(60, 250))


def colours(*values: tuple[int, int, int]) -> Picture:
    return np.array(values, dtype=np.uint8)


def test_lab_of_known_colours() -> None:
    # Lindbloom's values for sRGB under D65, to one decimal
    assert to_lab(colours((255, 255, 255))) == pytest.approx(np.array([[100, 0, 0]]), abs=0.02)
    assert to_lab(colours((255, 0, 0))) == pytest.approx(np.array([[53.2, 80.1, 67.2]]), abs=0.06)
    assert to_lab(colours((0, 0, 255))) == pytest.approx(np.array([[32.3, 79.2, -107.9]]), abs=0.06)
    assert to_lab(colours((0, 0, 0))) == pytest.approx(np.array([[0, 0, 0]]), abs=1e-4)


def test_the_tolerance_is_just_noticeable() -> None:
    grey = colours((119, 119, 119))
    # L* 50.03 against 51.02 and 52.81
    assert not differs(grey[None], colours((121, 121, 121))[None])[0, 0]
    assert differs(grey[None], colours((126, 126, 126))[None])[0, 0]
    apart = colour_distance(grey, colours((126, 126, 126)))[0]
    assert TOLERANCE < apart < CLOSE


def test_region_counts_are_pixels() -> None:
    # The box of 40 x 40 leaves its place and stands in another: 2 x 1600 pixels change.
    assert count_region(START, TRUTH[0], TRUTH[0]) == (3200, 3200, 3200, 0)
    # Copying claims nothing.
    assert count_region(START, TRUTH[0], START) == (0, 3200, 0, 3200)
    # Gone to a wrong place: it has left its own, which is right.
    assert count_region(START, TRUTH[0], TRUTH[1]) == (3200, 3200, 1600, 3200)
    # The right place in the wrong colour.
    assert count_region(START, TRUTH[0], scene(100, 80, BLUE)) == (3200, 3200, 1600, 1600)
    # A shade that hardly anyone sees is right; one that is seen is not.
    shade = (RED[0], RED[1] + 1, RED[2] + 1)
    assert count_region(START, TRUTH[0], scene(100, 80, shade)) == (3200, 3200, 3200, 0)
    seen = (RED[0], RED[1] + 20, RED[2] + 10)
    assert count_region(START, TRUTH[0], scene(100, 80, seen)).right == 1600
    assert count_region(START, TRUTH[0], scene(100, 80, seen), CLOSE).right == 3200


places = st.tuples(st.integers(0, 440), st.integers(0, 320), st.sampled_from([RED, BLUE, GREEN]))


@settings(max_examples=8)
@given(places, places, places)
def test_truth_is_all_and_copying_nothing(
    one: tuple[int, int, tuple[int, int, int]],
    two: tuple[int, int, tuple[int, int, int]],
    three: tuple[int, int, tuple[int, int, int]],
) -> None:
    first, truth, other = scene(*one), scene(*two), scene(*three)
    exact = count_region(first, truth, truth)
    assert exact.claimed == exact.changed == exact.right
    assert exact.wrong_at_all == 0
    copied = count_region(first, truth, first)
    assert (copied.claimed, copied.right) == (0, 0)
    any_other = count_region(first, truth, other)
    assert any_other.right <= min(any_other.claimed, any_other.changed)


def test_ssim_of_flat_pictures_by_hand() -> None:
    # Variances and covariance are 0, so the second factor is 1:
    # (2 * 100 * 120 + 6.5025) / (100^2 + 120^2 + 6.5025) = 24006.5025 / 24406.5025
    one, other = (np.full((11, 11, 3), level, dtype=np.uint8) for level in (100, 120))
    assert ssim(one, other) == pytest.approx(24006.5025 / 24406.5025, abs=1e-9)
    assert ssim(one, one) == 1


def noise() -> tuple[Picture, Picture]:
    """Two pictures that look alike, made by arithmetic."""
    down, across = np.mgrid[0:40, 0:60]
    plain = (37 * down + 11 * across + down * across) % 256
    one = np.stack([plain, (plain + 40) % 256, plain // 2], axis=-1).astype(np.uint8)
    other = one.copy()
    other[10:25, 20:45] = 255 - other[10:25, 20:45]
    return one, other


def test_ssim_and_psnr_are_those_of_scikit_image() -> None:
    # scikit-image 0.26.0, on the lumas y = x @ [0.299, 0.587, 0.114]:
    #   structural_similarity(y1, y2, gaussian_weights=True, sigma=1.5, data_range=255,
    #                         use_sample_covariance=False)
    # and peak_signal_noise_ratio(one, other)
    one, other = noise()
    assert ssim(one, other) == pytest.approx(0.5123549296252221, abs=1e-9)
    assert psnr(one, other) == pytest.approx(12.79586001875794, abs=1e-9)


def test_psnr_by_hand() -> None:
    one = np.zeros((2, 2, 3), dtype=np.uint8)
    # One of twelve numbers is off by 255: a mean of 255^2 / 12, so 10 log10(12).
    other = one.copy()
    other[0, 0, 0] = 255
    assert psnr(one, other) == pytest.approx(10 * np.log10(12))
    assert psnr(one, one) == 100
    assert psnr(one, 255 - one) == 0


@pytest.mark.parametrize("measure", [ssim, psnr])
def test_pictures_of_two_sizes_have_no_likeness(measure: object) -> None:
    with pytest.raises(ValueError, match="pictures of"):
        measure(ground(), ground()[:100])  # type: ignore[operator]


def test_copying_looks_alike() -> None:
    assert ssim(START, TRUTH[0]) > 0.9


def test_order_counts_inversions() -> None:
    # Frames that are the true ones in another order are told apart, each pair of them.
    for order in permutations(range(3)):
        right = sum(order[i] < order[j] for i in range(3) for j in range(i + 1, 3))
        assert count_order(START, TRUTH[:3], [TRUTH[at] for at in order]) == (3, right), order
    assert count_order(START, TRUTH, TRUTH[::-1]) == (6, 0)


def test_frames_that_look_alike_have_no_order() -> None:
    assert count_order(START, TRUTH, [START] * 4) == (6, 0)
    # The first is right and then nothing moves: only the pairs with the first are in order.
    assert count_order(START, TRUTH, [TRUTH[0]] + [TRUTH[1]] * 3) == (6, 3)


def test_moments_that_look_alike_are_no_pair() -> None:
    truth = (TRUTH[0], TRUTH[0], TRUTH[1], TRUTH[1])
    assert count_order(START, truth, truth) == (4, 4)
    assert count_order(START, truth, (TRUTH[1], TRUTH[0], TRUTH[0], TRUTH[1])) == (4, 2)
    assert count_order(START, (START, START), (START, START)) == (0, 0)


def test_a_state_that_comes_back() -> None:
    back = (TRUTH[0], TRUTH[1], TRUTH[0])
    # The other state can come too early or too late, by one place.
    assert count_order(START, back, back) == (1, 1)
    assert count_order(START, back, (TRUTH[1], TRUTH[0], TRUTH[0])) == (1, 0)
    assert count_order(START, back, [START] * 3) == (1, 0)


def test_a_single_pixel_tells_two_moments_apart() -> None:
    dot = TRUTH[0].copy()
    dot[0, 0] = BLUE
    assert count_order(START, (TRUTH[0], dot), (TRUTH[0], dot)) == (1, 1)
    assert count_order(START, (TRUTH[0], dot), (dot, TRUTH[0])) == (1, 0)


def test_order_needs_no_exact_frames() -> None:
    near = [scene(103, 83), scene(205, 88), scene(296, 203), scene(63, 254)]
    assert count_order(START, TRUTH, near) == (6, 6)
