# SPDX-License-Identifier: Apache-2.0
"""The seeded user of a check."""

from __future__ import annotations

from scratchworld.schemas import check
from scratchworld.world import Action, Episode
from vm_runner.browser.inputs import inputs


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert inputs(60, 1) == inputs(60, 1)
    assert inputs(60, 1) != inputs(60, 2)


def test_a_longer_run_starts_as_a_shorter_one() -> None:
    # keys that would be let go of after the end of the shorter one aside
    assert inputs(200, 3)[:60] == inputs(60, 3)


def test_steps_of_one_tick_that_start_with_the_flag_and_try_everything() -> None:
    steps = inputs(600, 1)
    assert all(step.ticks == 1 for step in steps)
    assert steps[0].actions == (Action.make("green_flag"),)
    assert {action.type for step in steps for action in step.actions} == {
        "green_flag", "key_down", "key_up", "mouse_move", "mouse_down", "mouse_up", "answer"
    }  # fmt: skip
    check(Episode.of(steps, seed=1).to_json(), "episode", "inputs")


def test_what_is_pressed_is_let_go_of() -> None:
    down: set[object] = set()
    for step in inputs(600, 5):
        for action in step.actions:
            if action.type == "key_down":
                down.add(action.arguments)
            elif action.type == "key_up":
                down.discard(action.arguments)
    # only keys of the last ticks
    assert len(down) <= 3
