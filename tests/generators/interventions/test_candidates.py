# SPDX-License-Identifier: Apache-2.0
"""The alterations that are thought of, and what each kind is."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from generators.interventions import KINDS, Candidate, Situation, candidates
from generators.interventions.thresholds import moved_thresholds
from scratchworld.world import Action, State, Step


def shadow(**fields: str) -> dict[str, Any]:
    return {
        "opcode": "math_number",
        "fields": {name: {"value": value} for name, value in fields.items()},
        "inputs": {},
        "next": None,
        "shadow": True,
    }


def block(opcode: str, inputs: dict[str, int] | None = None, **fields: str) -> dict[str, Any]:
    made = shadow(**fields)
    return {**made, "opcode": opcode, "inputs": inputs or {}, "shadow": False}


SPACE_RULE = {
    "rule": "Cat/0",
    "blocks": [
        block("event_whenkeypressed", KEY_OPTION="space"),
        block("control_if", {"CONDITION": 2, "SUBSTACK": 5}),
        block("operator_gt", {"OPERAND1": 3, "OPERAND2": 4}),
        block("data_variable", VARIABLE="n"),
        shadow(NUM="10"),
        block("motion_movesteps", {"STEPS": 6}),
        shadow(NUM="5"),
    ],
}
GO_RULE = {"rule": "Cat/1", "blocks": [block("event_whenbroadcastreceived", BROADCAST_OPTION="Go")]}
PROGRAM = [
    {"name": "_stage_", "costumes": ["day", "night"], "rules": []},
    {"name": "Cat", "costumes": ["sit", "run"], "rules": [SPACE_RULE, GO_RULE]},
]
STATE: State = {
    "/stage/backdrop": "day",
    "/sprite/Cat/x": 0,
    "/sprite/Cat/y": 0,
    "/sprite/Cat/direction": 90,
    "/sprite/Cat/visible": True,
    "/sprite/Cat/costume": "sit",
    "/variable/_stage_/n": 3,
    "/list/_stage_/l/length": 1,
    "/list/_stage_/l/1": "word",
}
STEPS = (Step(1, (Action.make("key_down", key="space"),)), Step(1, (Action.make("wait"),)))


def situation(executed: frozenset[str] = frozenset(), seed: int = 0) -> Situation:
    return Situation(PROGRAM, STATE, STEPS, executed, random.Random(seed))


def arguments(found: list[Candidate], kind: str) -> list[dict[str, Any]]:
    chosen = [candidate.alteration for candidate in found if candidate.kind == kind]
    return [dict(one.intervention.arguments) for one in chosen if one.intervention is not None]


def test_every_kind_of_field_and_literal_is_thought_of() -> None:
    found = candidates(situation(), 1000)
    counts = Counter(candidate.kind for candidate in found)
    # one message alone: a hat cannot be given another
    assert counts == {
        "replace_action": 1,
        "drop_action": 1,
        "insert_action": 2,
        "set_variable": 1,
        "set_item": 1,
        "move": 1,
        "turn": 1,
        "set_visible": 1,
        "set_costume": 2,
        "threshold_across": 1,
        "threshold_short": 1,
        "literal": 1,
        "event_condition": 1,
    }


def test_thresholds_move_by_the_live_value() -> None:
    found = candidates(situation(), 1000)
    # n is 3: "n > 10" is false and stays so down to "n > 3"; "n > 2" is true
    [across], [short] = arguments(found, "threshold_across"), arguments(found, "threshold_short")
    assert across == {"block": "Cat/0/2", "name": "OPERAND2", "value": 2}
    assert short == {"block": "Cat/0/2", "name": "OPERAND2", "value": 3}


@pytest.mark.parametrize("opcode", ["operator_lt", "operator_gt", "operator_equals"])
@pytest.mark.parametrize("name", ["OPERAND1", "OPERAND2"])
@pytest.mark.parametrize("value", [-2, 0, 5, 7.5])
@pytest.mark.parametrize("threshold", [-2, 0, 5, 100])
def test_a_comparison_turns_across_and_stays_short(
    opcode: str, name: str, value: float, threshold: float
) -> None:
    def outcome(number: float) -> bool:
        left, right = (number, value) if name == "OPERAND1" else (value, number)
        return {"operator_lt": left < right, "operator_gt": left > right}.get(opcode, left == right)

    across, short = moved_thresholds(opcode, name, value, threshold)
    assert isinstance(across, (int, float))
    assert outcome(across) is not outcome(threshold)
    if short is not None:
        assert isinstance(short, (int, float))
        assert short != threshold
        assert outcome(short) is outcome(threshold)


@pytest.mark.parametrize("seed", range(20))
def test_no_alteration_leaves_things_as_they_are(seed: int) -> None:
    found = candidates(situation(seed=seed), 1000)
    assert arguments(found, "set_variable")[0]["value"] != 3
    assert arguments(found, "set_item")[0]["value"] != "word"
    place = arguments(found, "move")[0]
    assert (place["x"], place["y"]) != (0, 0)
    turned = arguments(found, "turn")[0]["direction"]
    assert turned != 90
    assert -180 < turned <= 180
    assert arguments(found, "set_visible")[0]["visible"] is False
    costumes = {one["target"]: one["costume"] for one in arguments(found, "set_costume")}
    assert costumes == {"/stage": "night", "/sprite/Cat": "run"}
    assert arguments(found, "literal")[0]["value"] != 5
    assert arguments(found, "event_condition")[0]["value"] != "space"


def test_a_limit_goes_round_the_kinds() -> None:
    found = candidates(situation(), len(KINDS))
    assert [kind for kind, _ in found] == list(KINDS)


def test_what_the_window_executes_comes_first() -> None:
    rules = [
        {
            "rule": f"Cat/{n}",
            "blocks": [block("event"), block("motion", {"STEPS": 2}), shadow(NUM="1")],
        }
        for n in range(20)
    ]
    program = [{"name": "Cat", "costumes": [], "rules": rules}]
    executed = frozenset({"Cat/7/1"})
    first = Counter[str]()
    for seed in range(200):
        [candidate] = candidates(
            Situation(program, {}, (Step(1),), executed, random.Random(seed)), 1
        )
        assert candidate.alteration.intervention is not None
        first[str(dict(candidate.alteration.intervention.arguments)["block"])] += 1
    # three in four by rank, and one in twenty of the others by chance
    assert 0.65 < first["Cat/7/1"] / 200 < 0.88
