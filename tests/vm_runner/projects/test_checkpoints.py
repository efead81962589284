# SPDX-License-Identifier: Apache-2.0
"""What runs after a restore is what ran after the save, and what runs from tick 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from scratchworld.errors import ProjectError, RemoteError
from scratchworld.world import Action, Episode, Intervention, Step, TraceStep, intervene
from tests.golden.projects import GOLDEN
from vm_runner import Session, VmRunner

pytestmark = pytest.mark.node

do = Action.make
LENGTH = 5
"""Steps that are run after each restore."""


def assert_exact(runner: VmRunner, project: Path | bytes, episode: Episode) -> None:
    """Save before steps, come back to them in another order, compare with a plain run."""
    plain = runner.run(project, episode).steps
    frame = runner._session.frame() if runner._session else b""
    session = runner.load(project)
    session.start(episode.seed)
    marks = {}
    for number, step in enumerate(episode.steps):
        if number % 3 != 1:
            marks[number] = session.save()
        assert session.run([step]) == [plain[number]]
    for number in [*sorted(marks, key=lambda mark: (mark % 4, -mark)), max(marks)]:
        session.restore(marks[number])
        end = number + LENGTH
        assert session.run(episode.steps[number:end]) == list(plain[number:end]), number
    assert session.frame() == frame


@pytest.mark.parametrize("name", GOLDEN)
def test_small_projects_go_back(vm: VmRunner, name: str) -> None:
    golden = GOLDEN[name]()
    assert_exact(vm, golden.project, golden.episode)


@pytest.mark.corpus
def test_real_projects_go_back(vm: VmRunner, projects: list[Path], episode: Episode) -> None:
    tried = 0
    for project in projects:
        try:
            vm.run(project, episode.prefix(1))
        except ProjectError:
            continue
        try:
            assert_exact(vm, project, episode)
        except ProjectError as error:
            assert error.reason == "runtime_error", project.name  # noqa: PT017
            continue
        tried += 1
    assert tried > 0.8 * len(projects)


def other_world(session: Session, steps: list[Step]) -> list[TraceStep]:
    """Go elsewhere: another key, another literal, a question answered, everything stopped."""
    elsewhere = [
        Step(3, (do("key_down", key="right arrow"), do("answer", text="Bob"))),
        Step(2, (do("stop_all"),)),
        Step(5, (do("green_flag"),)),
    ]
    return session.run([*elsewhere, *steps])


@pytest.mark.parametrize("name", GOLDEN)
def test_nothing_of_another_course_stays(vm: VmRunner, name: str) -> None:
    golden = GOLDEN[name]()
    plain = vm.run(golden.project, golden.episode).steps
    session = vm.load(golden.project)
    session.start(golden.episode.seed)
    session.run(golden.episode.steps[:2])
    mark = session.save()
    frame = session.frame()
    other_world(session, [Step(10)])
    session.restore(mark)
    assert session.frame() == frame
    assert session.run(golden.episode.steps[2:]) == list(plain[2:])


@pytest.mark.parametrize("name", GOLDEN)
def test_what_is_loaded_again_is_as_if_fresh(vm: VmRunner, name: str) -> None:
    golden = GOLDEN[name]()
    fresh = vm.load(golden.project, anew=True).trace(golden.episode).digest()
    session = vm.load(golden.project)
    session.start(golden.episode.seed + 1)
    other_world(session, [Step(10)])
    again = vm.load(golden.project)
    assert again.program is session.program  # it was not loaded anew
    assert again.trace(golden.episode).digest() == fresh


def test_a_counterfactual_from_a_checkpoint_is_the_one_from_tick_0(vm: VmRunner) -> None:
    golden = GOLDEN["motion"]()
    literal = Intervention.make("set_literal", block="Cat/1/1", name="DX", value=-30)
    move = Intervention.make("move", target="/sprite/Cat", x=100, y=0)
    changed = intervene(golden.episode, 2, literal, move)
    expected = vm.run(golden.project, changed).steps
    plain = vm.run(golden.project, golden.episode).steps
    assert expected[2:] != plain[2:]
    session = vm.load(golden.project)
    session.start(golden.episode.seed)
    session.run(golden.episode.steps[:2])
    mark = session.save()
    for _ in range(2):
        assert session.run(changed.steps[2:]) == list(expected[2:])
        session.restore(mark)
        assert session.run(golden.episode.steps[2:]) == list(plain[2:])
        session.restore(mark)


def test_a_checkpoint_that_is_gone_is_refused(vm: VmRunner) -> None:
    golden = GOLDEN["motion"]()
    session = vm.load(golden.project)
    session.start(0)
    mark = session.save()
    session.forget(mark)
    with pytest.raises(RemoteError, match="there is no checkpoint"):
        session.restore(mark)
    session.run([Step(1)])
    later = session.save()
    session = vm.load(golden.project)
    session.start(0)
    with pytest.raises(RemoteError, match="there is no checkpoint"):
        session.restore(later)
