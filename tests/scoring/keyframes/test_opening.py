# SPDX-License-Identifier: Apache-2.0
"""From the files of an answer to frames: what is used, and what is refused by name."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from scoring.answer import Answer
from scoring.keyframes import (
    Opened,
    Opening,
    Picture,
    Wanted,
    fit_to_stage,
    join_grid,
    open_answer,
    read_picture,
    read_said,
    split_grid,
    write_png,
)
from scratchworld.errors import InputError
from scratchworld.schemas import load_schema
from tests.scoring.keyframes.scenes import data_url, ground, scene

SCENES = (scene(20, 30), scene(100, 80), scene(200, 90), scene(300, 200))


def opened(prediction: object, folder: Path | None = None, number: int = 4, **how: bool) -> Answer:
    return open_answer(read_said(prediction), Wanted.evenly(number), Opening(folder, **how))


def frames_of(answer: Answer) -> tuple[Picture, ...]:
    assert isinstance(answer.content, Opened), answer
    return answer.content.frames


def same(one: tuple[Picture, ...], other: tuple[Picture, ...]) -> bool:
    return len(one) == len(other) and all(map(np.array_equal, one, other))


@pytest.mark.parametrize(
    "prediction",
    [
        {"frames": ["a.png", "b.png"]},
        {"frames": ["a.png"], "why": "further keys do not matter"},
        {"grid": "a.png"},
        {"video": "a.mp4"},
        {"video": "a.mp4", "adapter": "times", "times": [0, 0.5]},
        {"video": "a.mp4", "adapter": "align"},
        {},
        [],
        {"frames": "a.png"},
        {"frames": []},
        {"frames": [1]},
        {"frames": [""]},
        {"grid": ["a.png"]},
        {"grid": None},
        {"grid": "a.png", "video": "a.mp4"},
        {"video": "a.mp4", "adapter": "best"},
        {"video": "a.mp4", "adapter": ["align"]},
        {"video": "a.mp4", "times": [0]},
        {"video": "a.mp4", "adapter": "times", "times": []},
        {"video": "a.mp4", "adapter": "times", "times": None},
        {"video": "a.mp4", "adapter": None},
        {"video": "a.mp4", "adapter": "times", "times": [True]},
        {"video": "a.mp4", "adapter": "times", "times": [-1]},
    ],
    ids=str,
)
def test_the_schema_says_what_is_read(prediction: object) -> None:
    schema = Draft202012Validator(load_schema("prediction_keyframes"))
    answer = read_said(prediction)
    assert schema.is_valid(prediction) == answer.usable
    assert answer.status == ("ok" if answer.usable else "schema_invalid")


def test_times_rise() -> None:
    answer = read_said({"video": "a.mp4", "adapter": "times", "times": [1, 0.5]})
    assert (answer.status, answer.detail) == ("schema_invalid", "'times' do not rise")


def test_frames_by_path_and_by_url_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    names = [f"in/{number}.png" for number in range(4)]
    for name, picture in zip(names, SCENES, strict=True):
        (tmp_path / name).write_bytes(write_png(picture))
    by_path = opened({"frames": names}, tmp_path)
    assert (by_path.status, by_path.adapter, by_path.detail) == ("ok", "frames", "")
    assert same(frames_of(by_path), SCENES)
    assert same(frames_of(opened({"frames": [*map(data_url, SCENES)]})), SCENES)


@pytest.mark.parametrize(("number", "rows", "columns"), [(2, 1, 2), (4, 2, 2), (6, 2, 3)])
def test_a_grid_is_cut_row_by_row(number: int, rows: int, columns: int) -> None:
    frames = tuple(scene(20 * at, 10 * at) for at in range(number))
    grid = join_grid(frames)
    assert grid.shape == (rows * 360, columns * 480, 3)
    answer = opened({"grid": data_url(grid)}, number=number)
    assert (answer.status, answer.adapter) == ("ok", "grid")
    assert same(frames_of(answer), frames)


def test_a_grid_that_does_not_divide_evenly_loses_nothing() -> None:
    picture = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    cells = split_grid(picture, 2, 3)
    assert [cell.shape[:2] for cell in cells] == [(2, 2), (2, 2), (2, 3), (3, 2), (3, 2), (3, 3)]
    assert sum(cell.size for cell in cells) == picture.size
    with pytest.raises(InputError, match="no 6 x 1 cells"):
        split_grid(picture, 6, 1)


def test_frames_of_another_size_are_repaired() -> None:
    large = [np.repeat(np.repeat(one, 2, axis=0), 2, axis=1) for one in SCENES]
    answer = opened({"frames": [*map(data_url, large)]})
    assert (answer.status, answer.adapter) == ("repaired", "frames")
    assert answer.detail == "frames of another size, resized to that of the stage"
    # enlarged without smoothing, they come back as they were
    assert same(frames_of(answer), SCENES)
    strict = opened({"frames": [*map(data_url, large)]}, strict=True)
    assert (strict.status, strict.usable) == ("repaired", False)


def test_a_smaller_frame_is_enlarged() -> None:
    small = np.full((9, 12, 3), 7, dtype=np.uint8)
    assert fit_to_stage(small).shape == (360, 480, 3)
    assert (fit_to_stage(small) == 7).all()


@pytest.mark.parametrize("given", [1, 3, 5])
def test_another_number_of_frames_is_no_answer(given: int) -> None:
    answer = opened({"frames": [data_url(ground())] * given})
    assert answer.status == "schema_invalid"
    assert answer.detail == f"{given} frames, where 4 are asked for"


def test_what_is_transparent_is_white() -> None:
    file = io.BytesIO()
    Image.new("RGBA", (2, 1), (255, 0, 0, 0)).save(file, "PNG")
    assert (read_picture(file.getvalue()) == 255).all()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb() -> bytes:
    """A small file that says it has four thousand million pixels."""
    head = struct.pack(">IIBBBBB", 65000, 65000, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


FILES = {
    "none.png": None,
    "empty.png": b"",
    "text.png": b"not a picture",
    "cut.png": write_png(SCENES[0])[:300],
    "bomb.png": bomb(),
    "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, name: str) -> None:
    file = FILES[name]
    if file is not None:
        (tmp_path / name).write_bytes(file)
    answer = opened({"frames": [name] * 4}, tmp_path)
    assert answer.status == "unparseable"
    expected = {"none.png": "a file that is not there", "bomb.png": "more than 4096 pixels"}
    assert expected.get(name, "not a picture that can be read") in answer.detail


@pytest.mark.parametrize(
    "name",
    ["../a.png", "/etc/hostname", "link.png", "up/../../a.png", "a\0b.png", "x" * 5000, "."],
    ids=["above", "absolute", "link", "up and down", "null", "long", "folder"],
)
def test_paths_stay_inside(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.png").write_bytes(write_png(SCENES[0]))
    folder = tmp_path / "inside"
    (folder / "up").mkdir(parents=True)
    (folder / "link.png").symlink_to(tmp_path / "a.png")
    answer = opened({"frames": [name] * 4}, folder)
    assert answer.status == "unparseable"
    assert "picture" not in answer.detail
    assert not answer.usable


@pytest.mark.parametrize("url", ["data:image/png,abc", "data:image/png;base64,???", "data:"])
def test_a_url_that_holds_no_picture(url: str) -> None:
    answer = opened({"frames": [url] * 4})
    assert (answer.status, answer.detail) == ("unparseable", "a data URL that is not in base64")


def test_without_a_folder_there_are_no_files() -> None:
    assert opened({"frames": ["a.png"] * 4}).status == "unparseable"
