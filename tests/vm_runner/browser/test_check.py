# SPDX-License-Identifier: Apache-2.0
"""What the check of a project concludes from its runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from scratchworld.errors import ProjectError, VmTimeout
from scratchworld.world import State, Step, TraceStep, diff
from tests.vm_runner.browser.pictures import BLACK, WHITE
from vm_runner import VmRunner
from vm_runner.browser.check import ProjectCheck, check_project, moments
from vm_runner.browser.chromium import Configuration
from vm_runner.browser.page import ChromiumPage

TICKS = 6


class Side:
    """A runner or a page whose project takes the values of a list in the field ``/x``."""

    def __init__(self, name: str, values: Sequence[int], picture: bytes = WHITE) -> None:
        self.configuration = Configuration(name, ())
        self.states: list[State] = [{"/x": value} for value in values]
        self.done = 0
        self.picture = picture

    def load(self, project: bytes) -> Side:
        return self

    def start(self, seed: int) -> tuple[State, tuple[str, ...]]:
        self.done = 0
        return self.states[0], ()

    def run(self, steps: Sequence[Step]) -> list[TraceStep]:
        start, self.done = self.done, self.done + len(steps)
        pairs = zip(self.states[start : self.done], self.states[start + 1 :], strict=False)
        return [TraceStep(diff(before, after), (), (), 0) for before, after in pairs]

    def frame(self) -> bytes:
        return self.picture


class Broken(Side):
    """Cannot load anything."""

    def __init__(self, error: Exception) -> None:
        super().__init__("broken", ())
        self.error = error

    def load(self, project: bytes) -> Side:
        raise self.error


def values(part: int | None = None) -> list[int]:
    """0, 1, 2, ...; negative from the tick at which it parts."""
    return [-n if part is not None and n >= part else n for n in range(TICKS + 1)]


def check(ours: Side, *pages: Side) -> ProjectCheck:
    found, _ = check_project(
        "p.sb3",
        b"{}",
        [Step(1)] * TICKS,
        1,
        runner=cast(VmRunner, ours),
        pages=cast(list[ChromiumPage], pages),
    )
    return found


def against(ours: int | None, second: int | None) -> ProjectCheck:
    """Ours and a second configuration, by the tick at which each parts from the reference."""
    return check(
        Side("", values(ours)), Side("reference", values()), Side("second", values(second))
    )


@pytest.mark.parametrize(
    ("ours", "second", "verdict"),
    [
        (None, None, "agrees"),
        (None, 3, "agrees"),
        (4, 3, "Chromium differs from itself"),
        (4, 4, "Chromium differs from itself"),
        # where ours parts Chromium still agrees with itself
        (3, 4, "ours alone differs"),
        (3, None, "ours alone differs"),
    ],
)
def test_the_verdict(ours: int | None, second: int | None, verdict: str) -> None:
    found = against(ours, second)
    assert found.verdict == verdict
    assert (found.ours and found.ours.tick) == ours
    assert (found.chromium and found.chromium.tick) == second


def test_ours_may_agree_with_the_other_configuration_all_along() -> None:
    found = against(3, 3)
    assert (found.ours_as, found.verdict) == ("second", "Chromium differs from itself")


def test_values_are_ours_then_those_of_chromium() -> None:
    found = against(3, None)
    assert found.ours is not None
    assert found.ours.fields == (("/x", -3, 3),)


def test_frames_are_compared_as_long_as_all_states_agree() -> None:
    assert [frame.tick for frame in against(None, None).frames] == [1, 2, 4, 6]
    assert [frame.tick for frame in against(None, 4).frames] == [1, 2]
    assert [frame.tick for frame in against(2, None).frames] == [1]


def test_shares_of_ours_and_of_chromium_itself() -> None:
    found = check(Side("", values(), BLACK), Side("reference", values()), Side("second", values()))
    assert {(frame.ours, frame.chromium) for frame in found.frames} == {(1.0, 0.0)}
    assert found.worst == 1.0
    alone = check(Side("", values()), Side("reference", values()))
    assert {(frame.ours, frame.chromium) for frame in alone.frames} == {(0.0, None)}


def test_what_ours_refuses_is_not_shown_to_chromium() -> None:
    refused = check(Broken(ProjectError("hang", "...")), Broken(AssertionError("shown")))
    assert (refused.verdict, refused.reason) == ("refused by ours", "hang")


def test_a_page_that_fails_is_named() -> None:
    failed = check(Side("", values()), Broken(VmTimeout("load: the page did not answer in time")))
    assert (failed.verdict, failed.failure) == (
        "Chromium failed",
        "load: the page did not answer in time",
    )


def test_a_file_that_cannot_be_read_has_its_reason(tmp_path: Path) -> None:
    found, runs = check_project(
        "gone.sb3",
        tmp_path / "gone.sb3",
        [Step(1)],
        1,
        runner=cast(VmRunner, Side("", values())),
        pages=[],
    )
    assert (found.verdict, found.reason, runs) == ("refused by ours", "unreadable", {})


@pytest.mark.parametrize(
    ("ticks", "expected"), [(1, (1,)), (2, (1, 2)), (3, (1, 2, 3)), (120, (1, 40, 80, 120))]
)
def test_moments(ticks: int, expected: tuple[int, ...]) -> None:
    assert moments(ticks) == expected
