# SPDX-License-Identifier: Apache-2.0
"""Which files of a folder are projects."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from corpus_filters.files import find_files
from scratchworld.errors import InputError


def test_projects_by_name_and_content(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name, data in {
        "b/one.SB3": b"1",
        "a.sb2": b"1",
        "c.sb": b"",
        "project.json": b' {"targets": []}',
        "old.json": b'{"objName": "Stage"}',
        "other.json": b'{"files": {}}',
        "list.json": b'["targets"]',
        "notes.txt": b"x",
    }.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "gone.sb3").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.sb3")
    files = find_files(tmp_path)
    # files with the same bytes are all there, and so is one that cannot be read
    assert [file.name for file in files] == [
        "a.sb2", "b/one.SB3", "c.sb", "gone.sb3", "old.json", "project.json",
    ]  # fmt: skip
    assert files[0].sha256 == files[1].sha256 == hashlib.sha256(b"1").hexdigest()


def test_no_folder_and_no_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        find_files(tmp_path / "missing")
    with pytest.raises(InputError, match="no Scratch project"):
        find_files(tmp_path)
