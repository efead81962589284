# SPDX-License-Identifier: Apache-2.0
"""``scratchworld annotate export``: programs of the release or the corpus, and what is refused."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from generators.build import project_name, read_key
from generators.pictures.clips import encode_clip
from scratchworld.cli import cli
from scratchworld.release import ClipName, InstancePictures, Program, Programs, write_release
from tests.generators.worlds import WORLD
from tests.scoring.conftest import build_instance
from tests.scoring.events import CHAIN, event

CAT = """when flag clicked
forever
  turn cw [1] degrees
  change [n v] by [1]
  if <(n) > [4]> then
    broadcast (Go v)
    set [n v] to [0]
  end
end"""


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    """The command for a release of two queries, of a project of the corpus and of one renamed."""
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "world.sb3").write_bytes(WORLD)
    key = tmp_path / "key"
    name = project_name(read_key(key), hashlib.sha256(WORLD).hexdigest())
    queries = [
        event(build_instance, number, CHAIN, project=name, variant=variant)
        for number, variant in (("1", "original"), ("2", "rename"))
    ]
    write_release(tmp_path / "release", queries)
    given = [tmp_path / "release", tmp_path / "page.html", "--corpus", tmp_path / "corpus"]
    return ["annotate", "export", *map(str, given), "--key", str(key)]


def refused(arguments: list[str]) -> str:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2, result.output
    return result.stderr


def shown(page: Path) -> dict[str, Any]:
    [text] = re.findall(r'id="data">(.*?)</script>', page.read_text("utf-8"))
    data: dict[str, Any] = json.loads(text)
    return data


def scripts(page: Path) -> dict[str, str]:
    return {script["rule"]: script["text"] for script in shown(page)["programs"][0]}


@pytest.mark.node
def test_the_page_shows_the_program_of_the_corpus(tmp_path: Path, arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert "2 event queries of " in result.output
    both = {
        tuple(script["rule"] for script in program): program[0]["text"]
        for program in shown(tmp_path / "page.html")["programs"]
    }
    assert both.pop(("Cat/0", "Cat/1", "Dog/0")) == CAT
    # that of the renamed project is made again as a build did
    [(rules, text)] = both.items()
    assert {rule.partition("/")[0] for rule in rules}.isdisjoint(("Cat", "Dog"))
    assert [line.split()[0] for line in text.splitlines()] == [
        line.split()[0] for line in CAT.splitlines()
    ]


def test_the_page_shows_the_program_of_the_release(tmp_path: Path) -> None:
    hat = {"id": "Cat/0/0", "opcode": "event_whenflagclicked"}
    program = {"targets": [{"rules": [{"rule": "Cat/0", "blocks": [hat]}]}]}
    rows = [Program("a" * 16, "renamed", "dev", program, "")]
    one = event(build_instance, "1", CHAIN, variant="renamed")
    write_release(tmp_path / "release", [one], parts=[Programs(rows)])
    arguments = ["annotate", "export", str(tmp_path / "release"), str(tmp_path / "page.html")]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert scripts(tmp_path / "page.html") == {"Cat/0": "when flag clicked"}

    write_release(tmp_path / "release", [one])
    message = refused(arguments)
    assert f"no program of the project {'a' * 16} (renamed)" in message
    assert "--corpus DIR" in message


def png(colour: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (4, 3), colour).save(file, "PNG")
    return file.getvalue()


class OnePicture:
    """The same frame for every instance, and a clip from green to blue after it."""

    screenshots = True

    def __init__(self, *clip_formats: str) -> None:
        self.clip_formats = clip_formats

    def of(self, instance_id: str) -> InstancePictures:
        clips = (ClipName("1" * 32, (0,)), ClipName("2" * 32, (1, 2))) if self.clip_formats else ()
        return InstancePictures("0" * 32, (), *clips)

    def read(self, file: str) -> bytes:
        if file.endswith(".png"):
            return png("red")
        shown = ("red",) if file.startswith("1") else ("lime", "blue")
        return encode_clip([png(colour) for colour in shown], 1, "webp")


def colour(uri: str) -> tuple[int, ...]:
    kind, _, text = uri.partition(",")
    assert kind == "data:image/png;base64"
    pixel = Image.open(io.BytesIO(base64.b64decode(text))).getpixel((1, 1))
    assert isinstance(pixel, tuple)
    return pixel


def test_the_page_shows_the_frames_of_the_release(tmp_path: Path) -> None:
    programs = Programs([Program("a" * 16, "original", "dev", {"targets": []}, "")])
    one = event(build_instance, "1", CHAIN)
    release, page = tmp_path / "release", tmp_path / "page.html"

    def question(pictures: OnePicture, *more: str) -> dict[str, Any]:
        write_release(release, [one], parts=[programs], pictures=pictures)
        arguments = ["annotate", "export", str(release), str(page), *more]
        assert CliRunner().invoke(cli, arguments).exit_code == 0
        [found] = shown(page)["questions"]
        return dict(found)

    alone = question(OnePicture())
    assert (colour(alone["frame"]), alone["after"]) == ((255, 0, 0), None)
    both = question(OnePicture("webp"))
    assert (colour(both["frame"]), colour(both["after"])) == ((255, 0, 0), (0, 0, 255))
    assert question(OnePicture("webp"), "--no-after") == {**both, "after": None}


def test_what_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "corpus" / "world.sb3").write_bytes(WORLD + b" ")
    assert ": its project " in refused(arguments)
    write_release(tmp_path / "release", [build_instance()])
    assert "the release has no causal instances to annotate" in refused(arguments)
