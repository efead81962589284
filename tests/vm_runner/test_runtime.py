# SPDX-License-Identifier: Apache-2.0
"""Where the JavaScript side lives when its own folder cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest

from vm_runner.runtime import CACHE_VARIABLE, cache_root, cached_copy, is_writable, source_folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Sources of two files, with a package and a test beside them."""
    folder = tmp_path / "js"
    for name in ("worker.js", "world/load.js", "node_modules/a/index.js", "test/load.test.js"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"// {name}")
    return folder


def names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_a_copy_holds_the_sources_alone(source: Path, tmp_path: Path) -> None:
    copy = cached_copy(source, tmp_path / "a" / "cache")
    assert names(copy) == {"worker.js", "world/load.js"}
    assert (copy / "world" / "load.js").read_text() == "// world/load.js"
    assert os.listdir(copy.parent) == [copy.name]


def test_the_same_sources_are_copied_once(source: Path, tmp_path: Path) -> None:
    copy = cached_copy(source, tmp_path)
    (copy / "kept").touch()
    (source / "node_modules" / "a" / "index.js").write_text("changed")
    assert cached_copy(source, tmp_path) == copy
    assert (copy / "kept").exists()


@pytest.mark.parametrize("change", ["content", "name"])
def test_changed_sources_get_a_copy_of_their_own(source: Path, tmp_path: Path, change: str) -> None:
    before = cached_copy(source, tmp_path)
    if change == "content":
        (source / "worker.js").write_text("// other")
    else:
        (source / "worker.js").rename(source / "main.js")
    assert cached_copy(source, tmp_path) != before


def test_a_copy_that_another_process_finished_first_is_taken(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_the_race(draft: Path, copy: Path) -> None:
        copy.mkdir()
        raise FileExistsError(copy)

    monkeypatch.setattr(Path, "rename", lose_the_race)
    assert cached_copy(source, tmp_path / "cache").is_dir()


def test_whether_a_folder_can_be_written_is_tried(tmp_path: Path) -> None:
    assert is_writable(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not is_writable(tmp_path / "absent")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind root"
)
def test_a_folder_without_permission_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert not is_writable(tmp_path)


def test_the_cache_is_the_users_unless_the_variable_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    assert cache_root() == platformdirs.user_cache_path("scratchworld")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert cache_root() == tmp_path


def test_the_sources_come_with_the_package() -> None:
    assert (source_folder() / "package-lock.json").is_file()
