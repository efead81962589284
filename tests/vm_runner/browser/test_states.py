# SPDX-License-Identifier: Apache-2.0
"""Runs recorded tick by tick, and where two of them part."""

from __future__ import annotations

from collections.abc import Sequence

from scratchworld.world import State, Step, TraceStep
from vm_runner.browser.states import first_difference, record


class Counter:
    """Counts its steps in the field ``/n`` and notes when a frame was asked for."""

    def __init__(self) -> None:
        self.done = 0

    def start(self, seed: int) -> tuple[State, tuple[str, ...]]:
        return {"/seed": seed, "/n": 0}, ()

    def run(self, steps: Sequence[Step]) -> list[TraceStep]:
        ran = []
        for _ in steps:
            self.done += 1
            ran.append(TraceStep({"/n": self.done}, (), (), 1))
        return ran

    def frame(self) -> bytes:
        return b"frame %d" % self.done


def test_states_of_every_step_and_frames_of_the_moments() -> None:
    run = record(Counter(), [Step(1)] * 4, seed=7, moments=(1, 3))
    assert run.states == [{"/seed": 7, "/n": n} for n in range(5)]
    assert run.frames == {1: b"frame 1", 3: b"frame 3"}
    assert run.cut == 4


def test_the_same_states_do_not_part() -> None:
    assert first_difference([{"/x": 1}, {"/x": 2}], [{"/x": 1}, {"/x": 2}]) is None


def test_the_first_tick_counts_and_its_fields_are_sorted() -> None:
    one: list[State] = [{"/x": 1}, {"/x": 2, "/b": "a"}, {"/x": 5}]
    other: list[State] = [{"/x": 1}, {"/x": 3}, {"/x": 6}]
    difference = first_difference(one, other)
    assert difference is not None
    assert difference.tick == 1
    assert difference.fields == (("/b", "a", None), ("/x", 2, 3))


def test_a_boolean_is_no_number() -> None:
    assert first_difference([{"/x": 1}], [{"/x": True}]) is not None
