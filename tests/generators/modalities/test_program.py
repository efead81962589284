# SPDX-License-Identifier: Apache-2.0
"""The canonical program, as the VM has it after loading."""

from __future__ import annotations

import json

import pytest

from generators.modalities import MODALITIES, Subject, present
from scratchworld.world import canonical_json
from tests.generators.worlds import WORLD
from tests.golden.building import Block, Target, build
from vm_runner import VmRunner

pytestmark = pytest.mark.node

PROTOTYPE = {
    "tagName": "mutation",
    "children": [],
    "proccode": "jump %s times if %b",
    "argumentids": json.dumps(["how", "whether"]),
    "argumentnames": json.dumps(["count", "ready"]),
    "argumentdefaults": json.dumps(["", "false"]),
    "warp": "true",
}


@pytest.fixture(scope="module")
def custom() -> bytes:
    call = {**PROTOTYPE, "warp": True}
    return build(
        Target("Stage", variables={"~/ n": 3}, lists={"words": ["a", 1, "1.0"]}, messages=["Go"]),
        Target(
            "Cat/1",
            [
                [
                    Block("event_whenflagclicked"),
                    Block("procedures_call", {"how": 7}, mutation=call),
                ],
                [
                    Block(
                        "procedures_definition",
                        {"custom_block": Block("procedures_prototype", mutation=PROTOTYPE)},
                    ),
                    # the VM forgets messages that no block names
                    Block("event_broadcast", {"BROADCAST_INPUT": "Go"}),
                ],
            ],
        ),
    )


def make(data: bytes, runner: VmRunner) -> dict[str, object]:
    [made] = present(Subject(data, "original", (), runner), MODALITIES)["program"]
    assert made["variant"] == "original"
    return dict(made)


def test_ids_are_those_of_the_labels(runners: tuple[VmRunner, VmRunner]) -> None:
    runner, other = runners
    made = make(WORLD, runner)
    assert canonical_json(make(WORLD, other)) == canonical_json(made)
    text = canonical_json(made["program"])
    # what the VM calls these blocks itself is nobody's business
    for block_id in runner.load(WORLD).block_ids:
        assert f'"id":"{block_id}"' in text
    for left_out in ("assetId", "md5ext", "comments", "rotationCenter"):
        assert left_out not in text


def test_data_and_custom_blocks(custom: bytes, runners: tuple[VmRunner, VmRunner]) -> None:
    made = make(custom, runners[0])
    program = made["program"]
    assert isinstance(program, dict)
    stage, cat = program["targets"]
    assert stage["variables"] == {"~/ n": 3}
    assert stage["lists"] == {"words": ["a", 1, "1.0"]}
    assert stage["messages"] == ["Go"]
    assert (stage["name"], stage["costume"], stage["tempo"]) == ("_stage_", "plain", 60)
    assert (cat["x"], cat["direction"], cat["visible"]) == (0, 90, True)
    call = cat["rules"][0]["blocks"][1]
    assert call["id"] == "Cat~11/0/1"
    assert call["arguments"] == ["how", "whether"]
    prototype = cat["rules"][1]["blocks"][1]
    assert prototype["parameters"] == ["count", "ready"]
    assert prototype["warp"] is True
    text = str(made["scratchblocks"])
    assert "jump [7] times if <> // 1" in text
    assert "define jump (count) times if <ready> // run without screen refresh" in text
