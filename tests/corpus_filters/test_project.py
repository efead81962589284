# SPDX-License-Identifier: Apache-2.0
"""The normalised form says what the VM says."""

from __future__ import annotations

import pytest

from corpus_filters.project import Field, Place, Variable, normalise
from tests.golden.projects import GOLDEN
from vm_runner import VmRunner

PROGRAM = [
    {
        "name": "_stage_",
        "isStage": True,
        "costumes": ["plain"],
        "variables": [{"name": "n", "type": ""}],
        "rules": [],
    },
    {
        "name": "a/b",
        "isStage": False,
        "costumes": ["one", "two"],
        "variables": [],
        "rules": [
            {
                "rule": "a~1b/0",
                "blocks": [
                    {
                        "opcode": "event_whenkeypressed",
                        "fields": {"KEY_OPTION": {"value": "space"}},
                        "inputs": {},
                        "next": 1,
                        "shadow": False,
                    },
                    {
                        "opcode": "motion_movesteps",
                        "fields": {},
                        "inputs": {"STEPS": 2},
                        "next": None,
                        "shadow": False,
                    },
                    {
                        "opcode": "math_number",
                        "fields": {"NUM": {"value": 10}},
                        "inputs": {},
                        "next": None,
                        "shadow": True,
                    },
                ],
            }
        ],
    },
]
INITIAL = {"/sprite/a~1b/x": 3, "/sprite/a~1b/y": "NaN", "/sprite/a~1b/size": 50}


def test_names_blocks_and_places() -> None:
    stage, cat = normalise(PROGRAM, INITIAL | {"/sprite/a~1b/visible": True}).targets
    assert (stage.is_stage, stage.place, stage.variables) == (True, None, (Variable("n", ""),))
    # the name is escaped in the path of the field; a y that is no number is the centre
    assert cat.place == Place(3, 0, 50, True)
    assert cat.costumes == ("one", "two")
    hat, move, number = cat.scripts[0].blocks
    assert (hat.field("KEY_OPTION"), hat.field("OTHER"), hat.next) == ("space", "", 1)
    assert move.inputs == (("STEPS", 2),)
    assert number.fields == (Field("NUM", "10"),)


def test_literals_are_not_counted_as_blocks() -> None:
    assert normalise(PROGRAM, INITIAL).block_count == 2


@pytest.mark.node
def test_of_a_project_in_the_vm() -> None:
    with VmRunner() as runner:
        session = runner.load(GOLDEN["motion"]().project)
        initial, _ = session.start(0)
    project = normalise(session.program, initial)
    assert [target.name for target in project.targets] == ["_stage_", "Cat"]
    # flag, go to, repeat, turn, glide; key, change x, bounce
    assert project.block_count == 8
    assert project.targets[1].place == Place(0, 0, 100, True)
