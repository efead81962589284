# SPDX-License-Identifier: Apache-2.0
"""Key frames of a small world: what the stage shows at moments at which it differs."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from generators.keyframes import differing_pixels
from generators.pictures import FrameStore
from generators.tasks import KeyframesPlan, Material, make_keyframes
from scratchworld.release import InstancePictures, instance_to_row, row_to_instance
from scratchworld.world import (
    STAGE_OWNER,
    KeyframesInstance,
    Reference,
    diff,
)
from tests.generators.worlds import KEY_WORLD, material_of, pressing
from vm_runner import VmRunner

pytestmark = pytest.mark.node

PLAN = KeyframesPlan(cap=3, steps=8)
Made = dict[str, KeyframesInstance]


KEYS = ("right arrow", "h", "space", "right arrow", "s") * 8
EPISODE = pressing(KEYS)


@pytest.fixture(scope="module")
def material(runners: tuple[VmRunner, VmRunner]) -> Material:
    return material_of(KEY_WORLD, EPISODE, *runners)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> FrameStore:
    return FrameStore(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def pictures() -> dict[str, InstancePictures]:
    return {}


@pytest.fixture(scope="module")
def made(material: Material, store: FrameStore, pictures: dict[str, InstancePictures]) -> Made:
    instances, drawn = make_keyframes(material, PLAN, 300, store)
    assert instances, material.numbers
    pictures |= drawn
    assert [each.instance_id for each in instances] == list(drawn)
    return {each.instance_id: each for each in instances if isinstance(each, KeyframesInstance)}


def test_each_frame_is_what_the_stage_shows_then(
    material: Material,
    made: Made,
    pictures: dict[str, InstancePictures],
    store: FrameStore,
    runners: tuple[VmRunner, VmRunner],
) -> None:
    """By hand, from tick 0."""
    for name, instance in made.items():
        session = runners[1].load(material.data)
        session.start(instance.seed)
        steps = instance.episode().steps
        session.run(steps[: instance.step])
        frames = [session.frame()]
        for start, moment in pairwise((0, *instance.moments)):
            session.run(steps[instance.step + start : instance.step + moment])
            frames.append(session.frame())
        kept = [store.read(f"{each}.png") for each in pictures[name].key_frames]
        assert frames[1:] == kept
        assert all(differing_pixels(*pair) >= PLAN.pixels for pair in pairwise(frames))
        assert differing_pixels(frames[0], frames[-1]) >= PLAN.pixels
        assert len({*frames}) == len(frames)


def test_labels_are_those_of_the_trace(made: Made, runners: tuple[VmRunner, VmRunner]) -> None:
    for instance in made.values():
        trace = runners[1].run(KEY_WORLD, instance.episode())
        start = trace.state(instance.step)
        assert start == instance.state
        states = [trace.state(instance.step + moment) for moment in instance.moments]
        assert instance.key_deltas == tuple(diff(start, state) for state in states)
        assert instance.key_states() == tuple(states)
        assert instance.target == instance.key_deltas[-1]
        assert instance.moments[-1] == instance.horizon == len(instance.actions)
        assert trace.digest() == instance.replay_digest
        assert len(instance.requests) == len(instance.hints) == len(instance.moments)


def test_numbers_and_goals_take_turns(made: Made) -> None:
    assert {len(each.moments) for each in made.values()} == {2, 4, 6}
    assert {each.goal for each in made.values()} == {"rules", "goal_frame", "demonstration"}
    for each in made.values():
        assert each.result_weight == (50 if each.goal == "goal_frame" else 0)
    windows = sorted((each.step, each.step + each.horizon) for each in made.values())
    assert all(end <= start for (_, end), (start, _) in pairwise(windows))


def test_references_are_pictures_of_costumes_and_frames(
    made: Made, pictures: dict[str, InstancePictures], store: FrameStore
) -> None:
    for name, instance in made.items():
        assert pictures[name].references == tuple(each.picture for each in instance.references)
        costumes = [each for each in instance.references if each.kind == "costume"]
        owners = [
            (owner, kind) for owner in (STAGE_OWNER, "Cat", "Dog") for kind in ("plain", "other")
        ]
        assert [(each.sprite, each.costume) for each in costumes] == owners
        assert costumes[2] == Reference("costume", costumes[2].picture, "Cat", "plain", (20, 20))
        picture = Image.open(io.BytesIO(store.read(f"{costumes[2].picture}.png")))
        assert (picture.size, picture.mode) == ((41, 41), "RGBA")  # an edge of half a pixel
        assert picture.getpixel((20, 20)) == (128, 128, 0, 255)
        others = [each for each in instance.references if each.kind != "costume"]
        keys = pictures[name].key_frames
        if instance.goal == "goal_frame":
            (goal,) = others
            assert (goal.picture, goal.ticks) == (keys[-1], instance.horizon * 5)
        elif instance.goal == "demonstration":
            assert [each.ticks for each in others] == [
                (moment - instance.horizon) * 5 for moment in (0, *instance.moments[:-1])
            ]
        else:
            assert not others


def test_nothing_asked_tells_the_label(made: Made) -> None:
    for instance in made.values():
        assert "when [right arrow v] key pressed" in instance.rules
        asked = " ".join(instance.requests)
        assert "costume" not in asked
        assert "Cat" not in asked
        assert row_to_instance(instance_to_row(instance)) == instance


def test_making_them_again_gives_the_same(
    material: Material, made: Made, store: FrameStore
) -> None:
    assert make_keyframes(material, PLAN, 300, store)[0] == list(made.values())


def test_windows_that_show_too_little_are_counted(material: Material, store: FrameStore) -> None:
    material.numbers.clear()
    assert make_keyframes(
        material, KeyframesPlan(cap=1, pixels=480 * 360, windows=1, counts=(2,)), 300, store
    ) == ([], {})
    assert material.numbers["keyframes_same_picture"] == material.numbers["keyframes_tried"]
    material.numbers.clear()
    assert make_keyframes(material, KeyframesPlan(cap=1, ticks=6), 300, store) == ([], {})
    assert material.numbers == {"keyframes_too_little_happens": 1}
