# SPDX-License-Identifier: Apache-2.0
"""The schemas say what the classes hold, and a fault is named by file and JSON path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import scratchworld.schemas as schemas
from scratchworld.errors import InputError
from scratchworld.schemas import SCHEMA_NAMES, check, load_schema, read_json
from scratchworld.world import (
    ACTION_FIELDS,
    INTERVENTION_FIELDS,
    TASKS,
    Action,
    Episode,
    Intervention,
    Step,
    Trace,
    TraceStep,
)

EXAMPLES: dict[str, str | float] = {
    "key": "space",
    "x": -240,
    "y": 180,
    "sprite": "Cat",
    "message": "go",
    "text": "",
    "level": 100,
}

PLACES = {"set_variable": "/variable/Cat/a~1b", "set_item": "/clone/Cat/2/list/l/12"}
INTERVENTION_EXAMPLES: dict[str, str | float] = {
    "value": "7",
    "target": "/sprite/Cat",
    "x": 1000,
    "y": -0.5,
    "direction": -90,
    "visible": True,
    "costume": "",
    "block": "Cat/0/12",
    "name": "KEY_OPTION",
    "seconds": 0,
    "rule": "Cat/0",
    "outcome": False,
}


def episode_with(action: object) -> dict[str, Any]:
    return {"seed": 1, "steps": [{"ticks": 5, "actions": [action]}]}


def test_every_schema_is_listed_and_valid() -> None:
    found = {file.name for file in Path(schemas.__file__).parent.glob("*.schema.json")}
    assert found == {f"{name}.schema.json" for name in SCHEMA_NAMES}
    for name in SCHEMA_NAMES:
        Draft202012Validator.check_schema(load_schema(name))


def test_every_task_has_a_prediction_schema() -> None:
    assert {f"prediction_{task}" for task in TASKS} <= set(SCHEMA_NAMES)


def test_unknown_schema() -> None:
    with pytest.raises(ValueError, match="episode"):
        load_schema("sonnet")


def test_episode_schema_lists_the_action_types() -> None:
    action = load_schema("episode")["$defs"]["action"]
    assert action["properties"]["type"]["enum"] == list(ACTION_FIELDS)


@pytest.mark.parametrize("type_", ACTION_FIELDS)
def test_episode_schema_takes_exactly_the_fields_of_an_action(type_: str) -> None:
    arguments = {name: EXAMPLES[name] for name in ACTION_FIELDS[type_]}
    action = Action.make(type_, **arguments).to_json()
    check(episode_with(action), "episode", "e.json")
    with pytest.raises(InputError, match="surplus"):
        check(episode_with({**action, "surplus": 1}), "episode", "e.json")
    for name in arguments:
        partial = {key: value for key, value in action.items() if key != name}
        with pytest.raises(InputError, match=rf"e\.json: \$\.steps\[0\]\.actions\[0\].*{name}"):
            check(episode_with(partial), "episode", "e.json")


def episode_of(intervention: object) -> dict[str, Any]:
    return {"seed": 1, "steps": [{"ticks": 5, "interventions": [intervention]}]}


def test_episode_schema_lists_the_intervention_types() -> None:
    intervention = load_schema("episode")["$defs"]["intervention"]
    assert intervention["properties"]["type"]["enum"] == list(INTERVENTION_FIELDS)


@pytest.mark.parametrize("type_", INTERVENTION_FIELDS)
def test_episode_schema_takes_exactly_the_fields_of_an_intervention(type_: str) -> None:
    examples = {**INTERVENTION_EXAMPLES, "path": PLACES.get(type_, "")}
    arguments = {name: examples[name] for name in INTERVENTION_FIELDS[type_]}
    change = Intervention.make(type_, **arguments)
    check(Episode.of([Step(1, (), (change,))]).to_json(), "episode", "e.json")
    with pytest.raises(InputError):
        check(episode_of({**change.to_json(), "surplus": 1}), "episode", "e.json")
    for name in arguments:
        partial = {key: value for key, value in change.to_json().items() if key != name}
        with pytest.raises(InputError, match=rf"e\.json: \$\.steps\[0\]\.interventions.*{name}"):
            check(episode_of(partial), "episode", "e.json")


@pytest.mark.parametrize(
    "fault",
    [
        {"type": "set_variable", "path": "/sprite/Cat/x", "value": 1},
        {"type": "set_variable", "path": "/variable/Cat/n", "value": None},
        {"type": "set_item", "path": "/list/Cat/l/length", "value": 1},
        {"type": "set_item", "path": "/list/Cat/l/0", "value": 1},
        {"type": "move", "target": "/stage", "x": 0, "y": 0},
        {"type": "turn", "target": "/sprite/Cat/x", "direction": 0},
        {"type": "set_visible", "target": "/clone/Cat/one", "visible": True},
        {"type": "set_visible", "target": "/clone/Cat/1", "visible": 1},
        {"type": "set_costume", "target": "/stage", "costume": 1},
        {"type": "set_literal", "block": "Cat/0", "name": "STEPS", "value": 1},
        {"type": "set_literal", "block": "Cat/0/1", "name": "STEPS", "value": True},
        {"type": "set_timer", "seconds": -1},
        {"type": "disable_rule", "rule": "Cat/0/1"},
        {"type": "force_condition", "block": "Cat/0/1", "outcome": 1},
    ],
)
def test_an_intervention_that_can_apply_nowhere_is_refused(fault: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"e\.json: \$\.steps\[0\]\.interventions\[0\]"):
        check(episode_of(fault), "episode", "e.json")


def test_an_episode_that_passes_can_be_built() -> None:
    data = {"steps": [{"ticks": 1}, {"ticks": 30, "actions": [{"type": "wait"}]}]}
    check(data, "episode", "e.json")
    assert len(Episode.from_json(data).steps) == 2
    check(Episode.from_json(data).to_json(), "episode", "e.json")


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], "$"),
        ({}, "$"),
        ({"steps": [], "sed": 1}, "$"),
        ({"seed": -1, "steps": []}, "$.seed"),
        ({"seed": 2**32, "steps": []}, "$.seed"),
        ({"seed": True, "steps": []}, "$.seed"),
        ({"steps": {}}, "$.steps"),
        ({"steps": [{}]}, "$.steps[0]"),
        ({"steps": [{"ticks": 0}]}, "$.steps[0].ticks"),
        ({"steps": [{"ticks": 1.5}]}, "$.steps[0].ticks"),
        (episode_with({"type": "fly"}), "$.steps[0].actions[0].type"),
        (episode_with({"key": "space"}), "$.steps[0].actions[0]"),
        (episode_with({"type": "key_down", "key": ""}), "$.steps[0].actions[0].key"),
        (episode_with({"type": "mouse_move", "x": 241, "y": 0}), "$.steps[0].actions[0].x"),
        (episode_with({"type": "mouse_move", "x": 0, "y": -181}), "$.steps[0].actions[0].y"),
        (episode_with({"type": "loudness", "level": 101}), "$.steps[0].actions[0].level"),
        (episode_with({"type": "answer", "text": 5}), "$.steps[0].actions[0].text"),
    ],
)
def test_faults_of_an_episode_are_named(data: object, path: str) -> None:
    with pytest.raises(InputError) as caught:
        check(data, "episode", "e.json")
    assert str(caught.value).startswith(f"e.json: {path}: ")
    assert "\n" not in str(caught.value)


def test_trace_schema_takes_the_lines_of_a_trace() -> None:
    event = {"type": "write", "tick": 1, "path": "/event/go", "value": 1}
    step = TraceStep({"/event/go": None}, (event,), (), 0)
    for line in Trace({"/event/go": 1}, (), (step,)).lines():
        check(line, "trace", "t.jsonl:1")
    with pytest.raises(InputError, match="events"):
        check({"t": 0, "state": {}, "delta": {}, "events": [{}]}, "trace", "t.jsonl:1")
    with pytest.raises(InputError, match="state"):
        check({"t": 0, "state": {"/event/go": None}, "delta": {}, "events": []}, "trace", "t:1")


def test_read_json(tmp_path: Path) -> None:
    path = tmp_path / "e.json"
    path.write_text(json.dumps({"seed": 3, "steps": []}))
    assert read_json(path, "episode") == {"seed": 3, "steps": []}


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "cannot be read"),
        (b'{"seed": 1, ', "not JSON"),
        (b"", "not JSON"),
        (b"\xff\xfe\xff", "not"),
        (b'{"seed": NaN, "steps": []}', "NaN"),
        (b"[" * 100_000, "not JSON"),
        (b'{"steps": 1}', "$.steps"),
    ],
)
def test_read_json_names_the_fault(tmp_path: Path, content: bytes | None, word: str) -> None:
    path = tmp_path / "e.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_json(path, "episode")
    assert str(path) in str(caught.value)
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)
