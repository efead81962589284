# SPDX-License-Identifier: Apache-2.0
"""The projects whose traces are checked in, with the episodes that they are run under."""

from __future__ import annotations

from dataclasses import dataclass

from scratchworld.world import Action, Episode, Step
from tests.golden.building import Block, Target, build

__all__ = ["GOLDEN", "Golden"]

do = Action.make
FLAG = Step(1, (do("green_flag"),))
WHEN_FLAG = Block("event_whenflagclicked")
STAGE = Target("Stage")


@dataclass(frozen=True)
class Golden:
    project: bytes
    episode: Episode


def set_to(name: str, value: Block | float) -> Block:
    return Block("data_setvariableto", {"VALUE": value}, {"VARIABLE": name})


def change(name: str, by: Block | float) -> Block:
    return Block("data_changevariableby", {"VALUE": by}, {"VARIABLE": name})


def variable(name: str) -> Block:
    return Block("data_variable", fields={"VARIABLE": name})


def when_received(name: str) -> Block:
    return Block("event_whenbroadcastreceived", fields={"BROADCAST_OPTION": name})


def motion() -> Golden:
    glide = Block("motion_glidesecstoxy", {"SECS": 0.2, "X": 50, "Y": -20})
    turn = Block(
        "control_repeat", {"TIMES": 3}, branch=[Block("motion_turnright", {"DEGREES": 100})]
    )
    walk = [
        Block("event_whenkeypressed", fields={"KEY_OPTION": "right arrow"}),
        Block("motion_changexby", {"DX": 10}),
        Block("motion_ifonedgebounce"),
    ]
    cat = Target("Cat", [[WHEN_FLAG, Block("motion_gotoxy", {"X": 0, "Y": 0}), turn, glide], walk])
    right = Step(2, (do("key_down", key="right arrow"),))
    steps = [FLAG, Step(1), Step(1), Step(10), right, Step(1, (do("key_up", key="right arrow"),))]
    return Golden(build(STAGE, cat), Episode.of(steps))


def broadcast() -> Golden:
    send = Block("event_broadcastandwait", {"BROADCAST_INPUT": "Go"})
    sender = Target("Sender", [[WHEN_FLAG, send, set_to("done", 1)]])
    work = [when_received("Go"), Block("control_wait", {"DURATION": 0.1}), change("n", 1)]
    worker = Target("Worker", [work])
    stage = Target("Stage", variables={"n": 0, "done": 0}, messages=["Go"])
    steps = [FLAG, Step(1), Step(5), Step(1, (do("broadcast", message="gO"),)), Step(5)]
    return Golden(build(stage, sender, worker), Episode.of(steps))


def clones() -> Golden:
    itself = Block("control_create_clone_of_menu", fields={"CLONE_OPTION": "_myself_"})
    make = Block("control_create_clone_of", {"CLONE_OPTION": itself})
    ball = Target(
        "Ball",
        [
            [WHEN_FLAG, Block("control_repeat", {"TIMES": 3}, branch=[change("n", 1), make])],
            [
                Block("control_start_as_clone"),
                Block(
                    "motion_setx",
                    {"X": Block("operator_multiply", {"NUM1": variable("n"), "NUM2": 30})},
                ),
                Block("looks_gotofrontback", fields={"FRONT_BACK": "front"}),
                Block("control_wait", {"DURATION": 0.1}),
                Block("control_delete_this_clone"),
            ],
        ],
        variables={"n": 0},
    )
    other = Target("Other")
    return Golden(build(STAGE, ball, other), Episode.of([FLAG, Step(1), Step(1), Step(3), Step(5)]))


def lists() -> Golden:
    def on_list(opcode: str, **inputs: Block | str | float) -> Block:
        return Block(opcode, inputs, {"LIST": "items"})

    script = [
        WHEN_FLAG,
        on_list("data_deletealloflist"),
        Block(
            "control_repeat",
            {"TIMES": 12},
            branch=[change("n", 1), on_list("data_addtolist", ITEM=variable("n"))],
        ),
        on_list("data_deleteoflist", INDEX=1),
        on_list("data_insertatlist", ITEM="word", INDEX=2),
        on_list("data_replaceitemoflist", ITEM="-0", INDEX="last"),
        Block("control_wait", {"DURATION": 0}),
        set_to("n", on_list("data_itemoflist", INDEX="random")),
    ]
    stage = Target("Stage", [script], {"n": 0}, {"items": ["old", 1, "2.50"]})
    return Golden(build(stage), Episode.of([FLAG, Step(1), Step(5)], seed=3))


def ask() -> Golden:
    question = Block("sensing_askandwait", {"QUESTION": "Your name?"})
    say = Block("looks_sayforsecs", {"MESSAGE": Block("sensing_answer"), "SECS": 0.2})
    cat = Target("Cat", [[WHEN_FLAG, question, say, set_to("n", 1)]], {"n": 0})
    steps = [FLAG, Step(5), Step(1, (do("answer", text="Ada"),)), Step(1), Step(10)]
    steps += [Step(1, (do("green_flag"),)), Step(1, (do("stop_all"),))]
    return Golden(build(STAGE, cat), Episode.of(steps))


def random() -> Golden:
    draw = Block("operator_random", {"FROM": 1, "TO": 1000})
    anywhere = Block("motion_goto_menu", fields={"TO": "_random_"})
    script = [
        WHEN_FLAG,
        Block(
            "control_repeat",
            {"TIMES": 4},
            branch=[set_to("n", draw), Block("motion_goto", {"TO": anywhere})],
        ),
    ]
    cats = [Target(name, [script], {"n": 0}) for name in ("Cat", "Dog")]
    return Golden(build(STAGE, *cats), Episode.of([FLAG, Step(1), Step(1), Step(2)], seed=42))


def timer() -> Golden:
    hat = Block("event_whengreaterthan", {"VALUE": 0.5}, {"WHENGREATERTHANMENU": "TIMER"})
    until = Block(
        "control_wait_until",
        {"CONDITION": Block("operator_gt", {"OPERAND1": Block("sensing_timer"), "OPERAND2": 0.2})},
    )
    cat = Target(
        "Cat",
        [
            [hat, change("n", 1)],
            [WHEN_FLAG, until, change("n", 10), Block("sensing_resettimer")],
        ],
        {"n": 0},
    )
    return Golden(build(STAGE, cat), Episode.of([FLAG, Step(5), Step(5), Step(30)]))


def looks() -> Golden:
    colour = Block("pen_menu_colorParam", fields={"colorParam": "color"})
    script = [
        WHEN_FLAG,
        Block("pen_clear"),
        Block("pen_penDown"),
        Block("pen_setPenSizeTo", {"SIZE": 5}),
        Block("pen_changePenColorParamBy", {"COLOR_PARAM": colour, "VALUE": 20}),
        Block("looks_changeeffectby", {"CHANGE": 25}, {"EFFECT": "GHOST"}),
        Block("motion_changexby", {"DX": 100}),
        Block("looks_nextcostume"),
        Block("looks_setsizeto", {"SIZE": 10000}),
        Block("pen_penUp"),
        Block("control_wait", {"DURATION": 0.1}),
        Block("looks_cleargraphiceffects"),
        Block("looks_hide"),
    ]
    steps = [FLAG, Step(1), Step(10), Step(1, (do("green_flag"),))]
    return Golden(build(STAGE, Target("Cat", [script]), extensions=["pen"]), Episode.of(steps))


GOLDEN = {
    golden.__name__: golden
    for golden in (motion, broadcast, clones, lists, ask, random, timer, looks)
}
