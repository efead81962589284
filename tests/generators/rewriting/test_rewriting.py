# SPDX-License-Identifier: Apache-2.0
"""Rewriting is undone by the names the other way round, and the VM sees the same world."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generators.rewriting import (
    Names,
    ProjectDocument,
    Translation,
    is_free_text,
    names_of,
    open_project,
    path_names,
    rewrite,
    texts_of,
    with_draws_of,
    write_project,
)
from scratchworld.errors import ProjectError
from scratchworld.world import Action, Alteration, Episode, Intervention, Query, Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, change, set_to, variable, when_received
from vm_runner import VmRunner

do = Action.make

CALL = {
    "tagName": "mutation", "children": [], "proccode": "hop %s times",
    "argumentids": '["a"]', "warp": "false",
}  # fmt: skip
PROTOTYPE = {**CALL, "argumentnames": '["how often"]', "argumentdefaults": '["once"]'}


ONE_TO_1000 = Block("operator_random", {"FROM": 1, "TO": 1000})


def menu(opcode: str, field: str, name: str) -> Block:
    return Block(opcode, fields={field: name})


def of(prop: str, owner: str) -> Block:
    return Block(
        "sensing_of",
        {"OBJECT": menu("sensing_of_object_menu", "OBJECT", owner)},
        {"PROPERTY": prop},
    )


WORLD = build(
    Target(
        "Stage",
        [[when_received("go"), set_to("seen", of("speed", "Cat"))]],
        {"speed": 1, "seen": 0, "word": "hello"},
        {"log": ["hello", 3]},
        ["Go"],
    ),
    Target(
        "Cat",
        [
            [
                WHEN_FLAG,
                Block("looks_say", {"MESSAGE": "hello"}),
                set_to("speed", ONE_TO_1000),
                Block(
                    "control_create_clone_of",
                    {"CLONE_OPTION": menu("control_create_clone_of_menu", "CLONE_OPTION", "Dog/1")},
                ),
                Block("motion_goto", {"TO": "Dog/1"}),
                Block("procedures_call", {"a": 3}, mutation=CALL),
                Block("looks_switchcostumeto", {"COSTUME": "other"}),
                Block("event_broadcast", {"BROADCAST_INPUT": "Go"}),
                Block("data_addtolist", {"ITEM": variable("word")}, {"LIST": "log"}),
            ],
            [
                Block(
                    "procedures_definition",
                    {"custom_block": Block("procedures_prototype", mutation=PROTOTYPE)},
                ),
                Block(
                    "control_repeat",
                    {"TIMES": Block("argument_reporter_string_number", {}, {"VALUE": "how often"})},
                    branch=[
                        Block("motion_changexby", {"DX": 5}),
                        Block(
                            "control_if",
                            {
                                "CONDITION": Block(
                                    "sensing_touchingobject", {"TOUCHINGOBJECTMENU": "Dog/1"}
                                )
                            },
                            branch=[change("touched", 1)],
                        ),
                    ],
                ),
            ],
        ],
        {"speed": 0, "touched": 0},
    ),
    Target(
        "Dog/1",
        [
            [Block("control_start_as_clone"), change("own", ONE_TO_1000)],
            [when_received("GO"), Block("motion_changeyby", {"DY": variable("speed")})],
        ],
        {"own": 0},
    ),
)  # fmt: skip
NAMES = Names(
    sprites={"Cat": "~x/~", "Dog/1": "Cat"},
    variables={"speed": "word", "word": "speed", "seen": "s", "touched": "", "own": "toString"},
    lists={"log": "liste"},
    broadcasts={"Go": "Los!"},
    blocks={"hop %s times": "b %s"},
    arguments={"how often": "n"},
    costumes={"other": "plain", "plain": "other"},
)
EPISODE = Episode.of([Step(2, (do("green_flag"),)), *[Step(2, (do("wait"),))] * 3], seed=9)


@pytest.fixture(scope="module")
def world() -> ProjectDocument:
    return open_project(WORLD)


def test_what_was_opened_is_written_back(world: ProjectDocument) -> None:
    again = open_project(write_project(world))
    assert again == world
    assert write_project(again) == write_project(world)


def test_the_renamed_world_does_the_same(world: ProjectDocument) -> None:
    renamed = rewrite(world, NAMES, lambda text: text.upper())
    there = Translation.between(world, renamed, NAMES, {"hello": "HELLO"})
    data = write_project(with_draws_of(renamed, list(there.owners)))
    with VmRunner() as vm:
        first = vm.run(WORLD, EPISODE)
        second = vm.run(data, there.episode(EPISODE))
        drawn_anew = vm.run(write_project(renamed), there.episode(EPISODE))
    assert second.initial == there.state(first.initial)
    assert [step.delta for step in second.steps] == [there.delta(s.delta) for s in first.steps]
    end = second.state(4)
    # each of these was reached through a name
    assert end["/sprite/~0x~1~0/say"] == "HELLO"
    assert end["/variable/_stage_/s"] == end["/variable/~0x~1~0/word"] != 0
    assert end["/sprite/~0x~1~0/costume"] == "plain"
    assert end["/variable/~0x~1~0/"] == 3
    assert end["/clone/Cat/1/variable/toString"] != 0
    assert end["/event/Los!"] == 1
    assert end["/list/_stage_/liste/3"] == "HELLO"
    # draws are keyed by the name of the target, unless the file says by which
    assert drawn_anew.state(4) != end


def test_names_back_give_the_world_back(world: ProjectDocument) -> None:
    there = rewrite(world, NAMES, lambda text: text + "!")
    back = rewrite(there, NAMES.inverse(), lambda text: text[:-1])
    assert back != there
    # messages are the same in any case, and come back as the first of their spellings
    assert _with_one_spelling(back) == _with_one_spelling(world)


def _with_one_spelling(document: ProjectDocument) -> object:
    return json.loads(json.dumps(document.content).replace('"go"', '"Go"').replace('"GO"', '"Go"'))


NAME = st.text(max_size=6)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_translation_is_undone_by_its_inverse(data: st.DataObject) -> None:
    world = open_project(WORLD)
    known = names_of(world)
    given: dict[str, dict[str, str]] = {}
    for kind in ("sprites", "variables", "lists", "costumes", "arguments"):
        news = data.draw(
            st.lists(NAME, min_size=len(known[kind]), max_size=len(known[kind]), unique=True)
        )
        given[kind] = dict(zip(known[kind], news, strict=True))
    names = Names(**given)
    renamed = rewrite(world, names)
    assert rewrite(renamed, names.inverse()) == world
    there = Translation.between(world, renamed, names)
    back = there.inverse()
    for path in (
        "/sprite/Dog~11/x", "/clone/Dog~11/4/variable/own", "/clone/Cat/1/effect/ghost",
        "/variable/_stage_/speed", "/list/_stage_/log/3", "/event/Go", "/script/Dog~11/1",
        "/stage/backdrop", "/sprite/Nobody/x",
    ):  # fmt: skip
        assert back.path(there.path(path)) == path or "Nobody" in path
    assert back.value("/sprite/Cat/costume", there.value("/sprite/Cat/costume", "x")) == "x"
    query = Query.make("field_becomes", path="/sprite/Cat/costume", value="other")
    assert back.query(there.query(query)) == query


def test_actions_questions_and_alterations_are_translated(world: ProjectDocument) -> None:
    there = Translation.between(
        world, rewrite(world, NAMES), NAMES, {"hello": "hi"}, {"Cat": {0: 1, 1: 0}}
    )
    assert there.action(do("sprite_click", sprite="Dog/1")) == do("sprite_click", sprite="Cat")
    assert there.action(do("broadcast", message="GO")) == do("broadcast", message="Los!")
    assert there.action(do("answer", text="hello")) == do("answer", text="hi")
    assert there.query(Query.make("script_ends", rule="Cat/1")) == Query.make(
        "script_ends", rule="~0x~1~0/0"
    )
    move = Intervention.make("set_costume", target="/clone/Cat/2", costume="other")
    assert there.alteration(Alteration("intervene", 0, intervention=move)) == Alteration(
        "intervene",
        0,
        intervention=Intervention.make("set_costume", target="/clone/~0x~1~0/2", costume="plain"),
    )
    key = Intervention.make("set_literal", block="Cat/0/4", name="TO", value="Dog/1")
    assert there.intervention(key).arguments[2] == ("value", "Cat")
    assert [
        there.link(link)
        for link in ("root:broadcast Go", "root:key a", "condition:Cat/0/3=true", "end:Dog~11/0")
    ] == ["root:broadcast Los!", "root:key a", "condition:~0x~1~0/1/3=true", "end:Cat/0"]


def test_equal_names_are_told_apart_as_in_paths() -> None:
    assert path_names(["a", "a", "a (2)", "a"]) == ["a", "a (2)", "a (2) (2)", "a (3)"]


@pytest.mark.parametrize(
    "names",
    [
        {"sprites": {"Cat": "Dog/1"}},
        {"variables": {"speed": "seen"}},
    ],
)
def test_a_new_name_that_another_bears_is_refused(
    world: ProjectDocument, names: dict[str, dict[str, str]]
) -> None:
    with pytest.raises(ValueError, match="another one in the project"):
        rewrite(world, Names(**names))


@pytest.mark.parametrize(
    "names",
    [
        {"sprites": {"Cat": "_edge_"}},
        {"lists": {"a": "c", "b": "c"}},
        {"broadcasts": {"Go": "a", "Stop": "A"}},
        {"blocks": {"hop %s": "hop"}},
    ],
)
def test_names_that_cannot_be_are_refused(names: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(names))):
        Names(**names)


def test_free_texts_are_neither_numbers_nor_words_of_scratch(world: ProjectDocument) -> None:
    assert texts_of(world) == ["hello", "once"]
    assert [text for text in ("a", "1e3", " ", "TRUE", "#ff0", "Infinity", "0x1F", "3 cats")
            if is_free_text(text)] == ["a", "3 cats"]  # fmt: skip


def test_a_bare_project_json_stays_one() -> None:
    with zipfile.ZipFile(io.BytesIO(WORLD)) as archive:
        bare = archive.read("project.json")
    document = open_project(bare)
    assert document.assets == {}
    assert json.loads(write_project(document)) == json.loads(bare)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"ScratchV02" + bytes(9), "not_scratch_3"),
        (b'{"objName": "Stage"}', "not_scratch_3"),
        (b'{"targets": [], "x": NaN}', "parse_error"),
        (b'{"targets": [], "x": 1e999}', "parse_error"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(ProjectError) as caught:
        open_project(data)
    assert caught.value.reason == reason


def test_backspaces_go_as_they_do_in_scratch() -> None:
    document = open_project(b'{"targets": [], "a": "x\\by\\\\b\\u0008"}')
    assert document.content["a"] == "xy\\b"
