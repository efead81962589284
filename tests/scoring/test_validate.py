# SPDX-License-Identifier: Apache-2.0
"""``scratchworld validate`` tells what ``score`` will make of a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from scoring import write_predictions
from scratchworld.cli import cli
from scratchworld.release import write_release
from scratchworld.world import Instance
from tests.scoring.events import event


def validate(*arguments: object) -> tuple[int, list[str]]:
    result = CliRunner().invoke(cli, ["validate", *map(str, arguments)])
    return result.exit_code, [" ".join(line.split()) for line in result.output.splitlines()]


def test_a_clean_file(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((i.instance_id, {"delta": i.target}) for i in corpus))
    code, lines = validate(release, path)
    assert code == 0
    assert "8 0 0 0 0 0" in lines
    assert lines[-1] == "Every instance has an answer that is used as given."


def test_a_file_with_faults(
    release: Path, corpus: list[Instance], predictions: Callable[..., Path]
) -> None:
    ids = [instance.instance_id for instance in corpus]
    path = predictions(
        {"instance_id": ids[0], "output": "no"},
        {"instance_id": ids[1], "output": "{'delta': {'Cat.x': 1}}"},
        {"instance_id": ids[3], "prediction": {"delta": {"Cat.x": 1, "/sprite/Cat/x": 3}}},
    )
    code, lines = validate(release, path)
    assert code == 1
    assert "1 1 1 0 5 0" in lines
    assert f"repaired broken JSON, mended 1 line 2, instance '{ids[1]}'" in lines
    assert f"unparseable no JSON object in the text 1 line 1, instance '{ids[0]}'" in lines
    assert "Cat.x 2" in lines
    assert lines[-1].startswith("A right line looks like {")


def test_right_lines_of_each_form(tmp_path: Path, make_instance: Callable[..., Instance]) -> None:
    instances = [
        make_instance(instance_id="1" * 16),
        make_instance(instance_id="2" * 16, task="rollout"),
        event(make_instance, "3" * 16),
    ]
    write_release(tmp_path / "r", instances)
    path = tmp_path / "p.jsonl"
    fields, no_event = {"delta": {}}, {"occurs": False, "chain": []}

    def right_lines(*answers: dict[str, object]) -> list[tuple[str, dict[str, object]]]:
        ids = (one.instance_id for one in instances)
        write_predictions(path, zip(ids, answers, strict=False))
        _, lines = validate(tmp_path / "r", path)
        parts = [line.split(" looks like ") for line in lines if line.startswith("A right line")]
        return [(start, json.loads(example)["prediction"]) for start, example in parts]

    field_line = {"delta": {"/sprite/Cat/x": 0}}
    event_line = {"occurs": True, "chain": ["root:green_flag", "rule:Cat/0"]}
    assert right_lines(fields, fields, no_event) == []
    assert right_lines(fields, fields, fields) == [("A right line", event_line)]
    assert right_lines(no_event, no_event, no_event) == [("A right line", field_line)]
    assert right_lines(no_event) == [
        ("A right line of next_state, rollout", field_line),
        ("A right line of causal", event_line),
    ]


def test_names_that_would_command_a_terminal(
    release: Path, corpus: list[Instance], predictions: Callable[..., Path]
) -> None:
    delta = {"/sprite/\x1b[2J\né\ud800/x": 1, "/sprite/Cat/x": 3}
    path = predictions({"instance_id": corpus[0].instance_id, "prediction": {"delta": delta}})
    _, lines = validate(release, path)
    assert r"/sprite/\x1b[2J\n\xe9\ud800/x 1" in lines


def test_a_selection(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((i.instance_id, {"delta": {}}) for i in corpus))
    code, lines = validate(release, path, "--task", "rollout", "--split", "dev")
    assert code == 0
    assert "2 0 0 0 0 0" in lines
    assert "Lines outside the selection, ignored: 6" in lines


def test_a_file_that_cannot_be_scored(release: Path, predictions: Callable[..., Path]) -> None:
    code, lines = validate(release, predictions({"instance_id": "feed", "output": ""}))
    assert code == 2
    assert "no such instance" in lines[0]


def test_strict_scores_repaired_answers_wrong(
    release: Path, corpus: list[Instance], predictions: Callable[..., Path]
) -> None:
    first = corpus[0]
    path = predictions(
        {"instance_id": first.instance_id, "output": f"so {{'delta': {first.target}}}"}
    )
    lenient = CliRunner().invoke(cli, ["score", str(release), str(path), "--draws", "1"])
    strict = CliRunner().invoke(cli, ["score", str(release), str(path), "--draws", "1", "--strict"])
    # One of three changed fields of the next-state instances found: 2 / (1 + 1 + 2 + 1).
    assert "changed-field F1, pooled                     40.0" in lenient.output
    assert "changed-field F1, pooled                      0.0" in strict.output
    assert "next_state          5   0         1" in strict.output
