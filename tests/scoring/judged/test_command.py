# SPDX-License-Identifier: Apache-2.0
"""``scratchworld judge`` on a small release with frames of its own."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from scoring.keyframes import Picture, write_png
from scratchworld.cli import cli
from scratchworld.release import InstancePictures, load_release, withhold_targets, write_release
from scratchworld.world import Instance, KeyframesInstance, Reference
from tests.scoring.conftest import build_instance
from tests.scoring.judged.server import GOOD, completion, serving, texts_of

IDS = tuple(f"{number:016x}" for number in range(4))


def frame(x: int) -> Picture:
    """A black square on white, from the left."""
    picture = np.full((360, 480, 3), 255, dtype=np.uint8)
    picture[100:160, x : x + 60] = 0
    return picture


FIRST, TRUTH = frame(20), (frame(120), frame(220))
FILES = {"f": FIRST, "1": TRUTH[0], "2": TRUTH[1], "c": frame(0), "d": TRUTH[1]}
COSTUME = Reference("costume", "c" * 32, "Cat", "walk")
GOAL = Reference("goal", "d" * 32, ticks=10)


def key_frames(number: int) -> KeyframesInstance:
    plain = build_instance(instance_id=IDS[number], project=f"p{number}", horizon=2)
    values = {each.name: getattr(plain, each.name) for each in fields(Instance)}
    own: dict[str, Any] = {
        "task": "keyframes",
        "actions": ((), ()),
        "ticks": 5,
        "moments": (1, 2),
        "requests": ("After step 1.", "After step 2."),
        "goal": "goal_frame" if number % 2 else "rules",
        "references": (COSTUME, GOAL) if number % 2 else (COSTUME,),
        "rules": "when flag clicked",
        "result_weight": 50 if number % 2 else 0,
        "key_deltas": ({"/sprite/Cat/x": 5}, plain.target),
        "reference_moments": (0, 1) if number % 2 else (0,),
        "hints": ("Cat moves right.", "Cat moves on."),
    }
    return KeyframesInstance(**{**values, **own})


class Drawn:
    screenshots = True
    clip_formats = ()

    def of(self, instance_id: str) -> InstancePictures:
        with_goal = IDS.index(instance_id) % 2
        return InstancePictures(
            screenshot="f" * 32,
            references=("c" * 32, "d" * 32)[: 1 + with_goal],
            key_frames=("1" * 32, "2" * 32),
        )

    def read(self, file: str) -> bytes:
        return write_png(FILES[file[0]])


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("judged") / "release"
    write_release(out, [key_frames(number) for number in range(4)], pictures=Drawn())
    return out


def url(picture: Picture) -> str:
    return "data:image/png;base64," + base64.b64encode(write_png(picture)).decode()


@pytest.fixture
def answers(predictions: Callable[..., Path]) -> Path:
    """The truth, a copy of the first frame, the truth in another order; and one that is missing."""
    true, still, turned = TRUTH, (FIRST, FIRST), TRUTH[::-1]
    return predictions(
        *(
            {"instance_id": name, "prediction": {"frames": [*map(url, frames)]}}
            for name, frames in zip(IDS, (true, still, turned), strict=False)
        )
    )


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["judge", *map(str, arguments), "--draws", "50"])
    return result.exit_code, result.stdout, result.stderr


def test_a_run_and_its_calibration(release: Path, answers: Path, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="needs the extra scratchworld[judge]")
    out = tmp_path / "out"
    with serving(lambda body: completion(GOOD)) as server:
        code, text, err = run(
            *(release, answers, "--model", "m", "--base-url", server.base_url, "--out", out)
        )
        assert code == 0, err
        assert len(server.seen) == 3
        shown = [texts_of(body) for body in server.seen]
        code, again, _ = run(
            *(release, answers, "--model", "m", "--base-url", server.base_url, "--out", out)
        )
        assert (code, again) == (0, text)
        assert len(server.seen) == 3
    assert sum("outcome_completion" in each for each in shown) == 1
    assert all("Cat moves right." in each and "costume walk" in each for each in shown)
    assert "answer  missing: no line for this instance      1  instance '0000000000000003'" in text
    document = json.loads((out / "results.json").read_text())
    calibration = {one["component"]: one for one in document["calibration"]}
    progress = calibration["progress_alignment"]
    # exact F1 of truth, copy and turned: 1, 0 and that of two frames that have the square they
    # left in common: |P| = |G| = 2 x 7200 pixels, TP 2 x 3600
    assert progress["exact"]["value"] == pytest.approx((2 + 0 + 1) / 3)
    assert progress["judge"]["value"] == 2
    assert progress["bias"]["value"] == pytest.approx(1)
    assert calibration["causal_plausibility"]["exact"]["value"] == pytest.approx((3 + 0 + 1.5) / 3)
    # the copy has w = 50, the others 0
    assert calibration["outcome_completion"]["exact"]["n"] == 1
    assert document["results"]["keyframes"]["coverage,none"] == 1
    assert document["selection"] == {"cases": None, "split": None, "strict": False}
    [all_cases, *parts] = document["groups"]
    assert all_cases["outcomes"] == {"judged": 3, "unusable": 1}
    assert {(one["by"], one["value"]) for one in parts} >= {("goal", "rules"), ("moments", "2")}


def test_a_dry_run_needs_nothing(release: Path, answers: Path, tmp_path: Path) -> None:
    code, text, _ = run(release, answers, "--model", "m", "--out", tmp_path, "--dry-run")
    assert (code, text.split(" in ")[0]) == (0, "3 requests")
    lines = (tmp_path / "requests.jsonl").read_text().splitlines()
    assert [json.loads(line)["instance_id"] for line in lines] == [*IDS[:3]]
    assert [file.name for file in tmp_path.iterdir() if file.name != answers.name] == [
        "requests.jsonl"
    ]


@pytest.mark.parametrize("as_file", [False, True])
def test_chosen_cases(release: Path, answers: Path, tmp_path: Path, as_file: bool) -> None:
    # too long for the name of a file
    chosen = ", ".join((IDS[2], IDS[0]) * 20)
    if as_file:
        file = tmp_path / "hard.txt"
        file.write_text(f"{IDS[2]}\n{IDS[0]}\n")
        chosen = str(file)
    arguments = (release, answers, "--model", "m", "--out", tmp_path, "--cases", chosen)
    code, text, _ = run(*arguments, "--dry-run", "--parameter", "temperature=null")
    assert (code, text.split(" in ")[0]) == (0, "2 requests")
    lines = (tmp_path / "requests.jsonl").read_text().splitlines()
    assert [json.loads(line)["instance_id"] for line in lines] == [IDS[0], IDS[2]]
    assert set(json.loads(lines[0])["request"]) == {"model", "messages"}


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ((), "--base-url is missing"),
        (("--cases", "feed"), "has no key frames instance 'feed'"),
        (("--cases", ","), "names no instance"),
        (("--parameter", "x"), "not KEY=JSON"),
        (("--parameter", "x=NaN"), "not KEY=JSON"),
        (("--parameter", "stream=true"), "no such key"),
        (("--split", "test", "--dry-run"), "no case to judge"),
    ],
)
def test_what_the_command_refuses(
    release: Path, answers: Path, tmp_path: Path, more: tuple[str, ...], complaint: str
) -> None:
    code, _, err = run(release, answers, "--model", "m", "--out", tmp_path, *more)
    assert code == 2
    assert complaint in err


def test_hints_need_the_answers(release: Path, answers: Path, tmp_path: Path) -> None:
    public, apart = tmp_path / "public", tmp_path / "answers"
    withhold_targets(load_release(release), public, apart)
    arguments = (public, answers, "--model", "m", "--out", tmp_path / "out", "--dry-run")
    code, _, err = run(*arguments)
    assert (code, "targets are withheld" in err) == (2, True)
    assert run(*arguments, "--answers", apart)[0] == 0
