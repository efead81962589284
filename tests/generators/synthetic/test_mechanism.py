# SPDX-License-Identifier: Apache-2.0
"""The model of time that all mechanisms share, and the comparison with a state."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from generators.synthetic import Between, mismatches
from generators.synthetic.blocks import Message
from generators.synthetic.mechanism import (
    FLAG,
    Expectation,
    Expected,
    Mechanism,
    expected_deltas,
    press,
    send,
)
from scratchworld.world import Action, Step, Value

A, B = press("a"), press("b")
GO = Message("go", "message-0")


@dataclass(slots=True)
class Diary(Mechanism):
    """Writes down what happens when."""

    entries: list[str] = field(default_factory=list)

    def fire(self, action: Action) -> None:
        self.entries.append(f"{self.now} {dict(action.arguments) or action.type}")
        if action == A:
            self.after(2, lambda: self.entries.append(f"{self.now} late"), "a")
            self.send(GO)
            self.send(GO)

    def expect(self) -> Expectation:
        return {"/variable/x/entries": " ".join(self.entries), **self.sent_count(GO)}


def diary(*steps: Step) -> list[str]:
    mechanism = Diary()
    expected_deltas([mechanism], steps)
    return mechanism.entries


def test_actions_start_scripts_once_in_the_first_tick_of_a_step() -> None:
    assert diary(Step(3, (B, B)), Step(1, (B,))) == ["1 {'key': 'b'}", "4 {'key': 'b'}"]


def test_a_message_comes_after_all_that_starts_and_once() -> None:
    entries = diary(Step(1, (A, B)))
    assert entries == ["1 {'key': 'a'}", "1 {'key': 'b'}", "1 {'message': 'go'}"]


def test_receivers_that_have_run_run_again_in_the_next_tick() -> None:
    entries = diary(Step(2, (send("go"), A)))
    # sent twice, and still once
    assert entries == ["1 {'message': 'go'}", "1 {'key': 'a'}", "2 {'message': 'go'}"]


def test_effects_come_when_they_are_due_before_what_starts() -> None:
    entries = diary(Step(2, (A,)), Step(1, (B,)))
    assert entries[2:] == ["3 late", "3 {'key': 'b'}"]


def test_the_flag_ends_what_waits_and_what_was_about_to_start() -> None:
    assert diary(Step(1, (A,)), Step(5, (B, FLAG)))[2:] == ["2 green_flag"]


@pytest.mark.parametrize(
    ("expected", "found", "fits"),
    [
        (1, 1, True),
        (1, 1.0005, True),
        (1, 1.002, False),
        (1, True, False),
        (1, "1", False),
        (None, 1, False),
        (Between(1, 6), 3, True),
        (Between(1, 6), 7, False),
        (Between(1, 6), 2.5, False),
        (Between(1, 6, integral=False), 2.5, True),
        (Between(1, 6), None, False),
        (Between(1, 6), "3", False),
    ],
)
def test_values_are_compared_by_the_tolerance_of_their_kind(
    expected: Expected, found: Value | None, fits: bool
) -> None:
    path = "/sprite/x/x"
    initial: dict[str, Value] = {path: 0, "/script/x/0": "running"}
    state: dict[str, Value] = {} if found is None else {path: found}
    assert mismatches(initial, state, {path: expected}) == (
        {} if fits else {path: (expected, found)}
    )


def test_directions_are_compared_round_the_circle() -> None:
    path = "/sprite/x/direction"
    assert mismatches({path: 0}, {path: 180}, {path: -179.9999}) == {}


def test_a_field_that_is_not_named_must_be_as_it_was() -> None:
    initial: dict[str, Value] = {"/sprite/x/x": 0, "/sprite/x/y": 0}
    assert mismatches(initial, {"/sprite/x/x": 0, "/sprite/x/y": 5}, {}) == {"/sprite/x/y": (0, 5)}
    assert mismatches(initial, {"/sprite/x/x": 0}, {"/sprite/x/y": None}) == {}
    new = {**initial, "/sprite/z/x": 1}
    assert mismatches(initial, new, {}) == {"/sprite/z/x": (None, 1)}
