# SPDX-License-Identifier: Apache-2.0
"""Decisions of a synthetic world: made, executed again, and told apart by the VM alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generators.engines import Executor, confirm
from generators.oracle import executed_rewards
from generators.tasks import DecisionPlan, Material, make_decisions
from scratchworld.release import instance_to_row, row_to_instance
from scratchworld.world import DecisionInstance, diff, follow
from tests.generators.worlds import material_of, pressing
from tests.golden.building import Block, Target, build
from tests.golden.projects import change
from vm_runner import VmRunner

pytestmark = pytest.mark.node

PLAN = DecisionPlan(cap=2, windows=6, steps=8)


def when(key: str) -> Block:
    return Block("event_whenkeypressed", fields={"KEY_OPTION": key})


WORLD = build(
    Target("Stage", variables={"score": 0}),
    Target(
        "Cat",
        [
            [when("left arrow"), Block("motion_changexby", {"DX": -10})],
            [when("right arrow"), Block("motion_changexby", {"DX": 10})],
            [when("space"), change("score", Block("motion_xposition"))],
        ],
    ),
)
"""The arrows move Cat, and the space key scores as many points as Cat is to the right."""

KEYS = ("right arrow", "space", "right arrow", "left arrow", "space") * 4
EPISODE = pressing(KEYS)


@pytest.fixture(scope="module")
def material(runners: tuple[VmRunner, VmRunner]) -> Material:
    return material_of(WORLD, EPISODE, *runners)


@pytest.fixture(scope="module")
def made(material: Material) -> list[DecisionInstance]:
    found = make_decisions(material, PLAN, 300)
    assert found, material.numbers
    return [one for one in found if isinstance(one, DecisionInstance)]


def test_every_option_earns_what_its_label_says(
    material: Material, made: list[DecisionInstance], runners: tuple[VmRunner, VmRunner]
) -> None:
    for instance in made:
        for at, option in enumerate(instance.options()):
            trace = runners[1].run(material.data, option.episode())
            assert executed_rewards(option, trace) == instance.rewards[at]
            assert trace.state(instance.step) == instance.state
        first = runners[1].run(material.data, instance.episode())
        assert diff(instance.state, first.state(len(first.steps))) == instance.target
        assert instance.actions == instance.menu[0]
        assert first.digest() == instance.replay_digest


def test_menus_are_as_asked(material: Material, made: list[DecisionInstance]) -> None:
    assert len(made) <= PLAN.cap
    assert (material.numbers["decision_tried"] or 0) >= len(made)
    for instance in made:
        returns = instance.returns()
        assert returns.count(max(returns)) == 1
        assert max(returns) - min(returns) >= PLAN.spread
        assert len(instance.menu) == 5
        assert 0 <= instance.random_option < 5
        assert len(instance.observed) == 8
        assert follow(instance.earlier, instance.observed)[-1] == instance.state
        assert row_to_instance(instance_to_row(instance)) == instance


def test_making_them_again_gives_the_same(material: Material, made: list[DecisionInstance]) -> None:
    assert make_decisions(material, PLAN, 300) == made


def test_every_option_is_confirmed(
    material: Material, made: list[DecisionInstance], runners: tuple[VmRunner, VmRunner]
) -> None:
    assert confirm(made, material.data, Executor(runners[1], None)) == made


SAME = build(
    Target("Stage"),
    Target(
        "Cat", [[when(key), Block("motion_changexby", {"DX": 10})] for key in sorted(set(KEYS))]
    ),
)
"""Whatever key is pressed moves Cat as far."""


def test_a_project_that_has_no_menu_is_given_up(runners: tuple[VmRunner, VmRunner]) -> None:
    barren = material_of(SAME, EPISODE, *runners)
    assert make_decisions(barren, PLAN, 300) == []
    assert barren.numbers == {"decision_tried": 3, "decision_flat": 3}


def test_what_changes_too_much_is_dropped_before_it_is_verified(material: Material) -> None:
    numbers: dict[str, int | float | None] = {}
    # a verifier that is asked would fail
    unverified = replace(material, numbers=numbers, verifier=None)  # type: ignore[arg-type]
    assert make_decisions(unverified, PLAN, 0) == []
    assert numbers["decision_too_many_changes"]
    assert numbers["decision_tried"] == 3
