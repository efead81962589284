# SPDX-License-Identifier: Apache-2.0
"""Key frames instances and their pictures, in a release and in one without targets."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from scratchworld.errors import ReleaseError
from scratchworld.release import (
    InstancePictures,
    Pictures,
    find_release_faults,
    find_revealing,
    load_release,
    withhold_targets,
    write_release,
)
from scratchworld.world import Instance, KeyframesInstance, Reference
from tests.scratchworld.release.conftest import build_instance

COSTUME = Reference("costume", "c" * 32, "Cat", "walk", centre=(-3, 20), scale=0.5)
GOAL = Reference("goal", "2" * 32, ticks=10)


def build_key_frames(name: str = "0" * 16, **changes: Any) -> KeyframesInstance:
    plain = build_instance(name, horizon=2, actions=((), ()), target={"/sprite/Cat/x": 77})
    values = {each.name: getattr(plain, each.name) for each in fields(Instance)}
    own: dict[str, Any] = {
        "task": "keyframes",
        "moments": (1, 2),
        "requests": ("The stage after step 1.", "The stage after step 2."),
        "goal": "goal_frame",
        "references": (COSTUME, GOAL),
        "rules": "when flag clicked",
        "result_weight": 50,
        "key_deltas": ({"/sprite/Cat/x": 5}, {"/sprite/Cat/x": 77}),
        "reference_moments": (0, 1),
        "hints": ("Cat moves.", "Cat moves on."),
    }
    return KeyframesInstance(**{**values, **own, **changes})


class Drawn:
    """Each picture is its name."""

    screenshots = True
    clip_formats = ()

    def of(self, instance_id: str) -> InstancePictures:
        names = "c" * 32, "2" * 32
        return InstancePictures(
            screenshot="0" * 32, references=names, key_frames=("1" * 32, names[1])
        )

    def read(self, file: str) -> bytes:
        return file.encode()


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("key frames") / "r"
    write_release(out, [build_key_frames(), build_key_frames("1" * 16)], pictures=Drawn())
    return out


def test_they_come_back_with_their_pictures(complete: Path) -> None:
    release = load_release(complete)
    read = next(release.instances("keyframes"))
    assert read == replace(build_key_frames(), canary=read.canary)
    pictures = Pictures(release)
    for name in ("0" * 16, "1" * 16):
        assert pictures.screenshot(name) == b"0" * 32 + b".png"
        assert pictures.key_frames(name) == (b"1" * 32 + b".png", b"2" * 32 + b".png")
        assert pictures.references(name) == (b"c" * 32 + b".png", b"2" * 32 + b".png")
    assert release.counts["pictures"]["key_frames"]["number"] == 4
    assert release.counts["pictures"]["references"]["number"] == 2
    assert not list(find_release_faults(release))
    assert list(release.to_pandas("keyframes")["moments"]) == [[1, 2]] * 2


def test_states_and_names_follow_from_the_columns() -> None:
    instance = build_key_frames()
    assert [state["/sprite/Cat/x"] for state in instance.key_states()] == [5, 77]
    assert [each.name for each in instance.references] == ["Cat: walk", ""]
    assert replace(COSTUME, sprite="_stage_").name == "walk"
    assert instance.identity() != replace(instance, moments=(2,)).identity()
    assert instance.identity() == replace(instance, hints=(), key_deltas=()).identity()
    with pytest.raises(ValueError, match="unknown reference 'sketch'; known: costume"):
        Reference.from_json({**COSTUME.to_json(), "kind": "sketch"})


def test_labels_are_withheld_and_references_are_not(complete: Path, tmp_path: Path) -> None:
    public, answers = tmp_path / "public", tmp_path / "answers"
    withhold_targets(load_release(complete), public, answers)
    assert not list(public.glob("key_frames/*"))
    for folder, told in ((public, False), (answers, True)):
        held = "".join(str(pq.read_table(file).to_pylist()) for file in folder.rglob("*.parquet"))
        for secret in ("1" * 32 + ".png", "Cat moves", '{"/sprite/Cat/x":5}'):
            assert (secret in held) == told
    blank = load_release(public).without_labels()
    asked = next(blank.instances())
    assert isinstance(asked, KeyframesInstance)
    assert (asked.key_deltas, asked.hints, asked.reference_moments) == ((), (), ())
    assert Pictures(blank).references("0" * 16)[0] == b"c" * 32 + b".png"
    with pytest.raises(ReleaseError, match="targets are withheld"):
        Pictures(load_release(public)).key_frames("0" * 16)
    whole = load_release(public, answers)
    assert list(whole.instances()) == list(load_release(complete).instances())
    assert len(Pictures(whole).key_frames("0" * 16)) == 2


def test_a_goal_frame_reveals_other_instances_and_not_its_own() -> None:
    asked = build_key_frames()
    later = build_instance(
        "f" * 16, task="next_state", step=2, history=(*asked.history, ()), actions=((),)
    )
    assert find_revealing([asked]) == {}
    assert find_revealing([replace(asked, references=(COSTUME,)), later]).keys() == {"0" * 16}
    found = find_revealing([asked, later])
    assert found == {"0" * 16: {"f" * 16}, "f" * 16: {"0" * 16}}
