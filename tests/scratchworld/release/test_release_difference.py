# SPDX-License-Identifier: Apache-2.0
"""``scratchworld diff``: what differs, and how far the version must rise."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scratchworld.cli import cli
from scratchworld.release import (
    Publication,
    Release,
    ReleaseFacts,
    ReportRow,
    compare_releases,
    load_release,
    withhold_targets,
    write_release,
)
from scratchworld.world import Instance
from tests.scratchworld.release.conftest import build_instance

OLD = [
    build_instance(f"{n:016x}", task=task, project=f"{n:x}" * 16)
    for n, task in enumerate(["next_state"] * 3 + ["rollout"])
]


def release(
    path: Path, instances: Iterable[Instance], version: str, report: Iterable[ReportRow] = ()
) -> Release:
    write_release(path, instances, report, ReleaseFacts(Publication(version=version)))
    return load_release(path)


def change(**changes: object) -> list[Instance]:
    return [dataclasses.replace(OLD[0], **changes), *OLD[1:]]  # type: ignore[arg-type]


ADDED = [*OLD, build_instance("f" * 16)]


@pytest.mark.parametrize(
    ("instances", "required", "part", "columns"),
    [
        (OLD, "none", None, ()),
        (change(replay_engines=("node", "spidermonkey")), "patch", "note", ("replay_engines",)),
        (ADDED, "minor", None, ()),
        (OLD[1:], "major", None, ()),
        (
            change(target={}, n_changed=0, replay_digest="e" * 64),
            "major",
            "label",
            ("target", "n_changed", "replay_digest"),
        ),
        (change(state={"/sprite/Cat/x": 11}), "major", "question", ("state",)),
        (change(split="test"), "major", "question", ("split",)),
    ],
)
def test_what_must_rise(
    tmp_path: Path, instances: list[Instance], required: str, part: str, columns: tuple[str, ...]
) -> None:
    old, new = release(tmp_path / "a", OLD, "1.2.3"), release(tmp_path / "b", instances, "1.2.3")
    difference = compare_releases(old, new)
    assert difference.required == required
    assert difference.is_sound == (required == "none")
    assert [(each.part, each.columns) for each in difference.changed] == (
        [(part, columns)] if part else []
    )
    lowest = {"none": "1.2.3", "patch": "1.2.4", "minor": "1.3.0", "major": "2.0.0"}[required]
    assert difference.next_version() == lowest
    risen = dataclasses.replace(difference, versions=("1.2.3", lowest))
    assert risen.is_sound
    assert risen.stated == required


def test_ids_are_told_by_task(tmp_path: Path) -> None:
    old, new = release(tmp_path / "a", OLD, "1.0.0"), release(tmp_path / "b", ADDED[1:], "1.0.0")
    difference = compare_releases(old, new)
    assert difference.added == {"next_state": ("f" * 16,)}
    assert difference.removed == {"next_state": (OLD[0].instance_id,)}
    assert compare_releases(new, old).added == difference.removed


def test_other_words_are_a_patch(tmp_path: Path) -> None:
    old = release(tmp_path / "a", OLD, "1.0.0")
    new = release(tmp_path / "b", OLD, "1.0.0", [ReportRow("a", "kept")])
    difference = compare_releases(old, new)
    assert (difference.files, difference.required) == (("report.parquet",), "patch")


def test_a_version_that_fell_is_not_sound(tmp_path: Path) -> None:
    old, new = release(tmp_path / "a", OLD, "1.1.0"), release(tmp_path / "b", OLD, "1.0.9")
    difference = compare_releases(old, new)
    assert (difference.stated, difference.is_sound) == (None, False)


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["diff", *map(str, arguments)])


def test_the_command_says_why_and_exits_with_1(tmp_path: Path) -> None:
    release(tmp_path / "a", OLD, "1.0.0")
    release(tmp_path / "b", [*change(target={}, n_changed=0)[:3]], "1.1.0")
    result = diff(tmp_path / "a", tmp_path / "b")
    assert result.exit_code == 1
    *lines, verdict = result.output.splitlines()
    assert f"  - {OLD[3].instance_id}" in lines
    assert f"  ~ {OLD[0].instance_id} label: target, n_changed" in lines
    assert verdict == (
        "1.0.0 -> 1.1.0: the first number must rise: 1 instance removed; 1 instance with another "
        f"label; other words in {', '.join(sorted(other_words()))}; at least 2.0.0"
    )
    document = json.loads(diff(tmp_path / "a", tmp_path / "b", "--json").output)
    assert document["required"] == "major"
    assert document["changed"][0]["columns"] == ["target", "n_changed"]


def other_words() -> list[str]:
    """Files that name the version, the tasks or the hashes of the data."""
    return [
        *("ERRATA.md", "LICENSE", "README.md", "croissant.json"),
        "schemas/prediction_rollout.schema.json",
    ]


def test_the_command_is_content_with_a_version_that_rose(tmp_path: Path) -> None:
    release(tmp_path / "a", OLD, "1.0.0")
    release(tmp_path / "b", ADDED, "1.1.0")
    result = diff(tmp_path / "a", tmp_path / "b")
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "next_state: 1 added"
    assert result.output.endswith("; it did\n")
    assert diff(tmp_path / "a", tmp_path / "a").output == "1.0.0 -> 1.0.0: the same content\n"
    assert diff(tmp_path / "a", tmp_path / "nowhere").exit_code == 2


def test_labels_are_compared_where_there_are_answers(tmp_path: Path) -> None:
    for name, instances in (("a", OLD), ("b", change(target={"/sprite/Cat/x": 1}))):
        complete = release(tmp_path / name, instances, "1.0.0")
        withhold_targets(complete, tmp_path / f"{name}-public", tmp_path / f"{name}-answers")
    public = (tmp_path / "a-public", tmp_path / "b-public")
    answers = ("--old-answers", tmp_path / "a-answers", "--new-answers", tmp_path / "b-answers")
    assert f"{OLD[0].instance_id} label: target" in diff(*public, *answers).output
    assert "labels were not compared" in diff(*public).output
