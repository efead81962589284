# SPDX-License-Identifier: Apache-2.0
"""Which files are checked, and what can be told of them without running them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from scratchworld.errors import InputError
from vm_runner.browser.projects import Traits, choose_projects, read_traits


def archive(**files: bytes) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as written:
        for name, data in files.items():
            written.writestr(name.replace("_", "."), data)
    return memory.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b/2.sb3", "a.sb2", "b/1.SB", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
    (tmp_path / "c.json").write_text('{"targets": []}')
    (tmp_path / "d.json").write_text("{}")
    return tmp_path


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_projects_of_a_folder_in_the_order_of_their_names(folder: Path) -> None:
    assert names(choose_projects(folder)) == ["a.sb2", "1.SB", "2.sb3", "c.json"]


def test_a_limit_spreads_over_the_folder(folder: Path) -> None:
    assert names(choose_projects(folder, 2)) == ["a.sb2", "2.sb3"]
    assert len(choose_projects(folder, 9)) == 4


def test_one_file_is_itself(folder: Path) -> None:
    assert choose_projects(folder / "a.sb2", 5) == [folder / "a.sb2"]


def test_nothing_to_check_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: no such folder"):
        choose_projects(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"no \.sb3"):
        choose_projects(tmp_path)


def test_formats_and_costumes_with_text() -> None:
    sb3 = json.dumps({"targets": []}).encode()
    plain, text = b"<svg><path/></svg>", b'<svg><g><text x="1">Hi</text></g></svg>'
    prefixed = b"<svg:svg><svg:text>Hi</svg:text></svg:svg>"
    assert read_traits(archive(project_json=sb3, a_svg=plain)) == Traits("sb3", 0)
    assert read_traits(archive(project_json=sb3, a_svg=text, b_svg=prefixed)) == Traits("sb3", 2)
    assert read_traits(archive(project_json=b'{"objName": "Stage"}', a_svg=text)).format == "sb2"
    assert read_traits(b'{"objName": "Stage"}') == Traits("sb2", 0)
    assert read_traits(b"ScratchV02...") == Traits("sb", 0)


def test_what_cannot_be_read_has_no_traits() -> None:
    assert read_traits(b"\0\0") == Traits("", 0)
    assert read_traits(archive(project_json=b"{")) == Traits("", 0)
