# SPDX-License-Identifier: Apache-2.0
"""Alterations and queries: their JSON forms, what they do to an episode, what they write."""

from __future__ import annotations

from typing import Any

import pytest

from scratchworld.world import (
    ALTERATION_FIELDS,
    QUERY_FIELDS,
    Action,
    Alteration,
    Episode,
    Intervention,
    Query,
    Step,
    written_by,
)

KEY = Action.make("key_down", key="space")
FLAG = Action.make("green_flag")
TURN = Intervention.make("turn", target="/sprite/Cat", direction=0)
EPISODE = Episode.of([Step(1, (FLAG,)), Step(1, (KEY,)), Step(1)], seed=3)

ALTERATIONS = {
    "replace_action": Alteration("replace_action", 0, 0, FLAG),
    "drop_action": Alteration("drop_action", 0, 0),
    "insert_action": Alteration("insert_action", 1, 0, KEY),
    "intervene": Alteration("intervene", 1, intervention=TURN),
}


@pytest.mark.parametrize("kind", ALTERATION_FIELDS)
def test_every_type_has_a_json_form_that_comes_back(kind: str) -> None:
    alteration = ALTERATIONS[kind]
    data = alteration.to_json()
    assert set(data) == {"type", "step", *ALTERATION_FIELDS[kind]}
    assert Alteration.from_json(data) == alteration


@pytest.mark.parametrize(
    ("kind", "steps"),
    [
        ("replace_action", [Step(1, (FLAG,)), Step(1, (FLAG,)), Step(1)]),
        ("drop_action", [Step(1, (FLAG,)), Step(1), Step(1)]),
        ("insert_action", [Step(1, (FLAG,)), Step(1, (KEY,)), Step(1, (KEY,))]),
        ("intervene", [Step(1, (FLAG,)), Step(1, (KEY,)), Step(1, (), (TURN,))]),
    ],
)
def test_steps_count_from_the_start_of_the_window(kind: str, steps: list[Step]) -> None:
    assert ALTERATIONS[kind].apply(EPISODE, start=1) == Episode.of(steps, seed=3)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "teleport", "step": 0},
        {"type": "drop_action", "step": 0},
        {"type": "drop_action", "step": 0, "index": 0, "action": FLAG.to_json()},
        {"type": "intervene", "step": 0, "intervention": {"type": "turn"}},
    ],
)
def test_another_shape_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"unknown alteration|takes the fields"):
        Alteration.from_json(data)


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError, match="no action 0"):
        ALTERATIONS["drop_action"].apply(EPISODE, start=2)
    with pytest.raises(ValueError, match="with what"):
        Alteration("replace_action", 0).apply(EPISODE)


@pytest.mark.parametrize(
    ("intervention", "paths"),
    [
        (None, set()),
        (TURN, {"/sprite/Cat/direction"}),
        (
            Intervention.make("move", target="/clone/Cat/2", x=0, y=0),
            {"/clone/Cat/2/x", "/clone/Cat/2/y"},
        ),
        (Intervention.make("set_costume", target="/stage", costume="night"), {"/stage/backdrop"}),
        (Intervention.make("set_item", path="/list/Cat/l/3", value=1), {"/list/Cat/l/3"}),
        (Intervention.make("set_literal", block="Cat/0/1", name="STEPS", value=1), set()),
        (Intervention.make("set_timer", seconds=2), set()),
    ],
)
def test_what_an_intervention_writes_itself(
    intervention: Intervention | None, paths: set[str]
) -> None:
    assert written_by(intervention) == paths


def test_a_query_has_a_json_form_that_comes_back() -> None:
    query = Query.make("field_exceeds", value=3, path="/sprite/Cat/x")
    assert list(query.to_json()) == ["event", "path", "value"]
    assert Query.from_json(query.to_json()) == query


@pytest.mark.parametrize("event", QUERY_FIELDS)
def test_a_query_with_a_missing_or_surplus_field_is_refused(event: str) -> None:
    fields = dict.fromkeys(QUERY_FIELDS[event], "x")
    assert Query.make(event, **fields).event == event
    with pytest.raises(ValueError, match="takes the fields"):
        Query.make(event, **fields, surplus=1)
    with pytest.raises(ValueError, match="takes the fields"):
        Query.make(event)


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(ValueError, match="known: field_changes"):
        Query.make("miracle")
