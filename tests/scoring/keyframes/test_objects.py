# SPDX-License-Identifier: Apache-2.0
"""Sprites read from frames: found where they are, trusted where that can be known."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scoring.keyframes import HEIGHT, WIDTH, Picture
from scoring.keyframes.objects import ObjectCounts, Sprite, Stance, count_objects
from scoring.keyframes.templates import Costume, Pose, draw_costume
from tests.scoring.keyframes.scenes import ground

UPRIGHT = Pose(100, 90)


def costume(name: str, eye: str, size: tuple[int, int] = (120, 80)) -> Costume:
    """A red body with an eye on the right, drawn at two pixels a stage unit."""
    picture = Image.new("RGBA", size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.ellipse((4, 4, size[0] - 4, size[1] - 4), fill=(210, 40, 40, 255))
    pen.rectangle((70, 16, 104, 50), fill=eye)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return Costume(name, file.getvalue(), (size[0] / 2, size[1] / 2), 2.0)


WALK, RUN = costume("walk", "navy"), costume("run", "yellow")


def drawn(*stances: Stance, on: Picture | None = None) -> Picture:
    """The frame in which sprites with the costumes above stand like this."""
    frame = (ground() if on is None else on).astype(float)
    for one in stances:
        if not one.visible:
            continue
        worn = WALK if one.costume == "walk" else RUN
        template = [*draw_costume(worn, one.pose)][-1]
        top = round(HEIGHT / 2 - one.y - template.centre[1])
        left = round(WIDTH / 2 + one.x - template.centre[0])
        rows, columns = np.mgrid[0 : template.alpha.shape[0], 0 : template.alpha.shape[1]]
        on_stage = (rows + top >= 0) & (rows + top < HEIGHT)
        on_stage &= (columns + left >= 0) & (columns + left < WIDTH)
        rows, columns = rows[on_stage], columns[on_stage]
        under = frame[rows + top, columns + left]
        alpha = template.alpha[rows, columns, None]
        frame[rows + top, columns + left] = under * (1 - alpha) + template.colour[rows, columns]
    return frame.round().astype(np.uint8)


START = Stance(-120, 40, UPRIGHT, "walk", True)
MOVED = Stance(60, -50, UPRIGHT, "walk", True)
CHANGED = Stance(60, -50, UPRIGHT, "run", True)


def sprite(*later: Stance, first: Stance = START) -> Sprite:
    return Sprite((WALK, RUN), first, later)


def counted(said: Stance | Picture, true: Stance = CHANGED, first: Stance = START) -> ObjectCounts:
    picture = drawn(said) if isinstance(said, Stance) else said
    return count_objects(drawn(first), [drawn(true)], [picture], [sprite(true, first=first)])


def test_the_true_frame_is_all_right() -> None:
    # x, y and the costume change
    assert counted(CHANGED) == ObjectCounts(1, 1, 3, 3, 3, 1, 1, 1, 1, 0)


def test_the_first_frame_again_claims_nothing() -> None:
    copied = counted(START)
    assert (copied.claimed, copied.changed, copied.right) == (0, 3, 0)
    # and still it is seen, in the wrong costume, 201 units off
    assert (copied.visible_right, copied.shown, copied.costume_right, copied.placed) == (1, 1, 0, 1)
    assert copied.distance == pytest.approx(1000 * np.hypot(180, 90), abs=1)


@pytest.mark.parametrize("off", [0, 2, 3])
def test_a_few_units_are_near_enough(off: int) -> None:
    near = counted(CHANGED._replace(x=CHANGED.x + off))
    assert (near.claimed, near.right, near.distance) == (3, 3, 1000 * off)


def test_a_coordinate_that_is_wrong_costs_itself_alone() -> None:
    wrong = counted(CHANGED._replace(x=120))
    assert (wrong.claimed, wrong.right, wrong.distance) == (3, 2, 60_000)
    plain = counted(MOVED)
    assert (plain.claimed, plain.right, plain.costume_right) == (2, 2, 0)


def test_a_sprite_that_goes_and_one_that_comes() -> None:
    hidden = CHANGED._replace(visible=False)
    gone = counted(hidden, true=hidden)
    assert (gone.claimed, gone.changed, gone.right, gone.shown) == (1, 1, 1, 0)
    stayed = counted(START, true=hidden)
    assert (stayed.claimed, stayed.right, stayed.visible_right) == (0, 0, 0)
    comes = counted(CHANGED, first=START._replace(visible=False))
    assert (comes.claimed, comes.changed, comes.right) == (4, 4, 4)
    absent = counted(hidden, first=START._replace(visible=False))
    assert (absent.claimed, absent.changed, absent.right) == (0, 4, 0)


@pytest.mark.parametrize("direction", [-90, 45, 180])
def test_a_sprite_that_turns(direction: float) -> None:
    turned = CHANGED._replace(pose=Pose(80, direction))
    assert counted(turned, true=turned) == ObjectCounts(1, 1, 3, 3, 3, 1, 1, 1, 1, 0)
    assert counted(START, true=turned).claimed == 0


def test_a_sprite_at_the_edge_of_the_stage() -> None:
    edge = CHANGED._replace(x=225, y=-160)
    assert counted(edge, true=edge).right == 3


def test_what_cannot_be_trusted_is_left_out() -> None:
    # a true frame that does not show what its state says, as when another sprite is in front
    counts = count_objects(drawn(START), [ground()], [ground()], [sprite(CHANGED)])
    assert counts == ObjectCounts(sprites=1)
    counts = count_objects(ground(), [drawn(CHANGED)], [drawn(CHANGED)], [sprite(CHANGED)])
    assert counts == ObjectCounts(sprites=1)


def test_costumes_too_small_or_too_large_to_be_found_are_left_out() -> None:
    for pose in (Pose(1, 90), Pose(2000, 90)):
        assert not [*draw_costume(WALK, pose)]
        there = CHANGED._replace(pose=pose)
        counts = count_objects(drawn(START), [ground()], [ground()], [sprite(there)])
        assert counts == ObjectCounts(sprites=1)


def test_costumes_that_look_alike_are_one() -> None:
    twin = replace(WALK, name="again")
    true = MOVED._replace(costume="again")
    both = Sprite((WALK, twin), START, (true,))
    frame = drawn(true._replace(costume="walk"))
    counts = count_objects(drawn(START), [frame], [frame], [both])
    assert (counts.read, counts.changed, counts.right, counts.costume_right) == (1, 2, 2, 1)


def test_sprites_can_share_a_costume() -> None:
    # of other names too; the second cat stands still, and its like moves
    second = Stance(-100, -120, UPRIGHT, "strut", True)
    other = Sprite((replace(WALK, name="strut"),), second, (second,))
    seen = second._replace(costume="walk")
    first, true = drawn(START, seen), drawn(CHANGED, seen)
    found = count_objects(first, [true], [true], [sprite(CHANGED), other])
    assert (found.read, found.changed, found.right, found.costume_right) == (2, 3, 3, 2)


def test_moments_add_up_and_shown_ones_are_left_out() -> None:
    frames = [drawn(MOVED), drawn(CHANGED)]
    found = count_objects(drawn(START), frames, frames, [sprite(MOVED, CHANGED)])
    assert (found.sprites, found.read, found.changed, found.right) == (2, 2, 5, 5)
    goal = count_objects(drawn(START), [frames[0], None], frames, [sprite(MOVED, CHANGED)])
    assert (goal.sprites, goal.changed, goal.right) == (1, 2, 2)


def test_noise_does_not_hide_a_sprite() -> None:
    down, across = np.mgrid[0:HEIGHT, 0:WIDTH]
    noise = ((37 * down + 11 * across + down * across) % 17 - 8)[..., None]
    noisy = np.clip(drawn(CHANGED).astype(int) + noise, 0, 255).astype(np.uint8)
    assert counted(noisy).right == 3
