# SPDX-License-Identifier: Apache-2.0
"""The commands that cut grids and choose frames of videos."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from scoring.keyframes import Picture, join_grid, read_picture, write_png
from scoring.shown import ShownKeyframes
from scratchworld.cli import cli
from tests.scoring.keyframes.scenes import BLUE, scene, write_video

START = scene(20, 30)
STATES = (scene(100, 80), scene(200, 90, BLUE), scene(300, 200), scene(60, 250))


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)])


def written(folder: Path) -> list[Picture]:
    return [read_picture(path.read_bytes()) for path in sorted(folder.iterdir())]


def test_a_grid_is_cut(tmp_path: Path) -> None:
    (tmp_path / "grid.png").write_bytes(write_png(join_grid(STATES)))
    done = run("split-grid", tmp_path / "grid.png", "--out", tmp_path / "cells")
    assert done.exit_code == 0, done.output
    assert all(map(np.array_equal, written(tmp_path / "cells"), STATES))
    halves = run("split-grid", tmp_path / "grid.png", "--number", 2, "--out", tmp_path / "halves")
    assert halves.exit_code == 0
    assert [one.shape for one in written(tmp_path / "halves")] == [(720, 480, 3)] * 2


def test_what_is_no_grid_is_named(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_bytes(b"text")
    done = run("split-grid", tmp_path / "text.png", "--out", tmp_path / "cells")
    assert done.exit_code == 2
    assert "text.png: not a picture that can be read" in done.output
    missing = run("split-grid", tmp_path / "none.png", "--out", tmp_path / "cells")
    assert missing.exit_code == 2
    assert "none.png: cannot be read" in missing.output
    assert run("split-grid", "a.png", "--number", 3, "--out", "x").exit_code == 2


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("av", reason="videos need PyAV")
    folder = tmp_path_factory.mktemp("film")
    (folder / "first.png").write_bytes(write_png(START))
    return write_video(folder / "film.mp4", [START, START, *STATES, STATES[3], STATES[3]])


def test_frames_are_chosen_and_told(film: Path, tmp_path: Path) -> None:
    first = film.parent / "first.png"
    done = run("extract-frames", film, "--adapter", "align", "--first", first, "--out", tmp_path)
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told == {
        "adapter": "align",
        "frames": [2, 3, 4, 7],
        "seconds": [0.2, 0.3, 0.4, 0.7],
        "files": [(tmp_path / f"{at}.png").as_posix() for at in range(1, 5)],
    }
    apart = [
        np.abs(a.astype(int) - b).mean() for a, b in zip(written(tmp_path), STATES, strict=True)
    ]
    assert max(apart) < 3


def test_times_are_as_many_as_frames_and_rise(film: Path, tmp_path: Path) -> None:
    right = ("--adapter", "times", "--number", 2)
    done = run("extract-frames", film, *right, "--time", 0.2, "--time", 0.5, "--out", tmp_path)
    assert json.loads(done.output)["frames"] == [2, 5]
    for wrong in (("--time", 1), (*right, "--time", 1), (*right, "--time", 1, "--time", 0)):
        assert run("extract-frames", film, *wrong, "--out", tmp_path).exit_code == 2


def test_an_instance_tells_what_is_wanted(
    film: Path, tmp_path: Path, pictured: Path, asked: list[ShownKeyframes]
) -> None:
    about = ("--instance", pictured, asked[0].instance_id)
    done = run("extract-frames", film, "--adapter", "times", *about, "--out", tmp_path)
    # two moments after 2 and 4 steps of 3 ticks: 0.2 s and 0.4 s
    assert json.loads(done.output)["seconds"] == [0.2, 0.4]
    unknown = run("extract-frames", film, "--instance", pictured, "f" * 16, "--out", tmp_path)
    assert unknown.exit_code == 2
    assert "has no key frames instance" in unknown.output


def test_a_command_of_ones_own(film: Path, tmp_path: Path) -> None:
    program = "import json, sys; json.load(sys.stdin); print(json.dumps({'frames': [1, 2, 3, 4]}))"
    line = shlex.join([sys.executable, "-c", program])
    done = run("extract-frames", film, "--adapter-command", line, "--out", tmp_path)
    told = json.loads(done.output)
    assert (told["adapter"], told["frames"]) == ("command", [1, 2, 3, 4])
    failing = run("extract-frames", film, "--adapter-command", "false", "--out", tmp_path)
    assert failing.exit_code == 2
    assert "the adapter command 'false' ended with code 1" in failing.output


def test_what_is_no_video_is_named(tmp_path: Path) -> None:
    pytest.importorskip("av", reason="videos need PyAV")
    (tmp_path / "text.mp4").write_bytes(b"text")
    done = run("extract-frames", tmp_path / "text.mp4", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "text.mp4: not a video that can be read" in done.output
    assert run("extract-frames", tmp_path / "none.mp4", "--out", tmp_path).exit_code == 2
    pictures = ("--first", tmp_path / "text.mp4")
    assert run("extract-frames", tmp_path / "text.mp4", *pictures, "--out", "x").exit_code == 2
