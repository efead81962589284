# SPDX-License-Identifier: Apache-2.0
"""Which frames of a video stand for the moments, and which videos are refused."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.answer import Answer
from scoring.keyframes import (
    AdapterCommand,
    Footage,
    Opened,
    Opening,
    Picture,
    Wanted,
    compare_frames,
    open_answer,
    read_said,
    select_frames,
)
from scoring.keyframes.video import shrink
from scratchworld.errors import InputError
from tests.scoring.keyframes.scenes import BLUE, GREEN, data_url, ground, scene, write_video

START = scene(20, 30)
A, B, C, D = scene(100, 80), scene(200, 90, BLUE), scene(300, 200), scene(60, 250, GREEN)


def footage(*frames: Picture, rate: float = 10) -> Footage:
    return Footage(np.stack([*map(shrink, frames)]), np.arange(len(frames)) / rate)


def test_uniform_takes_the_end_of_each_part() -> None:
    wanted = Wanted.evenly(4)
    eight = footage(*[ground()] * 8)
    assert select_frames(eight, wanted, "uniform") == (1, 3, 5, 7)
    assert select_frames(footage(*[ground()] * 4), wanted, "uniform") == (0, 1, 2, 3)
    assert select_frames(footage(*[ground()] * 7), wanted, "uniform") == (0, 2, 4, 6)


def test_scene_takes_what_is_there_before_each_change() -> None:
    slides = footage(START, START, A, A, A, B, C, C, D)
    given = Wanted.evenly(4, first=START)
    assert select_frames(slides, given, "scene") == (4, 5, 7, 8)
    # without the given frame the first state counts, if the video is long enough for nothing else
    assert select_frames(footage(A, A, B, C, D, D), given, "scene") == (1, 2, 3, 5)
    assert select_frames(footage(A, B, C, D), given, "scene") == (0, 1, 2, 3)


def test_times_take_what_is_on_the_screen() -> None:
    wanted = Wanted(2, (0.5, 1.0), (0.2, 0.4))
    film = footage(START, A, B, C, D)
    assert select_frames(film, wanted, "times") == (2, 4)
    assert select_frames(film, wanted, "times", (0.19, 99)) == (1, 4)
    assert select_frames(film, wanted, "times", (0.1, 0.1)) == (1, 1)


def test_alignment_covers_all_states_wherever_they_are() -> None:
    wanted = Wanted.evenly(4, first=START)
    # all at the end: uniform would show the start three times
    late = footage(*[START] * 12, A, B, C, D)
    assert select_frames(late, wanted, "align") == (12, 13, 14, 15)
    early = footage(START, A, B, C, *[D] * 12)
    chosen = select_frames(early, wanted, "align")
    assert chosen[:3] == (1, 2, 3)
    assert chosen[3] == 15  # of equal frames the one whose time is the moment's
    assert select_frames(late, wanted, "uniform") == (3, 7, 11, 15)


def test_alignment_keeps_to_a_frame_that_is_shown() -> None:
    goal = Wanted(2, (0.5, 1.0), (1, 2), first=START, known={1: B})
    film = footage(START, A, B, C, D)
    assert select_frames(film, goal, "align")[1] == 2


def test_alignment_of_what_never_changes_keeps_to_time() -> None:
    still = footage(*[START] * 9)
    assert select_frames(still, Wanted.evenly(2, first=START), "align") == (4, 8)


def test_alignment_looks_at_a_long_video_in_part() -> None:
    film = Footage(np.zeros((2000, 72, 96, 3), dtype=np.uint8), np.arange(2000) / 30)
    film.small[1500:] = 200
    first, last = select_frames(film, Wanted.evenly(2, first=ground()), "align")
    assert first < 1500 <= last < 2000


@pytest.mark.parametrize("adapter", ["uniform", "scene", "times", "align"])
def test_too_short_a_video(adapter: str) -> None:
    said = read_said({"video": "x.mp4", "adapter": adapter}).content
    with pytest.raises(InputError, match="fewer frames"):
        select_frames(footage(A), Wanted.evenly(2), said.adapter)  # type: ignore[union-attr]


# --- files


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("av", reason="videos need PyAV")
    folder = tmp_path_factory.mktemp("videos")
    write_video(folder / "film.mp4", [START, START, A, B, C, D, D, D])
    write_video(folder / "short.mp4", [START, A])
    (folder / "cut.mp4").write_bytes((folder / "film.mp4").read_bytes()[:900])
    (folder / "text.mp4").write_bytes(b"a text")
    lines = b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n"
    (folder / "list.mp4").write_bytes(lines)
    return folder


def opened(folder: Path, command: AdapterCommand | None = None, **said: object) -> Answer:
    wanted = Wanted.evenly(4, first=START)
    return open_answer(read_said(said), wanted, Opening(folder, command))


def distance(answer: Answer, *frames: Picture) -> float:
    assert isinstance(answer.content, Opened), answer
    pairs = zip(answer.content.frames, frames, strict=True)
    return max(float(np.abs(one.astype(int) - other).mean()) for one, other in pairs)


def test_a_video_becomes_frames(film: Path) -> None:
    uniform = opened(film, video="film.mp4")
    assert (uniform.status, uniform.adapter) == ("ok", "uniform")
    assert distance(uniform, START, B, D, D) < 3
    for adapter in ("scene", "align"):
        found = opened(film, video="film.mp4", adapter=adapter)
        assert found.adapter == adapter
        assert distance(found, A, B, C, D) < 3
    timed = opened(film, video="film.mp4", adapter="times", times=[0.0, 0.2, 0.3, 0.5])
    assert distance(timed, START, A, B, D) < 3


@pytest.mark.parametrize("name", ["cut.mp4", "text.mp4", "list.mp4"])
def test_a_file_that_is_no_video(film: Path, name: str) -> None:
    answer = opened(film, video=name)
    assert answer.status == "unparseable"
    assert answer.detail == "not a video that can be read as MP4, WebM or GIF"


def test_a_video_with_too_few_frames(film: Path) -> None:
    answer = opened(film, video="short.mp4")
    assert answer.status == "schema_invalid"
    assert answer.detail == "a video with fewer frames than moments are asked for"
    timed = opened(film, video="film.mp4", adapter="times", times=[0.0])
    assert timed.detail == "1 frames, where 4 are asked for"


def test_a_video_beyond_the_limits(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.keyframes.video.MOST_FRAMES", 5)
    assert "more than 5 frames" in opened(film, video="film.mp4").detail
    monkeypatch.setattr("scoring.keyframes.video.MOST_VIDEO_BYTES", 100)
    assert opened(film, video="film.mp4").detail == "a video of more than 100 bytes"
    monkeypatch.setattr("scoring.keyframes.video.MOST_SIDE", 100)
    monkeypatch.setattr("scoring.keyframes.video.MOST_VIDEO_BYTES", 10**6)
    assert opened(film, video="film.mp4").detail == "a video of more than 100 pixels along a side"


def test_a_moving_gif_is_a_video(film: Path) -> None:
    first, *others = (Image.fromarray(one) for one in (START, A, B, C, D))
    first.save(film / "film.gif", save_all=True, append_images=others, duration=100)
    answer = opened(film, video="film.gif", adapter="scene")
    assert (answer.status, answer.adapter) == ("ok", "scene")
    assert distance(answer, A, B, C, D) < 3


def test_what_compression_does_is_close(film: Path) -> None:
    held = [one for one in (START, A, B, C, D) for _ in range(3)]
    write_video(film / "usual.mp4", held, pixels="yuv420p", loss=23)
    answer = opened(film, video="usual.mp4", adapter="scene")
    assert isinstance(answer.content, Opened)
    scores = compare_frames(START, (A, B, C, D), answer.content.frames)
    assert min(one.close.f1 for one in scores) > 0.95
    assert max(one.region.f1 for one in scores) < 0.94


def test_a_video_is_no_url(film: Path) -> None:
    assert opened(film, video=data_url(A)).status == "unparseable"


def command(program: str, seconds: float = 30) -> AdapterCommand:
    return AdapterCommand(shlex.join([sys.executable, "-c", program]), seconds)


def test_an_adapter_of_ones_own(film: Path, tmp_path: Path) -> None:
    log = tmp_path / "asked.json"
    program = (
        "import json, sys, pathlib\n"
        "asked = json.load(sys.stdin)\n"
        f"pathlib.Path({str(log)!r}).write_text(json.dumps(asked))\n"
        "assert pathlib.Path(asked['first_frame']).is_file()\n"
        "print(json.dumps({'frames': [2, 3, 4, 5]}))\n"
    )
    found = opened(film, command(program), video="film.mp4", adapter="scene")
    assert (found.status, found.adapter) == ("ok", "command")
    assert distance(found, A, B, C, D) < 3
    asked = json.loads(log.read_text())
    assert (asked["frames"], asked["wanted"], asked["shares"]) == (8, 4, [0.25, 0.5, 0.75, 1])
    assert asked["video"] == str((film / "film.mp4").resolve())


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("import sys; sys.exit('no idea')", "ended with code 1: no idea"),
        ("print('maybe')", "did not write"),
        ("print('[1, 2]')", "did not write"),
        ("print('{\"frames\": [1, 2]}')", "must choose 4 frame numbers"),
        ("print('{\"frames\": [1, 2, 3, true]}')", "must choose 4 frame numbers"),
        ("print('{\"frames\": [4, 3, 2, 1]}')", "that do not fall"),
        ("print('{\"frames\": [1, 2, 3, 8]}')", "numbers from 0 to 7"),
    ],
)
def test_a_fault_of_the_command_is_not_the_models(film: Path, program: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        opened(film, command(program), video="film.mp4")


def test_a_command_that_does_not_end_or_is_not_there(film: Path) -> None:
    with pytest.raises(InputError, match=r"took more than 0\.2 s"):
        opened(film, command("while True: pass", 0.2), video="film.mp4")
    for line in ("no-such-command-here", "'", ""):
        with pytest.raises(InputError, match="cannot be run"):
            opened(film, AdapterCommand(line), video="film.mp4")
