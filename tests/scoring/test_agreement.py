# SPDX-License-Identifier: Apache-2.0
"""Agreement between raters, by hand and against the library ``krippendorff``."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement import Unit, agreement_of
from scoring.statistics import Bootstrap

DRAWS = Bootstrap(200)


def units(*said: str, clusters: str = "") -> list[Unit]:
    """One unit a text, one rating a letter."""
    names = clusters or "x" * len(said)
    return [Unit(name, tuple(each)) for name, each in zip(names, said, strict=True)]


def test_two_raters_by_hand() -> None:
    found = agreement_of(units("yy", "yy", "yn", "nn", "nn"), DRAWS)
    # 4 of 5 alike
    assert found.exact.value == pytest.approx(4 / 5)
    # the first says yes 3/5, the second 2/5: by chance 3/5 * 2/5 + 2/5 * 3/5 = 12/25
    assert found.kappa is not None
    assert found.kappa.value == pytest.approx((4 / 5 - 12 / 25) / (1 - 12 / 25))
    # observed: 2 ordered pairs that differ; expected: (5 * 5 + 5 * 5) / (10 - 1)
    assert found.alpha.value == pytest.approx(1 - 2 / (50 / 9))
    assert found.exact.n == 5


def test_missing_ratings_and_three_raters_by_hand() -> None:
    found = agreement_of(units("aab", "a", "bb", "ab"), DRAWS)
    # pairs: aa, ab, ab | bb | ab; the lone a counts for nothing
    assert found.exact.value == pytest.approx(2 / 5)
    assert found.exact.n == 3
    assert found.kappa is None
    # observed: 4 of the first / (3 - 1), 2 of the last; counts a 3, b 4: expected 2 * 12 / 6
    assert found.alpha.value == pytest.approx(1 - (4 / 2 + 2) / (2 * 12 / 6))


def test_a_distance_makes_near_misses_count_less() -> None:
    def apart(one: object, other: object) -> float:
        assert isinstance(one, str)
        assert isinstance(other, str)
        return abs(ord(one) - ord(other)) / 10

    found = agreement_of(units("ab", "aa", "cc"), DRAWS, apart)
    assert found.exact.value == pytest.approx(1 - 0.1 / 3)
    # counts a 3, b 1, c 2: sum over ordered pairs 2 * (3 * 0.1 + 6 * 0.2 + 2 * 0.1) / 5
    assert found.alpha.value == pytest.approx(1 - 0.2 / (2 * 1.7 / 5))


def test_nothing_to_compare_has_no_value() -> None:
    nothing = agreement_of(units("a"), DRAWS)
    assert (nothing.exact.value, nothing.alpha.value, nothing.exact.n) == (None, None, 0)
    same = agreement_of(units("aa", "aa"), DRAWS)
    assert same.exact.value == 1
    # nobody ever said anything else: no chance to disagree, so no coefficient
    assert same.alpha.value is None
    assert same.kappa is not None
    assert same.kappa.value is None


def test_intervals_hold_clusters_together() -> None:
    one = agreement_of(units(*["yy"] * 5, *["yn"] * 5), DRAWS)
    assert (one.exact.low, one.exact.high) == (None, None)
    two = agreement_of(units(*["yy"] * 5, *["yn"] * 5, clusters="a" * 5 + "b" * 5), DRAWS)
    assert (two.exact.low, two.exact.high) == (0, 1)
    many = agreement_of(units(*["yy"] * 5, *["yn"] * 5, clusters="abcdefghij"), DRAWS)
    assert many.exact.low is not None
    assert 0 < many.exact.low < 0.5 < (many.exact.high or 0) < 1


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=2, max_size=8).filter(
        lambda ratings: len({v for unit in ratings if len(unit) > 1 for v in unit}) > 1
    )
)
def test_alpha_is_that_of_the_library(ratings: list[list[int]]) -> None:
    krippendorff = pytest.importorskip("krippendorff", reason="comes with the extra [test]")
    counts = np.array([[unit.count(value) for value in range(4)] for unit in ratings])
    for level, distance in (
        ("nominal", lambda one, other: float(one != other)),
        ("interval", lambda one, other: float(one - other) ** 2),
    ):
        wanted = krippendorff.alpha(value_counts=counts, level_of_measurement=level)
        found = agreement_of([Unit("x", tuple(unit)) for unit in ratings], DRAWS, distance)
        assert found.alpha.value == pytest.approx(wanted)
