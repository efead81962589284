# SPDX-License-Identifier: Apache-2.0
"""What must hold of every project of the corpus: one truth, however and whenever it is run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace, digest
from vm_runner import VmRunner
from vm_runner.explain import unexplained_changes

pytestmark = [pytest.mark.corpus, pytest.mark.node]

Outcome = Trace | str


def run(runner: VmRunner, project: Path, episode: Episode) -> Outcome:
    """The trace of the episode, or the reason why there is none."""
    try:
        return runner.run(project, episode)
    except ProjectError as error:
        return error.reason


def run_all(runner: VmRunner, projects: list[Path], episode: Episode) -> Iterator[Outcome]:
    return (run(runner, project, episode) for project in projects)


@pytest.fixture(scope="module")
def outcomes(vm: VmRunner, projects: list[Path], episode: Episode) -> dict[Path, Outcome]:
    return dict(zip(projects, run_all(vm, projects, episode), strict=True))


def test_most_projects_run(outcomes: dict[Path, Outcome]) -> None:
    traced = [outcome for outcome in outcomes.values() if isinstance(outcome, Trace)]
    assert len(traced) > 0.8 * len(outcomes)
    assert "hang" not in outcomes.values()
    assert sum(bool(step.delta) for trace in traced for step in trace.steps) > len(traced)


def test_another_process_in_another_order_gives_the_same_traces(
    outcomes: dict[Path, Outcome], episode: Episode
) -> None:
    backwards = list(reversed(outcomes))
    with VmRunner() as other:
        for project, again in zip(backwards, run_all(other, backwards, episode), strict=True):
            before = outcomes[project]
            if isinstance(before, Trace) and isinstance(again, Trace):
                assert before.digest() == again.digest(), project
            else:
                assert before == again, project


def test_tracing_changes_no_state(outcomes: dict[Path, Outcome], episode: Episode) -> None:
    with VmRunner(trace=False) as untraced:
        for (project, traced), plain in zip(
            outcomes.items(), run_all(untraced, list(outcomes), episode), strict=True
        ):
            if isinstance(traced, Trace) and isinstance(plain, Trace):
                assert states(traced) == states(plain), project
                assert not any(step.events for step in plain.steps)
            else:
                assert traced == plain, project


def test_events_explain_every_change(outcomes: dict[Path, Outcome]) -> None:
    for project, outcome in outcomes.items():
        if isinstance(outcome, Trace):
            assert unexplained_changes(outcome) == [], project


def states(trace: Trace) -> str:
    return digest(
        [trace.initial, trace.monitors, *([step.delta, step.monitors] for step in trace.steps)]
    )
