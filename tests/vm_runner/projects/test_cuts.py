# SPDX-License-Identifier: Apache-2.0
"""Rules that are disabled and conditions that are forced, and that a checkpoint takes both back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scratchworld.errors import ProjectError
from scratchworld.world import Intervention, Step, Value, intervene
from tests.generators.worlds import EPISODE, WORLD
from vm_runner import VmRunner

pytestmark = pytest.mark.node

N, GO, X, Y = "/variable/_stage_/n", "/event/Go", "/sprite/Dog/x", "/sprite/Cat/y"


@pytest.fixture(scope="module")
def vm() -> Iterator[VmRunner]:
    with VmRunner() as runner:
        yield runner


def values(vm: VmRunner, *cuts: Intervention, step: int = 3) -> dict[str, Value]:
    """The state after 8 steps with interventions at one of them."""
    return vm.run(WORLD, intervene(EPISODE.prefix(8), step, *cuts)).state(8)


def disable(rule: str) -> Intervention:
    return Intervention.make("disable_rule", rule=rule)


def force(outcome: bool, block: str = "Cat/0/6") -> Intervention:
    return Intervention.make("force_condition", block=block, outcome=outcome)


def test_the_world_as_it_is(vm: VmRunner) -> None:
    found = values(vm)
    # 16 ticks: every fifth Go is sent
    assert (found[N], found[GO], found[X], found[Y]) == (1, 3, 30, 7)


def test_a_disabled_rule_stops_and_does_not_start_again(vm: VmRunner) -> None:
    found = values(vm, disable("Cat/0"))
    # after 3 steps, 6 ticks, n is 1 and Go was sent once
    assert (found[N], found[GO], found[X], found[Y]) == (1, 1, 10, 7)
    assert "/script/Cat/0" not in found
    assert values(vm, disable("Cat/1"))[Y] == 0
    found = values(vm, disable("Dog/0"))
    assert (found[GO], found[X]) == (3, 10)


def test_a_forced_condition_has_its_outcome(vm: VmRunner) -> None:
    found = values(vm, force(False))
    assert (found[N], found[GO]) == (1 + 10, 1)
    # ten ticks more, and Go in each of them
    found = values(vm, force(True))
    assert (found[N], found[GO]) == (0, 1 + 10)


def test_a_checkpoint_takes_cuts_back(vm: VmRunner) -> None:
    session = vm.load(WORLD)
    session.start(EPISODE.seed)
    session.run(EPISODE.steps[:3])
    before = session.save()
    plain = session.run(EPISODE.steps[3:8])
    for cut in (disable("Cat/0"), force(True), force(False)):
        session.restore(before)
        first = EPISODE.steps[3]
        other = session.run([Step(first.ticks, first.actions, (cut,)), *EPISODE.steps[4:8]])
        assert [step.delta for step in other] != [step.delta for step in plain]
        session.restore(before)
        assert session.run(EPISODE.steps[3:8]) == plain


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        (disable("Cat/9"), "no such rule"),
        (force(True, "Cat/9/1"), "no such block"),
        (force(True, "Cat/0/2"), "has no condition"),
    ],
)
def test_what_cannot_be_cut_is_refused(vm: VmRunner, cut: Intervention, words: str) -> None:
    with pytest.raises(ProjectError, match=words) as caught:
        values(vm, cut)
    assert caught.value.reason == "bad_action"
