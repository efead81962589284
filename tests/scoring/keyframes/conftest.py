# SPDX-License-Identifier: Apache-2.0
"""A release of three key frames instances whose frames are drawn here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from scoring import with_pictures
from scoring.keyframes import Costume, Stance, write_png
from scoring.shown import ShownKeyframes
from scratchworld.release import InstancePictures, Publication, Release, ReleaseFacts, write_release
from scratchworld.release import load_release as load
from scratchworld.world import Delta, Instance, KeyframesInstance, Reference, State
from tests.scoring.conftest import build_instance
from tests.scoring.keyframes.test_objects import CHANGED, MOVED, RUN, START, WALK, drawn

LATER = MOVED._replace(x=150)
GONE = LATER._replace(visible=False)


def state_of(stance: Stance) -> State:
    values = {
        "x": stance.x,
        "y": stance.y,
        "size": stance.pose.size,
        "direction": stance.pose.direction,
        "costume": stance.costume,
        "visible": stance.visible,
        "layer": 1,
    }
    return {f"/sprite/Cat/{name}": value for name, value in values.items()}


def delta_to(stance: Stance) -> Delta:
    first = state_of(START)
    return {path: value for path, value in state_of(stance).items() if value != first[path]}


def reference(costume: Costume, name: str) -> Reference:
    x, y = map(round, costume.centre)
    return Reference("costume", name, "Cat", costume.name, (x, y), costume.scale)


COSTUMES = (reference(WALK, "c" * 32), reference(RUN, "d" * 32))
WINDOWS: dict[str, tuple[Stance, ...]] = {
    "1" * 16: (MOVED, LATER),
    "2" * 16: (CHANGED, MOVED, LATER, GONE),
    "3" * 16: (LATER, CHANGED),
}
"""The stances of the cat at the moments of each instance; the last one shows its goal."""


def window(name: str) -> KeyframesInstance:
    stances = WINDOWS[name]
    steps = 2 * len(stances)
    plain = build_instance(
        state_of(START),
        delta_to(stances[-1]),
        task="keyframes",
        instance_id=name,
        project=name,
        horizon=steps,
        ticks=3,
        actions=((),) * steps,
    )
    is_goal = name == "3" * 16
    goal = (Reference("goal", f"{len(stances) - 1}{name}" + "0" * 15, ticks=3 * steps),)
    return KeyframesInstance(
        **{each.name: getattr(plain, each.name) for each in fields(Instance)},
        moments=tuple(range(2, steps + 1, 2)),
        requests=tuple(f"The stage after step {2 * at}." for at in range(1, len(stances) + 1)),
        goal="goal_frame" if is_goal else "rules",
        references=COSTUMES + goal * is_goal,
        rules="when flag clicked\nmove (10) steps",
        result_weight=50 * is_goal,
        key_deltas=tuple(map(delta_to, stances)),
        reference_moments=(-1, 0, *[len(stances) - 1] * is_goal),
        hints=("Cat moves.",) * len(stances),
    )


class Drawn:
    """Draws what is asked for by name."""

    screenshots = True
    clip_formats = ()

    def of(self, instance_id: str) -> InstancePictures:
        return InstancePictures(
            screenshot="0" * 32,
            references=tuple(one.picture for one in window(instance_id).references),
            key_frames=tuple(
                f"{at}{instance_id}" + "0" * 15 for at in range(len(WINDOWS[instance_id]))
            ),
        )

    def read(self, file: str) -> bytes:
        name = file.removesuffix(".png")
        costumes = {one.picture: made.png for one, made in zip(COSTUMES, (WALK, RUN), strict=True)}
        if name in costumes:
            return costumes[name]
        if name == "0" * 32:
            return write_png(drawn(START))
        return write_png(drawn(WINDOWS[name[1:17]][int(name[0])]))


@pytest.fixture(scope="session")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("key frames") / "release"
    facts = ReleaseFacts(Publication(name="key frames"))
    write_release(out, [window(name) for name in WINDOWS], (), facts, pictures=Drawn())
    return out


@pytest.fixture(scope="session")
def loaded(pictured: Path) -> Release:
    return load(pictured)


@pytest.fixture(scope="session")
def asked(loaded: Release) -> list[ShownKeyframes]:
    return [*shown(loaded)]


def shown(release: Release) -> Iterator[ShownKeyframes]:
    for one in with_pictures(release, release.instances()):
        assert isinstance(one, ShownKeyframes)
        yield one
