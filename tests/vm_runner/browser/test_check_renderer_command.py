# SPDX-License-Identifier: Apache-2.0
"""``scratchworld check-renderer``: its lines, its files, and what it needs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from scratchworld.cli import cli
from tests.golden.projects import GOLDEN
from vm_runner import ensure_packages


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["check-renderer", *map(str, arguments)])


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name in ("broadcast", "motion"):
        (folder / f"{name}.sb3").write_bytes(GOLDEN[name]().project)
    (folder / "torn.sb3").write_bytes(b"PK\x03\x04")
    return folder


def test_without_a_browser(corpus: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run(corpus)
    assert result.exit_code == 2
    assert "no Chromium on PATH" in result.output
    assert result.output.count("\n") == 1


def test_without_playwright(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    result = run(corpus, "--chromium", sys.executable)
    assert result.exit_code == 2
    assert 'pip install "scratchworld[browser]"' in result.output
    assert result.output.count("\n") == 1


def test_without_projects(tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason='no Playwright: pip install "scratchworld[browser]"')
    result = run(tmp_path, "--chromium", sys.executable)
    assert result.exit_code == 2
    assert "no .sb3" in result.output


@pytest.mark.browser
@pytest.mark.node
def test_a_small_corpus(chromium: str, corpus: Path, tmp_path: Path) -> None:
    ensure_packages()  # or the first line would say that it installs them
    out = tmp_path / "out"
    result = run(corpus, "--steps", 20, "--out", out, "--chromium", chromium)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("broadcast.sb3: agrees; frames ")
    assert lines[2] == "torn.sb3: refused by ours; corrupt_archive"
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert (report["steps"], report["seed"]) == (20, 1)
    assert report["versions"]["scratch-render"]
    assert "SwiftShader" in report["graphics"]
    assert list(report["configurations"]) == ["reference", "accelerated canvas"]
    assert [row["verdict"] for row in report["projects"]] == ["agrees", "agrees", "refused by ours"]
    assert sorted(path.name for path in out.glob("*.png")) == ["worst-1.png", "worst-2.png"]
    with Image.open(out / "worst-1.png") as picture:
        assert picture.size == (3 * 480 + 2 * 8, 360)


@pytest.mark.browser
@pytest.mark.node
def test_a_folder_that_cannot_be_written(chromium: str, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run(corpus, "--out", tmp_path / "file" / "out", "--chromium", chromium)
    assert result.exit_code == 2
    assert "cannot be written" in result.output
