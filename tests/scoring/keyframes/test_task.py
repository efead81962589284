# SPDX-License-Identifier: Apache-2.0
"""The task keyframes from a release to figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring import (
    Bootstrap,
    reward,
    score_references,
    score_release,
    validate_predictions,
    write_predictions,
)
from scoring.cuts import cuts_of
from scoring.keyframes import Opening, join_grid, read_picture, write_png
from scoring.results import figures_of
from scoring.shown import ShownKeyframes, as_url
from scoring.table import count_all
from scoring.tasks import SCORED_TASKS
from scratchworld.cli import cli
from scratchworld.errors import ReleaseError
from scratchworld.release import Release, load_release, withhold_targets
from tests.scoring.keyframes.conftest import shown
from tests.scoring.keyframes.scenes import write_video

TASK = SCORED_TASKS["keyframes"]
DRAWS = Bootstrap(20)


def figures(instance: ShownKeyframes, prediction: object) -> dict[str, float | None]:
    answer = TASK.opened(instance, TASK.form.read(prediction, "ok"), Opening())
    table = count_all([(instance, answer)])
    [of_task] = figures_of(table, [*cuts_of(table, "keyframes", ("all",))], Bootstrap(1))
    return {name: figure.value for name, figure in of_task.items()}


def frames(*files: bytes) -> dict[str, list[str]]:
    return {"frames": [*map(as_url, files)]}


def test_the_true_frames_are_perfect(asked: list[ShownKeyframes]) -> None:
    for instance in asked:
        found = figures(instance, frames(*instance.truth))
        assert found == {
            "changed_region_f1_pooled": 1,
            "changed_region_f1_instance_mean": 1,
            "changed_region_f1_close_pooled": 1,
            "changed_region_f1_close_instance_mean": 1,
            "object_f1": 1,
            "frame_order": 1,
            "still_frames": None,
            "position_error": 0,
            "costume_accuracy": 1,
            "visibility_accuracy": 1,
            "objects_readable": 1,
            "frame_ssim": 1,
            "frame_psnr": 1,
            "exact_match": 1,
        }


def test_the_first_frame_again_looks_alike_and_earns_nothing(asked: list[ShownKeyframes]) -> None:
    for instance in asked:
        found = figures(instance, frames(*[instance.first] * len(instance.moments)))
        nothing = ("changed_region_f1_pooled", "changed_region_f1_instance_mean", "object_f1")
        assert [found[name] for name in nothing] == [0, 0, 0]
        assert found["changed_region_f1_close_pooled"] == 0
        assert (found["frame_order"], found["exact_match"]) == (0, 0)
        assert found["frame_ssim"] is not None
        assert found["frame_ssim"] > 0.85


def test_exchanged_frames_score_lower(asked: list[ShownKeyframes]) -> None:
    instance = asked[1]
    right = figures(instance, frames(*instance.truth))
    turned = figures(instance, frames(*reversed(instance.truth)))
    for name in ("changed_region_f1_pooled", "object_f1", "frame_order", "frame_ssim"):
        assert turned[name] is not None
        assert turned[name] < right[name]  # type: ignore[operator]
    assert turned["frame_order"] == 0


def test_a_goal_that_is_shown_cannot_be_earned(asked: list[ShownKeyframes]) -> None:
    instance = asked[2]
    assert list(instance.known()) == [1]
    assert instance.known()[1] == instance.truth[1]
    copied = figures(instance, frames(instance.first, instance.truth[1]))
    assert (copied["changed_region_f1_pooled"], copied["object_f1"]) == (0, 0)
    # nor does it cost anything to miss it
    missed = figures(instance, frames(instance.truth[0], instance.first))
    assert (missed["changed_region_f1_pooled"], missed["object_f1"]) == (1, 1)


def test_an_answer_that_cannot_be_used_is_wrong(asked: list[ShownKeyframes]) -> None:
    instance = asked[0]
    for prediction in ({"frames": ["a.png", "b.png"]}, {"frames": [as_url(b"")] * 2}, {}):
        found = figures(instance, prediction)
        assert found["changed_region_f1_pooled"] == found["frame_ssim"] == 0
        assert found["object_f1"] == found["visibility_accuracy"] == found["costume_accuracy"] == 0
        assert found["position_error"] is None
        assert found["objects_readable"] == 1
        assert found["frame_order"] == 0


def test_the_reward_is_the_changed_region(asked: list[ShownKeyframes]) -> None:
    instance = asked[0]
    assert reward(instance, frames(*instance.truth)) == 1
    assert reward(instance, json.dumps(frames(*instance.truth))) == 1
    assert reward(instance, frames(*[instance.first] * 2)) == 0
    assert reward(instance, "no frames at all") == 0
    half = reward(instance, frames(instance.truth[0], instance.first))
    assert 0.4 < half < 0.9


def test_frames_need_their_release(loaded: Release) -> None:
    bare = next(loaded.instances())
    with pytest.raises(ReleaseError, match="with_pictures"):
        TASK.opened(bare, TASK.form.read({"grid": "a.png"}, "ok"), Opening())


def test_the_labels_are_perfect_in_the_ladder(loaded: Release) -> None:
    ladder = score_references(loaded, bootstrap=DRAWS, only_quick=True)
    [labels] = ladder.rungs
    assert not ladder.faults()
    names = SCORED_TASKS["keyframes"].ladder
    assert [labels.figures[name].value for name in names] == [1] * len(names)


def test_the_copy_prior_has_both_sides(pictured: Path) -> None:
    done = CliRunner().invoke(cli, ["copy-prior", str(pictured), "--draws", "20", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert (told["passed"], told["earned"], told["rows"]) == (True, 0, [])
    whole, *parts = told["frames"]
    assert {part["value"] for part in parts} == {"real", "dev", "rules", "goal_frame"}
    assert whole["figures"]["changed_region_f1_pooled"]["value"] == 0
    assert whole["figures"]["frame_ssim"]["value"] > 0.9


@pytest.fixture
def answers(tmp_path: Path, asked: list[ShownKeyframes]) -> Path:
    """A file with an answer in each form: frames, a grid, a video."""
    pytest.importorskip("av", reason="videos need PyAV")
    first, second, third = asked
    for at, file in enumerate(first.truth):
        (tmp_path / f"{at}.png").write_bytes(file)
    grid = join_grid([*map(read_picture, second.truth)])
    (tmp_path / "grid.png").write_bytes(write_png(grid))
    film = [third.first, third.first, *third.truth]
    write_video(tmp_path / "film.mp4", [*map(read_picture, film)])
    said: list[dict[str, Any]] = [
        {"frames": ["0.png", "1.png"]},
        {"grid": "grid.png"},
        {"video": "film.mp4", "adapter": "scene"},
    ]
    path = tmp_path / "predictions.jsonl"
    write_predictions(path, zip([one.instance_id for one in asked], said, strict=True))
    return path


def test_a_prediction_file_with_every_form(loaded: Release, answers: Path) -> None:
    found = score_release(loaded, answers, bootstrap=DRAWS)
    groups = {(group.by, group.value): group for group in found.groups}
    assert groups["all", "all"].statuses["ok"] == 3
    # how the frames came is in the results
    for adapter in ("frames", "grid"):
        assert groups["adapter", adapter].figures["changed_region_f1_pooled"].value == 1
    film = groups["adapter", "scene"].figures
    assert film["changed_region_f1_close_pooled"].value is not None
    assert film["changed_region_f1_close_pooled"].value > 0.95
    assert film["object_f1"].value == 1
    assert {("kind", "rules"), ("kind", "goal_frame")} <= groups.keys()
    assert found.document["results"]["keyframes"]["object_f1,none"] == 1  # type: ignore[index]


def test_the_commands(pictured: Path, answers: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    out = tmp_path / "out"
    files = [str(pictured), str(answers)]
    scored = run(cli, ["score", *files, "--no-references", "--draws", "20", "--out", str(out)])
    assert scored.exit_code == 0, scored.output
    assert "keyframes: 3 instances of 3 projects" in scored.output
    assert "adapter scene" in scored.output
    assert (out / "report.html").stat().st_size > 10_000
    checked = run(cli, ["validate", *files])
    assert checked.exit_code == 0, checked.output
    (answers.parent / "0.png").write_bytes(b"")
    broken = run(cli, ["validate", *files])
    assert broken.exit_code == 1
    assert "not a picture that can be read" in broken.output


def test_validation_needs_no_labels(
    pictured: Path, answers: Path, tmp_path: Path, asked: list[ShownKeyframes]
) -> None:
    public = tmp_path / "public"
    withhold_targets(load_release(pictured), public, tmp_path / "answers")
    blank = load_release(public).without_labels()
    assert validate_predictions(blank, answers).is_clean
    assert not any(one.truth for one in shown(blank))
    whole = load_release(public, tmp_path / "answers")
    assert [one.truth for one in shown(whole)] == [one.truth for one in asked]
