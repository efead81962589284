# SPDX-License-Identifier: Apache-2.0
"""Filters on behaviour, on traces made by hand; and what replays that differ are put down to."""

from __future__ import annotations

from typing import cast

import pytest

from corpus_filters.behaviour import check_budget, check_change, check_replay, check_termination
from scratchworld.errors import ProjectError
from scratchworld.world import Delta, Episode, Step, Trace, TraceStep
from tests.corpus_filters.projects import chain, project, sprite
from vm_runner import VmRunner

FLAG_ONLY = project(sprite(chain("event_whenflagclicked", "looks_show")))
WITH_KEY = project(sprite(chain("event_whenkeypressed", "looks_show")))
EPISODE = Episode.of([Step(1), Step(1)])


def trace(*deltas: Delta, x: int = 0) -> Trace:
    steps = tuple(TraceStep(delta, [], (), 0) for delta in deltas)
    return Trace({"/sprite/Cat/x": x}, (), steps)


def reason(error: pytest.ExceptionInfo[ProjectError]) -> str:
    return error.value.reason


def test_terminates_immediately() -> None:
    with pytest.raises(ProjectError) as error:
        check_termination(FLAG_ONLY, trace({}, {}))
    assert reason(error) == "terminates_immediately"


def test_alive_by_a_key_a_change_or_a_running_script() -> None:
    check_termination(WITH_KEY, trace({}, {}))
    check_termination(FLAG_ONLY, trace({"/sprite/Cat/x": 10}, {}))
    check_termination(FLAG_ONLY, trace({"/script/Cat/0": "waiting"}, {}))


def test_no_state_change() -> None:
    with pytest.raises(ProjectError) as error:
        check_change(trace({}, {}))
    assert reason(error) == "no_state_change"
    check_change(trace({}, {"/sprite/Cat/x": 10}))


class FakeRunner:
    """Gives prepared traces, one a run; remembers when the process was closed."""

    def __init__(self, *traces: Trace | ProjectError) -> None:
        self.traces = list(traces)
        self.log: list[str] = []

    def run(self, project: object, episode: Episode) -> Trace:
        self.log.append("run")
        found = self.traces.pop(0)
        if isinstance(found, ProjectError):
            raise found
        return found

    def close(self) -> None:
        self.log.append("close")

    def check(self, first: Trace) -> None:
        check_replay(cast(VmRunner, self), b"", EPISODE, first.digest())


ONE, TWO, THREE = (trace({}, {}, x=x) for x in range(3))


def test_a_replay_that_agrees() -> None:
    runner = FakeRunner(ONE)
    runner.check(ONE)
    assert runner.log == ["run"]


@pytest.mark.parametrize(
    ("fresh", "again", "between"),
    [
        (ONE, TWO, "between replays"),
        (ONE, ONE, "between load orders"),  # a fresh process sides with the first
        (TWO, TWO, "between processes"),
        (THREE, THREE, "between processes"),
    ],
)
def test_what_a_difference_hangs_on(fresh: Trace, again: Trace, between: str) -> None:
    runner = FakeRunner(TWO, fresh, again)
    with pytest.raises(ProjectError, match=f"^unstable: {between}"):
        runner.check(ONE)
    assert runner.log == ["run", "close", "run", "run"]


def test_a_replay_that_fails_gives_its_own_reason() -> None:
    with pytest.raises(ProjectError, match=r"^hang: "):
        FakeRunner(ProjectError("hang", "killed")).check(ONE)


def test_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = cast(VmRunner, FakeRunner())
    check_budget(runner, b"", EPISODE, ONE)  # no tick was cut, nothing is run
    for word in ("unstable", "budget_exceeded"):
        monkeypatch.setattr("corpus_filters.behaviour.check_stable", lambda *_, word=word: word)
        with pytest.raises(ProjectError, match=f"^{word}: between budgets"):
            check_budget(runner, b"", EPISODE, ONE)
