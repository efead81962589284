# SPDX-License-Identifier: Apache-2.0
"""A corpus is found in the same order everywhere, without its duplicates."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from generators.build import find_projects
from scratchworld.errors import InputError


def put(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def test_all_formats_are_found_in_path_order(tmp_path: Path) -> None:
    put(tmp_path / "b" / "two.SB2", b"two")
    put(tmp_path / "a.sb3", b"three")
    put(tmp_path / "c.sb", b"one")
    put(tmp_path / "d" / "project.json", b' {"targets": []}')
    put(tmp_path / "d" / "package.json", b'{"name": "other"}')
    put(tmp_path / "readme.txt", b"text")
    names = [project.path.relative_to(tmp_path).as_posix() for project in find_projects(tmp_path)]
    assert names == ["a.sb3", "b/two.SB2", "c.sb", "d/project.json"]


def test_the_same_bytes_are_one_project(tmp_path: Path) -> None:
    put(tmp_path / "a.sb3", b"same")
    put(tmp_path / "b.sb3", b"same")
    (project,) = find_projects(tmp_path)
    assert project.path.name == "a.sb3"


def test_the_limit_keeps_the_first(tmp_path: Path) -> None:
    for name in "cab":
        put(tmp_path / f"{name}.sb3", name.encode())
    assert [project.path.stem for project in find_projects(tmp_path, 2)] == ["a", "b"]


def test_an_index_marks_synthetic_projects(tmp_path: Path) -> None:
    sha256 = put(tmp_path / "clone" / "clone-0.sb3", b"made")
    put(tmp_path / "real.sb3", b"real")
    entry = {"sha256": sha256, "family": "clone"}
    put(tmp_path / "synthetic.json", json.dumps({"files": {"clone/clone-0.sb3": entry}}).encode())
    found = {
        project.path.name: (project.source, project.family) for project in find_projects(tmp_path)
    }
    assert found == {"clone-0.sb3": ("synthetic", "clone"), "real.sb3": ("real", "")}


@pytest.mark.parametrize("text", ["[]", "{", '{"files": {"a": {}}}'])
def test_a_broken_index_is_named(tmp_path: Path, text: str) -> None:
    put(tmp_path / "synthetic.json", text.encode())
    with pytest.raises(InputError, match=r"synthetic\.json: not an index"):
        find_projects(tmp_path)


def test_a_missing_folder_and_an_empty_one_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        find_projects(tmp_path / "missing")
    with pytest.raises(InputError, match="holds no Scratch project"):
        find_projects(tmp_path)
