# SPDX-License-Identifier: Apache-2.0
"""The command: files, index, and what it refuses."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generators.synthetic import FAMILIES
from scratchworld.cli import cli


def synthesize(out: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["synthesize", str(out), *options])


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_index_describes_every_file(tmp_path: Path) -> None:
    result = synthesize(tmp_path / "out", "--per-family", "2", "--seed", "9")
    assert result.exit_code == 0, result.output
    written = files(tmp_path / "out")
    index = json.loads(written.pop("synthetic.json"))
    assert (index["format"], index["seed"]) == (1, 9)
    assert set(index["files"]) == set(written)
    assert len(written) == 2 * len(FAMILIES)
    for path, entry in index["files"].items():
        assert set(entry) == {"family", "knobs", "seed", "sha256", "template", "version"}
        assert entry["sha256"] == hashlib.sha256(written[path]).hexdigest()
        assert path.startswith(f"{entry['family']}/{entry['family']}-")


def test_the_same_seed_gives_the_same_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert synthesize(tmp_path / name, "--families", "pen,list").exit_code == 0
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_folder_of_an_earlier_run_is_replaced(tmp_path: Path) -> None:
    synthesize(tmp_path, "--families", "pen,list", "--per-family", "3")
    (tmp_path / "synthetic.json").unlink()  # as after an interruption
    assert synthesize(tmp_path, "--families", "list", "--per-family", "1").exit_code == 0
    assert set(files(tmp_path)) == {"list/list-0000.sb3", "synthetic.json"}
    assert not (tmp_path / "pen").exists()


@pytest.mark.parametrize(
    "name", ["notes.txt", "list/other.sb3", "list/pen-0000.sb3", "cats/cats-0000.sb3"]
)
def test_a_folder_with_other_files_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    synthesize(tmp_path, "--families", "list", "--per-family", "1")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"mine")
    before = files(tmp_path)
    result = synthesize(tmp_path, "--families", "list")
    assert result.exit_code == 2
    assert "holds other files" in result.output
    assert files(tmp_path) == before


def test_an_unknown_family_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    result = synthesize(tmp_path / "out", "--families", "motion,juggling")
    assert result.exit_code == 2
    assert "'juggling'" in result.output
    assert all(family in result.output for family in FAMILIES)
    assert not (tmp_path / "out").exists()


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    result = synthesize(tmp_path / "out", "--families", "list")
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_no_projects_are_refused(tmp_path: Path) -> None:
    assert synthesize(tmp_path / "out", "--per-family", "0").exit_code == 2
