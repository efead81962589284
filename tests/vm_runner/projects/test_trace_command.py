# SPDX-License-Identifier: Apache-2.0
"""``scratchworld trace``: its file, its frames, and one line for everything that goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scratchworld.cli import cli
from scratchworld.schemas import check
from tests.golden.projects import GOLDEN

pytestmark = pytest.mark.node

EPISODE = {"seed": 1, "steps": [{"ticks": 2, "actions": [{"type": "green_flag"}]}, {"ticks": 5}]}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "motion.sb3"
    path.write_bytes(GOLDEN["motion"]().project)
    return path


def trace(project: Path, episode: object, out: str, *more: str) -> Result:
    file = project.with_name("episode.json")
    file.write_text(episode if isinstance(episode, str) else json.dumps(episode))
    arguments = ["trace", str(project), "--episode", str(file), "--out", out, *more]
    return CliRunner().invoke(cli, arguments)


def test_the_file_and_the_frames(project: Path, tmp_path: Path) -> None:
    out, frames = tmp_path / "trace.jsonl", tmp_path / "frames"
    result = trace(project, EPISODE, str(out), "--frames", str(frames))
    assert (result.exit_code, result.output) == (0, "")
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["t"] for line in lines] == [0, 1, 2]
    for number, line in enumerate(lines):
        check(line, "trace", f"line {number}")
    assert lines[0]["delta"] == {}
    assert lines[1]["state"]["/sprite/Cat/direction"] != lines[0]["state"]["/sprite/Cat/direction"]
    pictures = sorted(frames.iterdir())
    assert [path.name for path in pictures] == ["00000.png", "00001.png", "00002.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)
    # nothing but the file itself is left, and standard output gets the same
    assert not list(tmp_path.glob("*.part"))
    assert trace(project, EPISODE, "-").output == out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("episode", "words"),
    [
        ("{", "episode.json: not JSON"),
        ('{\n"seed": 1,\n"steps": [}', "line 3, column"),
        ({"steps": [{"ticks": 0}]}, "$.steps[0].ticks"),
        ({"steps": [{"ticks": 1, "actions": [{"type": "jump"}]}]}, "$.steps[0].actions[0].type"),
        (
            {"steps": [{"ticks": 1, "actions": [{"type": "sprite_click", "sprite": "Dog"}]}]},
            'bad_action: no sprite is named "Dog"',
        ),
    ],
)
def test_a_bad_episode_is_one_line(
    project: Path, tmp_path: Path, episode: object, words: str
) -> None:
    out = tmp_path / "trace.jsonl"
    result = trace(project, episode, str(out))
    assert result.exit_code == 2
    assert words in result.output
    assert result.output.count("\n") == 1
    assert not list(tmp_path.glob("trace*"))


def test_bad_projects_and_places_are_one_line(project: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.sb3"
    text.write_text("hello")
    for place, out, words in [
        (tmp_path / "none.sb3", "-", "unreadable: "),
        (text, "-", "corrupt_archive: text.sb3"),
        (project, str(tmp_path / "no" / "x.jsonl"), "cannot be written"),
    ]:
        result = trace(place, EPISODE, out)
        assert result.exit_code == 2
        assert words in result.output
        assert result.output.count("\n") == 1


def test_the_example_in_the_documentation_is_real(
    project: Path, repository: Path, tmp_path: Path
) -> None:
    text = (repository / "docs" / "trace.md").read_text(encoding="utf-8")
    _, episode, _, expected, _ = text[text.index("```json") :].split("```")
    result = trace(project, episode.removeprefix("json"), "-")
    assert result.output == expected.removeprefix("\n")
