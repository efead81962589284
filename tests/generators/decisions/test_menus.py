# SPDX-License-Identifier: Apache-2.0
"""Menus tell nothing on their surface, in a world of a few lines in the place of a VM."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from operator import eq
from typing import NamedTuple

import numpy as np
import pytest

from generators.decisions import OPTIONS, Draft, choose_menu, draw_options
from generators.decisions.surface import pick_by_surface, surface_of
from generators.exploration import Listener
from scratchworld.world import Action

LISTENERS = [
    *(Listener("key", name, frozenset()) for name in ("left arrow", "right arrow", "space")),
    Listener("mouse", "", frozenset()),
    Listener("flag", "", frozenset()),
]
STEPS = 8
FIVE = Draft(((),) * 5, ((),))
Option = Sequence[tuple[Action, ...]]


class Drawn(NamedTuple):
    options: list[Option]
    returns: list[float]
    random_option: int

    @property
    def best(self) -> int:
        return self.returns.index(max(self.returns))


def draft(seed: int) -> Draft:
    drawn = draw_options([], LISTENERS, {}, ["a"], STEPS, random.Random(seed))
    assert drawn is not None
    return drawn


def play(option: Option) -> float:
    """Left and right move on a line of seven places; space scores where one stands."""
    at, score = 3, 0
    for step in option:
        for action in step:
            key = dict(action.arguments).get("key") if action.type == "key_down" else ""
            at = min(6, max(0, at + {"left arrow": -1, "right arrow": 1}.get(str(key), 0)))
            score += at if key == "space" else 0
    return score


@pytest.fixture(scope="module")
def menus() -> list[Drawn]:
    found = []
    for seed in range(1200):
        options = draft(seed)
        joined = [*options.look_alikes, *options.random]
        returns = {at: play(option) for at, option in enumerate(joined)}
        menu = choose_menu(options, returns, 1, random.Random(seed))
        if not isinstance(menu, str):
            found.append(
                Drawn(
                    [joined[at] for at in menu.places],
                    [returns[at] for at in menu.places],
                    menu.random_option,
                )
            )
    assert len(found) > 300
    return found


def sorts(option: Option) -> Counter[str]:
    return Counter(action.type for step in option for action in step)


def test_options_have_the_same_length_presses_and_end(menus: list[Drawn]) -> None:
    for menu in menus:
        assert len(menu.options) == OPTIONS
        assert {len(option) for option in menu.options} == {STEPS}
        assert len({tuple(sorted(sorts(option).items())) for option in menu.options}) == 1
        ends = {tuple(one for one in option[-1] if one.type != "key_up") for option in menu.options}
        assert len(ends) == 1


def test_the_best_is_unique(menus: list[Drawn]) -> None:
    for menu in menus:
        assert menu.returns.count(max(menu.returns)) == 1
        assert max(menu.returns) - min(menu.returns) >= 1


def test_keys_that_were_down_come_up_first() -> None:
    for option in (*draft(0).look_alikes, *draft(0).random):
        assert option[0][0] == Action.make("key_up", key="a")
        down = {"a"}
        for step in option:
            for action in step:
                if action.type == "key_up":
                    down.remove(str(dict(action.arguments)["key"]))
                elif action.type == "key_down":
                    assert not down
                    down.add(str(dict(action.arguments)["key"]))


def test_the_random_option_is_best_one_time_in_five(menus: list[Drawn]) -> None:
    share = sum(menu.best == menu.random_option for menu in menus) / len(menus)
    assert abs(share - 1 / OPTIONS) < 3 * (0.16 / len(menus)) ** 0.5


def seen_of(menu: Drawn) -> np.ndarray:
    plain = [[[one.to_json() for one in step] for step in each] for each in menu.options]
    return surface_of(plain)


def test_a_classifier_on_the_surface_stays_at_chance(menus: list[Drawn]) -> None:
    """Fitted to half of the menus and asked about the other half."""
    seen = np.stack([seen_of(menu) for menu in menus])
    best = [menu.best for menu in menus]
    picks = pick_by_surface(seen, best, [at % 2 for at in range(len(menus))])
    right = sum(map(eq, picks, best)) / len(menus)
    assert abs(right - 1 / OPTIONS) < 3 * (0.16 / len(menus)) ** 0.5
    # The world itself does tell: whoever can play it is always right.
    assert all(np.argmax([play(one) for one in menu.options]) == menu.best for menu in menus)


def test_a_cue_on_the_surface_is_found(menus: list[Drawn]) -> None:
    """The best is told by its first press alone; the model finds it."""
    seen = np.stack([seen_of(menu) for menu in menus[:200]])
    early = [int(menu[:, 5].argmin()) for menu in seen]
    picks = pick_by_surface(seen, early, [at % 2 for at in range(len(seen))])
    assert sum(map(eq, picks, early)) / len(early) > 0.6


@pytest.mark.parametrize(
    ("returns", "reason"),
    [
        ([0, 0, 0, 0, 0, 0], "flat"),
        ([0, 0, 0, 0, 0, 0.5], "small_spread"),
        ([2, 2, 2, 2, 0, 2], "no_unique_best"),
        ([1, 2, 3, 4, 5, 0], "one_sided"),
    ],
)
def test_menus_that_are_no_use(returns: list[float], reason: str) -> None:
    by_place = dict(enumerate(returns))
    assert choose_menu(FIVE, by_place, 1, random.Random(0)) == reason
    del by_place[0], by_place[1]
    assert choose_menu(FIVE, by_place, 1, random.Random(0)) == "too_few"


def test_a_world_without_input_has_no_menu() -> None:
    flag = [Listener("flag", "", frozenset())]
    assert draw_options([], flag, {}, [], STEPS, random.Random(0)) is None
