# SPDX-License-Identifier: Apache-2.0
"""Interventions and drags: what they change, what the trace tells, when they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from scratchworld.errors import ProjectError
from scratchworld.schemas import check
from scratchworld.world import (
    Action,
    Episode,
    Intervention,
    State,
    Step,
    Trace,
    Value,
    intervene,
)
from tests.golden.building import Block, Target, build
from vm_runner import VmRunner
from vm_runner.explain import unexplained_changes

pytestmark = pytest.mark.node

do = Action.make
FLAG = Step(1, (do("green_flag"),))
WHEN_FLAG = Block("event_whenflagclicked")
LIST = [*range(1, 13)]
AT_ONE_SECOND = Block("event_whengreaterthan", {"VALUE": 100}, {"WHENGREATERTHANMENU": "TIMER"})


def when_received(message: str, by: int) -> list[Block]:
    return [
        Block("event_whenbroadcastreceived", fields={"BROADCAST_OPTION": message}),
        Block("data_changevariableby", {"VALUE": by}, {"VARIABLE": "got"}),
    ]


def project() -> bytes:
    read = Block("data_variable", fields={"VARIABLE": "n"})
    itself = Block("control_create_clone_of_menu", fields={"CLONE_OPTION": "_myself_"})
    cat = Target(
        "Cat",
        [
            [
                WHEN_FLAG,
                Block("sensing_setdragmode", fields={"DRAG_MODE": "draggable"}),
                Block("control_create_clone_of", {"CLONE_OPTION": itself}),
                Block(
                    "control_wait_until",
                    {"CONDITION": Block("operator_gt", {"OPERAND1": read, "OPERAND2": 5})},
                ),
                Block("event_broadcast", {"BROADCAST_INPUT": "one"}),
            ],
            [
                Block("event_whenkeypressed", fields={"KEY_OPTION": "a"}),
                Block("motion_movesteps", {"STEPS": 10}),
            ],
            [
                Block("event_whenthisspriteclicked"),
                Block("data_changevariableby", {"VALUE": 1}, {"VARIABLE": "clicks"}),
            ],
            [AT_ONE_SECOND, Block("data_changevariableby", {"VALUE": 7}, {"VARIABLE": "late"})],
            when_received("one", 1),
            when_received("two", 2),
            [
                Block("control_start_as_clone"),
                Block("motion_gotoxy", {"X": 100, "Y": 100}),
            ],
        ],
        {"n": 0, "got": 0, "clicks": 0, "late": 0},
        {"items": LIST},
    )
    other = Target("Other", [[WHEN_FLAG, Block("motion_gotoxy", {"X": -150, "Y": 0})]])
    stage = Target("Stage", messages=["one", "two"])
    return build(stage, cat, other)


KEY = Step(2, (do("key_down", key="a"),))


def change(type: str, **arguments: Value) -> Intervention:
    return Intervention.make(type, **arguments)


def run(vm: VmRunner, *steps: Step) -> Trace:
    trace = vm.run(project(), Episode.of([FLAG, Step(2), *steps], seed=1))
    assert unexplained_changes(trace) == []
    for number, line in enumerate(trace.lines()):
        check(line, "trace", f"line {number}")
    return trace


def after(vm: VmRunner, intervention: Intervention, step: Step) -> State:
    return run(vm, Step(step.ticks, step.actions, (intervention,))).state(3)


@pytest.mark.parametrize(
    ("intervention", "path", "value"),
    [
        (change("set_variable", path="/variable/Cat/clicks", value="2.50"),
         "/variable/Cat/clicks", "2.50"),
        (change("set_variable", path="/clone/Cat/1/variable/clicks", value=True),
         "/clone/Cat/1/variable/clicks", True),
        (change("set_item", path="/list/Cat/items/2", value="word"), "/list/Cat/items/2", "word"),
        (change("move", target="/sprite/Cat", x=-20.5, y=7), "/sprite/Cat/x", -20.5),
        (change("turn", target="/clone/Cat/1", direction=-180), "/clone/Cat/1/direction", 180),
        (change("set_visible", target="/sprite/Other", visible=False),
         "/sprite/Other/visible", False),
        (change("set_costume", target="/sprite/Cat", costume="other"),
         "/sprite/Cat/costume", "other"),
        (change("set_costume", target="/stage", costume="other"), "/stage/backdrop", "other"),
    ],
)  # fmt: skip
def test_a_field_is_set_and_the_trace_tells_of_it(
    vm: VmRunner, intervention: Intervention, path: str, value: Value
) -> None:
    trace = run(vm, Step(1, (), (intervention,)))
    assert trace.state(2)[path] != value
    assert trace.state(3)[path] == value
    first, second = trace.steps[2].events[:2]
    assert first == {"type": "intervention", "tick": 3, "applied": intervention.to_json()}
    assert second["type"] in ("write", "list")
    assert "block" not in second


def test_scripts_see_what_was_set(vm: VmRunner) -> None:
    state = after(vm, change("set_variable", path="/variable/Cat/n", value=6), Step(2))
    assert state["/variable/Cat/got"] == 1


def test_an_item_beyond_the_head_of_a_list_is_set(vm: VmRunner) -> None:
    intervention = change("set_item", path="/list/Cat/items/12", value="last")
    trace = run(vm, Step(1, (), (intervention,)))
    assert {"type": "list", "tick": 3, "path": "/list/Cat/items",
            "operation": "replaceitemoflist", "length": 12} in trace.steps[2].events  # fmt: skip
    assert trace.steps[2].delta == {}


@pytest.mark.parametrize(
    ("block", "name", "value", "x"),
    [("Cat/1/1", "STEPS", "-3", -3), ("Cat/1/0", "KEY_OPTION", "b", 0)],
)
def test_a_literal_of_a_block_is_changed(
    vm: VmRunner, block: str, name: str, value: str, x: float
) -> None:
    assert run(vm, KEY).state(3)["/sprite/Cat/x"] == 10
    literal = change("set_literal", block=block, name=name, value=value)
    assert after(vm, literal, KEY)["/sprite/Cat/x"] == x
    # and the block has its old one again in the next episode
    assert run(vm, KEY).state(3)["/sprite/Cat/x"] == 10


def test_a_threshold_that_a_script_waits_on_is_changed(vm: VmRunner) -> None:
    session = vm.load(project())
    greater = next(
        block for target in session.program for rule in target["rules"]
        for block in rule["blocks"] if block["opcode"] == "operator_gt"
    )  # fmt: skip
    name = f"Cat/0/{session.program[1]['rules'][0]['blocks'].index(greater)}"
    literal = change("set_literal", block=name, name="OPERAND2", value=-1)
    assert after(vm, literal, Step(2))["/variable/Cat/got"] == 1


def test_a_message_is_changed_in_the_block_that_sends_it(vm: VmRunner) -> None:
    session = vm.load(project())
    blocks = session.program[1]["rules"][0]["blocks"]
    sender = next(k for k, block in enumerate(blocks) if block["opcode"] == "event_broadcast")
    steps = (
        change("set_literal", block=f"Cat/0/{sender}", name="BROADCAST_INPUT", value="TWO"),
        change("set_variable", path="/variable/Cat/n", value=6),
    )
    state = run(vm, Step(3, (), steps)).state(3)
    assert (state["/event/two"], state["/event/one"]) == (1, 0)
    assert state["/variable/Cat/got"] == 2


def test_the_timer_is_set(vm: VmRunner) -> None:
    assert run(vm, Step(3)).state(3)["/variable/Cat/late"] == 0
    assert after(vm, change("set_timer", seconds=101), Step(3))["/variable/Cat/late"] == 7


@pytest.mark.parametrize(
    ("intervention", "words"),
    [
        (change("set_variable", path="/variable/Cat/none", value=1), "no variable"),
        (change("set_variable", path="/variable/Cat/items", value=1), "no variable"),
        (change("set_variable", path="/clone/Cat/2/variable/n", value=1), "no variable"),
        (change("set_item", path="/list/Cat/n/1", value=1), "no list"),
        (change("set_item", path="/list/Cat/items/13", value=1), "the list has 12 items"),
        (change("move", target="/stage", x=0, y=0), "the stage has no position"),
        (change("turn", target="/clone/Cat/2", direction=0), "a clone may be gone"),
        (change("set_costume", target="/sprite/Cat", costume="Plain"), "no costume"),
        (change("set_literal", block="Cat/9/0", name="STEPS", value=1), "no such block"),
        (change("set_literal", block="Cat/1/1", name="X", value=1), "no input or field"),
        (change("set_literal", block="Cat/0/4", name="CONDITION", value=1), "holds no literal"),
        (change("set_literal", block="Cat/2/1", name="VARIABLE", value="n"), "no literal"),
        (change("set_literal", block="Cat/4/0", name="BROADCAST_OPTION", value="three"),
         "no message"),
    ],
)  # fmt: skip
def test_what_does_not_apply_is_refused(
    vm: VmRunner, intervention: Intervention, words: str
) -> None:
    with pytest.raises(ProjectError, match=words) as caught:
        run(vm, Step(1, (), (intervention,)))
    assert caught.value.reason == "bad_action"


def test_a_draggable_sprite_follows_the_mouse_and_is_not_clicked(vm: VmRunner) -> None:
    trace = run(
        vm,
        Step(1, (do("drag_start", x=5, y=5),)),
        Step(1, (do("drag_move", x=45, y=-15),)),
        Step(1, (do("drag_end", x=50, y=-20),)),
        Step(1, (do("mouse_move", x=90, y=90),)),
    )
    x, y, layer = (f"/sprite/Cat/{field}" for field in ("x", "y", "layer"))
    assert [(s[x], s[y]) for s in trace.states()][2:] == [
        (0, 0), (0, 0), (40, -20), (45, -25), (45, -25)
    ]  # fmt: skip
    assert (trace.state(2)[layer], trace.state(3)[layer]) == (2, 3)
    assert trace.state(6)["/variable/Cat/clicks"] == 0
    press = (do("mouse_down", x=0, y=0), do("mouse_up", x=0, y=0))
    assert run(vm, Step(2, press)).state(3)["/variable/Cat/clicks"] == 1


def test_what_is_not_draggable_stays(vm: VmRunner) -> None:
    drag = (do("drag_start", x=-150, y=0), do("drag_move", x=0, y=0), do("drag_end", x=0, y=0))
    assert run(vm, Step(1, drag)).state(3)["/sprite/Other/x"] == -150


@pytest.mark.corpus
def test_interventions_are_explained_and_reproduced_on_real_projects(
    vm: VmRunner, projects: list[Path], episode: Episode
) -> None:
    tried = 0
    for file in projects:
        try:
            first = vm.run(file, episode.prefix(4))
        except ProjectError:
            continue
        changed = intervene(episode, 4, *candidates(first.state(4)))
        trace = vm.run(file, changed)
        tried += 1
        assert unexplained_changes(trace) == [], file.name
        assert vm.run(file, changed).digest() == trace.digest(), file.name
    assert tried > 0.7 * len(projects)


def candidates(state: State) -> list[Intervention]:
    """One intervention of each kind that the state has a field for."""
    found: dict[str, Intervention] = {}
    for path, value in sorted(state.items()):
        target, _, field = path.rpartition("/")
        if path.startswith("/variable/"):
            found["variable"] = change("set_variable", path=path, value=3)
        elif path.startswith("/list/") and field.isdecimal():
            found["item"] = change("set_item", path=path, value="word")
        elif path.startswith("/sprite/") and path.count("/") == 3:
            if field == "x":
                found["move"] = change("move", target=target, x=33.5, y=-60)
                found["turn"] = change("turn", target=target, direction=-45)
                found["hide"] = change("set_visible", target=target, visible=False)
            elif field == "costume":
                found["costume"] = change("set_costume", target=target, costume=value)
    return list(found.values())
