# SPDX-License-Identifier: Apache-2.0
"""Contacts: what would touch what elsewhere, and nothing of it stays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scratchworld.errors import ProjectError
from scratchworld.world import Action, Episode, Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG
from vm_runner import VmRunner

pytestmark = pytest.mark.node

WORLD = build(
    Target("Stage"),
    Target(
        "Cat",
        [
            [
                WHEN_FLAG,
                Block("pen_penDown"),
                Block("motion_gotoxy", {"X": -100, "Y": 0}),
                Block("control_forever", branch=[Block("motion_changexby", {"DX": 3})]),
            ]
        ],
    ),
    Target("Dog", [[WHEN_FLAG, Block("motion_gotoxy", {"X": 100, "Y": 0})]]),
    extensions=["pen"],
)
"""Squares of 40 pixels; Cat walks toward Dog and draws."""
EPISODE = Episode.of([Step(2, (Action.make("green_flag"),)), *[Step(2, ())] * 3], 1)
CAT, DOG = "/sprite/Cat", "/sprite/Dog"
OLIVE = [128, 128, 0]


@pytest.fixture(scope="module")
def runner() -> Iterator[VmRunner]:
    with VmRunner() as opened:
        yield opened


def test_what_would_touch(runner: VmRunner) -> None:
    session = runner.load(WORLD)
    session.start(1)
    session.run(EPISODE.steps[:1])
    dog, edge, olive = {"object": "Dog"}, {"object": "_edge_"}, {"color": OLIVE}

    def ask(
        points: list[list[float]], touch: object, *places: dict[str, float | str | bool]
    ) -> bool:
        asks = [{"target": CAT, "points": points, "touch": touch}]
        [found] = session.contacts([{"target": DOG, **place} for place in places], asks)
        return found

    assert not ask([[0, 0], [50, 0]], dog)
    assert ask([[0, 0], [65, 0]], dog)
    assert ask([[65, 0]], olive)
    assert not ask([[0, 100]], olive)
    # Dog elsewhere, larger, or hidden
    assert not ask([[65, 0]], dog, {"y": 100})
    assert ask([[50, 0]], dog, {"size": 200.0})
    assert not ask([[65, 0]], dog, {"visible": False})
    assert ask([[0, 165]], edge)
    assert not ask([[0, 150]], edge)
    with pytest.raises(ProjectError, match="no sprite or clone has the fields of"):
        session.contacts([], [{"target": "/sprite/Ghost", "points": [[0, 0]], "touch": edge}])


def test_nothing_stays(runner: VmRunner) -> None:
    trace = runner.run(WORLD, EPISODE)
    session = runner.load(WORLD)
    session.start(EPISODE.seed)
    for step, told in zip(EPISODE.steps, trace.steps, strict=True):
        assert session.run([step]) == [told]
        frame = session.frame()
        places = [
            {"target": CAT, "x": 40, "y": -30, "direction": 10, "costume": "other"},
            {"target": DOG, "size": 50, "visible": False},
        ]
        asks = [{"target": CAT, "points": [[0, 0], [99, 0]], "touch": {"object": "Dog"}}]
        assert session.contacts(places, asks) == [False]
        assert session.frame() == frame
