# SPDX-License-Identifier: Apache-2.0
"""The laws in a small world: what is executed keeps them, each planted fault breaks its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from generators.physics import EXECUTED, LAWS, Check, Tally, check_physics, render_tally, vote_of
from generators.physics.barriers import find_barriers
from generators.physics.pulls import find_pulls
from generators.privacy import Privacy
from generators.released import ReleasedProjects
from generators.tasks import Provenance
from generators.tasks.window import windows
from scoring import Answer
from scratchworld.world import Action, Delta, Episode, Instance, Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, change, variable
from vm_runner import VmRunner

pytestmark = pytest.mark.node


def at(x: float, y: float) -> list[Block]:
    return [WHEN_FLAG, Block("motion_gotoxy", {"X": x, "Y": y})]


def touching(name: str) -> Block:
    return Block("sensing_touchingobject", {"TOUCHINGOBJECTMENU": name})


def when(key: str, *blocks: Block) -> list[Block]:
    return [Block("event_whenkeypressed", fields={"KEY_OPTION": key}), *blocks]


def by(x: float) -> Block:
    return Block("motion_changexby", {"DX": x})


FALL = [change("speed", -1), Block("motion_changeyby", {"DY": variable("speed")})]
BACK = Block("control_if", {"CONDITION": touching("Wall")}, branch=[by(-10)])
WORLD = build(
    Target("Stage", variables={"speed": 0}),
    Target("Cat", [[*at(-150, 150), Block("control_forever", branch=FALL)]]),
    Target(
        "Dog",
        [
            [*at(0, -100)],
            when("right arrow", by(10), BACK),
            when("space", Block("looks_nextcostume")),
        ],
    ),
    Target(
        "Wall",
        [
            [*at(60, -100)],
            when("x", Block("control_create_clone_of", {"CLONE_OPTION": "_myself_"})),
        ],
    ),
    Target("Ball", [at(150, 100)]),
)
"""Cat falls; the right arrow moves Dog until Wall is there; the space key dresses Dog anew."""


def press(key: str) -> Step:
    return Step(2, (Action.make("key_down", key=key), Action.make("key_up", key=key)))


EPISODE = Episode.of(
    [Step(2, (Action.make("green_flag"),)), press("right arrow"), press("space"), press("x")], 7
)


class OneProject(ReleasedProjects):
    """Every instance is of the same project."""

    def data(self, instance: Instance, runner: VmRunner) -> bytes:
        return WORLD


PROJECTS = OneProject({}, Privacy(b""), 0)


@pytest.fixture(scope="module")
def runner() -> Iterator[VmRunner]:
    with VmRunner() as opened:
        yield opened


@pytest.fixture(scope="module")
def instances(runner: VmRunner) -> list[Instance]:
    """One instance a step: the flag, the arrow, the space key, the key that makes a clone."""
    trace = runner.run(WORLD, EPISODE)
    where = Provenance("0" * 16, "real", "", "test")
    return [
        window.instance(where, replay_digest="")
        for window in windows("next_state", EPISODE, trace, 1)
    ]


def checks(runner: VmRunner, instance: Instance, said: Mapping[str, Answer]) -> dict[str, Check]:
    found = check_physics([instance], PROJECTS, runner, list(said), lambda name, _: said[name])
    return {one.model: one for one in found}


def broken(check: Check) -> list[str]:
    return [law for law in LAWS if (outcome := check.outcomes[law]) and not outcome.kept]


ARROW, SPACE, CLONE = 1, 2, 3
BALL_GONE: Delta = dict.fromkeys(
    (f"/sprite/Ball/{part}" for part in ("x", "y", "direction", "size", "costume", "visible")), None
)


def test_the_trace_keeps_every_law_and_copying_all_but_gravity(
    runner: VmRunner, instances: list[Instance]
) -> None:
    for instance in instances:
        said = {"label": Answer("ok", delta=instance.target), "copy": Answer("ok", delta={})}
        found = checks(runner, instance, said)
        assert broken(found[EXECUTED]) == broken(found["label"]) == []
        assert broken(found["copy"]) == (["gravity"] if instance.step else [])
        for law in LAWS[:3]:
            outcome = found["copy"].outcomes[law]
            assert outcome is None or outcome.looked_at == 0
    arrow = checks(runner, instances[ARROW], {})[EXECUTED]
    assert all(
        outcome and outcome.looked_at for law, outcome in arrow.outcomes.items() if law != "mass"
    )


@pytest.mark.parametrize(
    ("step", "planted", "law"),
    [
        pytest.param(ARROW, {"/sprite/Ball/x": 151}, "newton", id="moves-by-itself"),
        pytest.param(ARROW, {"/sprite/Ball/direction": 0}, "newton", id="turns-by-itself"),
        pytest.param(ARROW, {"/sprite/Dog/x": "left"}, "newton", id="moves-to-no-number"),
        pytest.param(ARROW, {"/sprite/Ghost/x": 0}, "mass", id="sprite-out-of-nothing"),
        pytest.param(ARROW, {"/clone/Wall/1/x": 0}, "mass", id="clone-out-of-nothing"),
        pytest.param(ARROW, BALL_GONE, "mass", id="sprite-is-gone"),
        pytest.param(ARROW, {"/sprite/Dog/costume": "other"}, "mass", id="other-costume"),
        pytest.param(SPACE, {"/sprite/Ball/costume": "other"}, "mass", id="costume-of-another"),
        pytest.param(ARROW, {"/sprite/Dog/size": 90}, "mass", id="other-size"),
        pytest.param(ARROW, {"/sprite/Dog/x": 40}, "penetration", id="into-the-wall"),
        pytest.param(ARROW, {"/sprite/Dog/x": 150}, "penetration", id="through-the-wall"),
        pytest.param(ARROW, {"/sprite/Cat/y": 150}, "gravity", id="hangs-in-the-air"),
        pytest.param(ARROW, {"/sprite/Cat/y": 170}, "gravity", id="rises"),
    ],
)
def test_a_planted_fault_breaks_its_law_and_no_other(
    runner: VmRunner, instances: list[Instance], step: int, planted: Delta, law: str
) -> None:
    instance = instances[step]
    found = checks(runner, instance, {"m": Answer("ok", delta={**instance.target, **planted})})
    assert broken(found["m"]) == [law]
    assert broken(found[EXECUTED]) == []


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (ARROW, {"/sprite/Dog/x": -30}),
        (ARROW, {"/sprite/Dog/y": 60, "/sprite/Dog/x": 60}),
        (SPACE, {"/sprite/Dog/costume": "plain"}),
        (CLONE, {"/clone/Wall/1/x": 100}),
    ],
    ids=["elsewhere", "around", "as-before", "clone-elsewhere"],
)
def test_what_is_wrong_but_possible_breaks_no_law(
    runner: VmRunner, instances: list[Instance], step: int, said: Delta
) -> None:
    instance = instances[step]
    found = checks(runner, instance, {"m": Answer("ok", delta={**instance.target, **said})})
    assert broken(found["m"]) == []


def test_where_a_law_does_not_apply_there_is_no_label(
    runner: VmRunner, instances: list[Instance]
) -> None:
    said = {"lost": Answer("missing"), "copy": Answer("ok", delta={})}
    found = checks(runner, instances[SPACE], said)
    # (instruction, newton, mass, fluid, penetration, gravity, framewise, temporal)
    assert vote_of(found["copy"]).labels == (None, 1, 1, None, None, 0, None, None)
    assert vote_of(found["lost"]).labels == (None, 0, 0, None, None, 0, None, None)
    tally = Tally()
    for one in found.values():
        tally.add(one)
    assert tally.is_clean(EXECUTED)
    assert not tally.is_clean("copy")
    table = render_tally(tally, ["copy"]).splitlines()
    assert table[-4].split() == ["copy", "1", "newton", "1", "0", "100.0", "-"]
    assert table[-2].split() == ["copy", "1", "penetration", "0", "0", "-", "-"]
    assert table[-1].split() == ["copy", "1", "gravity", "1", "1", "0.0", "0.0"]


def key_pressed(key: str) -> Block:
    return Block("sensing_keypressed", {"KEY_OPTION": key})


def forever(*blocks: Block) -> list[Block]:
    return [WHEN_FLAG, Block("control_forever", branch=blocks)]


def test_what_is_a_barrier_and_what_pulls(runner: VmRunner) -> None:
    edge = Block("operator_not", {"OPERAND": touching("_edge_")})
    red = Block("sensing_touchingcolor", {"COLOR": "#ff0000"})
    rise = Block(
        "motion_sety",
        {
            "Y": Block(
                "operator_add", {"NUM1": Block("motion_yposition"), "NUM2": variable("speed")}
            )
        },
    )
    down = Block("motion_changeyby", {"DY": -3})
    program = runner.load(
        build(
            Target("Stage", variables={"speed": 0, "n": 0}),
            Target(
                "Cat",
                [
                    forever(Block("control_if", {"CONDITION": edge}, branch=[by(1)])),
                    [WHEN_FLAG, Block("control_wait_until", {"CONDITION": red}), by(5)],
                    # what contact counts, and where the mouse is, block nothing
                    forever(
                        Block("control_if", {"CONDITION": touching("Dog")}, branch=[change("n", 1)])
                    ),
                    forever(
                        Block("control_if", {"CONDITION": touching("_mouse_")}, branch=[by(1)])
                    ),
                    forever(Block("motion_ifonedgebounce")),
                    [WHEN_FLAG, down],
                ],
            ),
            Target(
                "Dog",
                [
                    forever(change("speed", -1), rise, down),
                    # steered by the user
                    forever(Block("control_if", {"CONDITION": key_pressed("s")}, branch=[down])),
                ],
            ),
            # Ball does not lower the speed itself, and climbs
            Target("Ball", [forever(rise, Block("motion_changeyby", {"DY": 3}))]),
        )
    ).program
    assert [(one.sprite, one.touch, one.bounces) for one in find_barriers(program)] == [
        ("/sprite/Cat", {"object": "_edge_"}, False),
        ("/sprite/Cat", {"color": [255, 0, 0]}, False),
        ("/sprite/Cat", {"object": "_edge_"}, True),
    ]
    assert {name.rpartition("/")[0] for name in find_pulls(program)} == {"Dog/0"}
    assert len(find_pulls(program)) == 2
