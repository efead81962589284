# SPDX-License-Identifier: Apache-2.0
"""Sampling caps, avoids repetition, and keeps the share of empty deltas."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from generators.sampling import sample
from generators.tasks import Window, cut_next_state
from scratchworld.world import Delta, Episode
from tests.generators.builders import episode_of, trace_of


def windows_of(deltas: list[Delta]) -> list[Window]:
    episode: Episode = episode_of(len(deltas))
    return cut_next_state(episode, trace_of({"/sprite/Cat/x": 0}, deltas))


def test_empty_deltas_are_never_used_to_fill_up() -> None:
    chosen = sample(windows_of([{}, {}, {}]), 6, empty_share=0, rng=random.Random(1))
    assert chosen == []


def test_equal_questions_are_asked_once() -> None:
    # x is 0 in both, nothing happens in either: the same state, action and delta
    windows = windows_of([{}, {}, {}])[1:]
    assert len(sample(windows, 6, empty_share=1, rng=random.Random(1))) == 1


def test_a_set_of_changed_fields_is_chosen_once() -> None:
    windows = windows_of([{"/sprite/Cat/x": t} for t in range(1, 9)])
    assert len(sample(windows, 6, empty_share=0, rng=random.Random(1))) == 1


def test_the_share_of_empty_deltas_is_met_on_average() -> None:
    deltas: list[Delta] = []
    for t in range(1, 40):
        deltas += [{"/sprite/Cat/x": t, f"/variable/_stage_/{t}": t}, {}]
    windows = windows_of(deltas)
    empty = total = 0
    for seed in range(200):
        chosen = sample(windows, 6, empty_share=53 / 285, rng=random.Random(seed))
        total += len(chosen)
        empty += sum(not window.target for window in chosen)
    # 6 * 53 / 285 = 1.116 of 6 on average; 200 projects put the mean within 0.02 of the share
    assert abs(empty / total - 53 / 285) < 0.02


@given(st.lists(st.sampled_from("abcdef"), max_size=12), st.integers(0, 5), st.integers(0, 99))
def test_the_cap_holds_and_the_seed_decides(names: list[str], cap: int, seed: int) -> None:
    windows = windows_of([{f"/variable/_stage_/{name}": t} for t, name in enumerate(names)])
    chosen = sample(windows, cap, empty_share=0.2, rng=random.Random(seed))
    assert len(chosen) <= cap
    again = sample(windows, cap, empty_share=0.2, rng=random.Random(seed))
    assert [window.step for window in chosen] == [window.step for window in again]
