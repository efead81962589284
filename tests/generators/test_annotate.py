# SPDX-License-Identifier: Apache-2.0
"""``scratchworld annotate export``: programs from the corpus, and what is refused."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from generators.build import project_name, read_key
from scratchworld.cli import cli
from scratchworld.release import write_release
from tests.generators.worlds import WORLD
from tests.scoring.conftest import build_instance
from tests.scoring.events import CHAIN, event

pytestmark = pytest.mark.node


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "world.sb3").write_bytes(WORLD)
    key = tmp_path / "key"
    name = project_name(read_key(key), hashlib.sha256(WORLD).hexdigest())
    write_release(tmp_path / "release", [event(build_instance, "1", CHAIN, project=name)])
    given = [tmp_path / "release", tmp_path / "page.html", "--corpus", tmp_path / "corpus"]
    return ["annotate", "export", *map(str, given), "--key", str(key)]


def test_the_page_shows_the_program_of_the_corpus(tmp_path: Path, arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert "1 event query of " in result.output
    page = (tmp_path / "page.html").read_text("utf-8")
    [text] = re.findall(r'id="data">(.*?)</script>', page)
    scripts = {script["rule"]: script["text"] for script in json.loads(text)["programs"][0]}
    assert list(scripts) == ["Cat/0", "Cat/1", "Dog/0"]
    # one line a block, branches indented
    assert scripts["Cat/0"].splitlines() == [
        "whenflagclicked",
        "forever",
        "  turnright (1)",
        "  changevariableby n (1)",
        "  if (gt (variable n) (4))",
        "    broadcast (Go)",
        "    setvariableto n (0)",
    ]


def test_what_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "corpus" / "world.sb3").write_bytes(WORLD + b" ")
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert "instance 1: its project" in result.output
    write_release(tmp_path / "release", [build_instance()])
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert "the release has no causal instances to annotate" in result.output
