# SPDX-License-Identifier: Apache-2.0
"""Episodes edited in one place, and the JSON form of interventions."""

from __future__ import annotations

import pytest

from scratchworld.world import (
    INTERVENTION_FIELDS,
    Action,
    Episode,
    Intervention,
    Step,
    drop_action,
    insert_action,
    intervene,
    replace_action,
)

A, B, C = (Action.make("key_down", key=key) for key in "abc")
EPISODE = Episode.of([Step(1, (A, B)), Step(5)], seed=3)
TURN = Intervention.make("turn", target="/sprite/Cat", direction=0)
MOVE = Intervention.make("move", target="/sprite/Cat", x=1, y=2)


def test_an_action_is_replaced() -> None:
    changed = replace_action(EPISODE, 0, 1, C)
    assert changed == Episode.of([Step(1, (A, C)), Step(5)], seed=3)


def test_an_action_is_dropped() -> None:
    assert drop_action(EPISODE, 0, 0) == Episode.of([Step(1, (B,)), Step(5)], seed=3)


@pytest.mark.parametrize(("index", "actions"), [(0, (C, A, B)), (1, (A, C, B)), (2, (A, B, C))])
def test_an_action_is_inserted(index: int, actions: tuple[Action, ...]) -> None:
    changed = insert_action(EPISODE, 0, index, C)
    assert changed == Episode.of([Step(1, actions), Step(5)], seed=3)


def test_interventions_are_added_after_those_that_are_there() -> None:
    once = intervene(EPISODE, 1, TURN)
    assert once == Episode.of([Step(1, (A, B)), Step(5, (), (TURN,))], seed=3)
    assert intervene(once, 1, MOVE).steps[1].interventions == (TURN, MOVE)
    assert EPISODE.steps[1].interventions == ()


@pytest.mark.parametrize(
    "edit",
    [
        lambda: replace_action(EPISODE, 0, 2, C),
        lambda: drop_action(EPISODE, 1, 0),
        lambda: drop_action(EPISODE, 0, -1),
        lambda: insert_action(EPISODE, 0, 3, C),
        lambda: insert_action(EPISODE, 2, 0, C),
        lambda: intervene(EPISODE, -1, TURN),
    ],
)
def test_a_place_that_is_not_there_is_refused(edit: object) -> None:
    assert callable(edit)
    with pytest.raises(IndexError):
        edit()


def test_the_json_form_of_a_step_shows_interventions_only_where_there_are_some() -> None:
    assert EPISODE.steps[1].to_json() == {"ticks": 5, "actions": []}
    changed = intervene(EPISODE, 0, TURN, MOVE)
    assert Episode.from_json(changed.to_json()) == changed


@pytest.mark.parametrize("type_", INTERVENTION_FIELDS)
def test_missing_and_surplus_fields_are_refused(type_: str) -> None:
    fields = dict.fromkeys(INTERVENTION_FIELDS[type_], 0)
    assert Intervention.from_json({"type": type_, **fields}).to_json() == {"type": type_, **fields}
    with pytest.raises(ValueError, match="takes the fields"):
        Intervention.make(type_, **fields, surplus=1)
    for name in fields:
        with pytest.raises(ValueError, match="takes the fields"):
            Intervention.make(type_, **{key: 0 for key in fields if key != name})


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown intervention type 'fly'"):
        Intervention.make("fly")
