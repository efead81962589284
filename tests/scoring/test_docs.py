# SPDX-License-Identifier: Apache-2.0
"""The pages of the documentation say what the code does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring import METRICS, REFERENCES, STATUSES, write_predictions
from scoring.errors_of_fields import ERRORS
from scratchworld.cli import cli
from scratchworld.release import COLUMNS, PICTURE_COLUMNS, TASK_COLUMNS
from scratchworld.world import FIELD_KINDS, Instance


@pytest.fixture
def page(repository: Path) -> Callable[[str], str]:
    return lambda name: (repository / "docs" / name).read_text("utf-8")


def table(*rows: list[str]) -> str:
    header, *body = rows
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("|".join(["", *(f" {cell} " for cell in line), ""]) for line in lines)


def marked(text: str, name: str) -> str:
    match = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    assert match, f"no table marked {name}"
    return match[1]


def block(text: str, command: str) -> str:
    match = re.search(rf"```\n\$ {re.escape(command)}\n(.*?)\n```", text, re.DOTALL)
    assert match, f"no block for {command}"
    return match[1]


def test_field_table(page: Callable[[str], str]) -> None:
    rows = [
        [
            f"`{kind.pattern}`",
            kind.name,
            kind.type,
            kind.range,
            kind.visibility,
            kind.presence,
            kind.tolerance,
        ]
        for kind in FIELD_KINDS
    ]
    header = ["path", "kind", "type", "values", "shown", "present", "matched"]
    assert marked(page("fields.md"), "fields") == table(header, *rows)


def test_column_table(page: Callable[[str], str]) -> None:
    rows = [[f"`{column.name}`", column.storage, column.meaning] for column in COLUMNS]
    assert marked(page("release.md"), "columns") == table(["column", "stored as", "meaning"], *rows)


def test_task_column_table(page: Callable[[str], str]) -> None:
    rows = [
        [f"`{task}`", f"`{column.name}`", column.storage, column.meaning]
        for task, columns in TASK_COLUMNS.items()
        for column in columns
    ]
    header = ["task", "column", "stored as", "meaning"]
    assert marked(page("release.md"), "task columns") == table(header, *rows)


def test_picture_column_table(page: Callable[[str], str]) -> None:
    rows = [
        [
            f"every task, modality `{name}`" if name in ("screenshot", "clip") else f"`{name}/`",
            f"`{column.name}`",
            column.storage,
            column.meaning,
        ]
        for name, columns in PICTURE_COLUMNS.items()
        for column in columns
    ]
    header = ["table", "column", "stored as", "meaning"]
    assert marked(page("release.md"), "picture columns") == table(header, *rows)


def test_every_metric_and_status_is_explained(page: Callable[[str], str]) -> None:
    text = page("scoring.md")
    for metric in METRICS:
        assert metric.title.replace(" (presence)", "") in text
    for status in STATUSES:
        assert f"| `{status}` |" in text
    for reference in REFERENCES:
        assert f"| `{reference}` |" in text
    for error in ERRORS:
        assert error.replace("_", " ") in text


def test_printed_outputs(
    page: Callable[[str], str],
    release: Path,
    corpus: list[Instance],
    predictions: Callable[..., Path],
) -> None:
    """The lines below are the predictions that the page's output comes from."""
    ids = [instance.instance_id for instance in corpus]
    x, score = "/sprite/Cat/x", "/variable/_stage_/score"
    path = predictions(
        {"instance_id": ids[0], "prediction": {"delta": {x: 0}}},
        {"instance_id": ids[1], "output": 'Nothing moves.\n```json\n{"delta": {}}\n```'},
        {"instance_id": ids[2], "prediction": {"delta": {x: 0, score: 3}}},
        {"instance_id": ids[3], "prediction": {"state": corpus[3].state}},
        {"instance_id": ids[4], "prediction": {"state": corpus[4].target_state()}},
        {"instance_id": ids[5], "output": "I cannot know that."},
        {"instance_id": ids[6], "output": '{"delta": {"/sprite/Cat/x": '},
    )
    right, copy = release.parent / "right.jsonl", release.parent / "copy.jsonl"
    write_predictions(right, ((one.instance_id, {"delta": one.target}) for one in corpus))
    write_predictions(copy, ((one.instance_id, {"state": one.state}) for one in corpus))
    for name, command, arguments in (
        ("scoring.md", "score RELEASE predictions.jsonl", ["score", release, path]),
        ("scoring.md", "copy-prior RELEASE", ["copy-prior", release]),
        ("scoring.md", "validate RELEASE predictions.jsonl", ["validate", release, path]),
        (
            "comparing.md",
            "compare RELEASE right.jsonl copy.jsonl --task rollout",
            ["compare", release, right, copy, "--task", "rollout"],
        ),
    ):
        result = CliRunner().invoke(cli, list(map(str, arguments)))
        assert result.exit_code == int(command.startswith("validate"))
        assert block(page(name), f"scratchworld {command}") == result.stdout.rstrip("\n")
