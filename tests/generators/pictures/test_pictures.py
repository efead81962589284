# SPDX-License-Identifier: Apache-2.0
"""Pictures of a small world's instances: drawn at the right ticks, and once each."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from generators.pictures import (
    FrameStore,
    PicturePlan,
    make_pictures,
    moments_of,
    pictures_from_json,
    pictures_to_json,
)
from generators.tasks import (
    CounterfactualPlan,
    Material,
    cut_next_state,
    cut_rollouts,
    make_counterfactuals,
)
from scratchworld.errors import ProjectError
from scratchworld.release import InstancePictures
from scratchworld.world import Instance, Step
from tests.generators.worlds import EPISODE, WORLD
from vm_runner import VmRunner

pytestmark = pytest.mark.node

PLAN = PicturePlan(history=3, interval=1, formats=("webp",))


@pytest.fixture(scope="module")
def instances(material: Material) -> list[Instance]:
    """A step, a rollout, and a counterfactual beside its twin."""
    (pair,) = material.episodes
    windows = [cut_next_state(*pair)[5], cut_rollouts(*pair, (4,))[7]]
    made = [window.instance(material.provenance, replay_digest="d" * 64) for window in windows]
    plan = CounterfactualPlan(cap=1, horizons=(4,), windows=4, tries=8, invariant_share=0)
    return made + make_counterfactuals(material, plan, max_changed=300)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> FrameStore:
    return FrameStore(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def made(
    instances: list[Instance], runners: tuple[VmRunner, VmRunner], store: FrameStore
) -> dict[str, InstancePictures]:
    return make_pictures(WORLD, instances, PLAN, runners[1], store, screenshots=True, clips=True)


def frames_by_hand(vm: VmRunner, steps: Sequence[Step], seed: int) -> list[bytes]:
    """The frame of every state, with nothing drawn in between."""
    session = vm.load(WORLD)
    session.start(seed)
    frames = [session.frame()]
    for step in steps:
        session.run([step])
        frames.append(session.frame())
    return frames


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_frames_are_those_of_the_states(
    instances: list[Instance],
    made: dict[str, InstancePictures],
    store: FrameStore,
    runners: tuple[VmRunner, VmRunner],
) -> None:
    expected = frames_by_hand(runners[0], EPISODE.steps, EPISODE.seed)
    for instance in instances:
        own = made[instance.instance_id]
        assert store.read(f"{own.screenshot}.png") == expected[instance.step]
        history = [store.read(f"{name}.png") for name in own.history]
        first = max(0, instance.step - PLAN.history)
        shown = instance.task != "next_state"
        assert history == (expected[first : instance.step] if shown else [])


def test_a_picture_is_stored_once(made: dict[str, InstancePictures], store: FrameStore) -> None:
    files = [path.name for path in store.path.rglob("*.png")]
    names = {own.screenshot for own in made.values()}.union(*(own.history for own in made.values()))
    assert names <= {name.removesuffix(".png") for name in files}
    contents = [path.read_bytes() for path in store.path.rglob("*.png")]
    assert len(set(contents)) == len(contents)


def test_clips_tell_when_their_pictures_are(
    instances: list[Instance], made: dict[str, InstancePictures], store: FrameStore
) -> None:
    for instance in instances:
        own = made[instance.instance_id]
        assert own.clip
        assert own.target_clip
        before = min(PLAN.history, instance.step) * instance.ticks
        assert own.clip.ticks == tuple(range(-before, 1))
        assert own.target_clip.ticks == tuple(range(1, instance.horizon * instance.ticks + 1))
        with Image.open(io.BytesIO(store.read(f"{own.clip.name}.webp"))) as clip:
            last = clip.n_frames - 1
            clip.seek(last)
            screenshot = opened(store.read(f"{own.screenshot}.png"))
            assert clip.convert("RGB").tobytes() == screenshot.tobytes()


def test_twins_share_what_was_before_and_differ_after(
    instances: list[Instance], made: dict[str, InstancePictures]
) -> None:
    factual, altered = (made[instance.instance_id] for instance in instances[-2:])
    assert (factual.screenshot, factual.history) == (altered.screenshot, altered.history)
    assert factual.clip == altered.clip
    assert factual.target_clip != altered.target_clip


def test_the_same_every_time(
    instances: list[Instance],
    made: dict[str, InstancePictures],
    store: FrameStore,
    runners: tuple[VmRunner, VmRunner],
    tmp_path: Path,
) -> None:
    again = FrameStore(tmp_path)
    assert (
        make_pictures(WORLD, instances[::-1], PLAN, runners[0], again, screenshots=True, clips=True)
        == made
    )
    for own in made.values():
        assert own.clip
        name = f"{own.clip.name}.webp"
        assert again.read(name) == store.read(name)


def test_an_instance_with_another_state_gets_no_picture(
    instances: list[Instance], runners: tuple[VmRunner, VmRunner], tmp_path: Path
) -> None:
    wrong = replace(instances[0], state={**instances[0].state, "/sprite/Cat/x": 123})
    with pytest.raises(ProjectError, match=r"unstable.*had another state"):
        make_pictures(
            WORLD, [wrong], PLAN, runners[1], FrameStore(tmp_path), screenshots=True, clips=False
        )


def test_moments_of_steps_that_the_interval_does_not_divide(instances: list[Instance]) -> None:
    rollout = replace(instances[1], ticks=30, step=2, horizon=2, task="rollout")
    moments = moments_of(rollout, PicturePlan(interval=7), clips=True)
    assert moments.now == 60
    assert moments.history == (0, 30)
    assert moments.before == tuple(range(0, 61, 6))
    assert moments.after == tuple(range(66, 121, 6))
    seven = moments_of(replace(rollout, ticks=7), PicturePlan(interval=6), clips=True)
    assert seven.after == tuple(range(15, 29))
    assert moments_of(rollout, PicturePlan(), clips=False).after == ()


def test_names_survive_the_work_folder(made: dict[str, InstancePictures]) -> None:
    for own in (*made.values(), InstancePictures()):
        assert pictures_from_json(pictures_to_json(own)) == own
