# SPDX-License-Identifier: Apache-2.0
"""Moments, costumes, requests and hints, from traces made by hand."""

from __future__ import annotations

import io
import random
from collections.abc import Mapping

import pytest
from PIL import Image

from generators.keyframes import (
    choose_costumes,
    differing_pixels,
    find_drafts,
    first_moment,
    hints_of,
    requests_of,
    shown_costumes,
    visible_changes,
)
from scratchworld.world import Reference, State, Trace, TraceStep, Value

CAT: dict[str, Value] = {
    "/stage/backdrop": "sky",
    "/sprite/Cat/x": 0,
    "/sprite/Cat/y": 0,
    "/sprite/Cat/costume": "walk",
    "/sprite/Cat/visible": True,
    "/sprite/Cat/layer": 1,
    "/sprite/Dog/x": 0,
    "/sprite/Dog/costume": "sit",
    "/sprite/Dog/visible": False,
    "/variable/_stage_/score": 0,
}


def trace(*deltas: Mapping[str, Value | None], state: State = CAT) -> Trace:
    return Trace(state, (), tuple(TraceStep(dict(delta), (), (), 0) for delta in deltas))


def test_moments_stand_where_what_is_seen_adds_up() -> None:
    """Weights: 1, 0, 4 (a switch, and one field), 1, 0 in the window that starts at step 1."""
    steps: list[dict[str, Value | None]] = [
        {},
        {"/sprite/Cat/x": 1},
        {"/variable/_stage_/score": 5},
        {"/sprite/Cat/costume": "run"},
        {"/sprite/Cat/y": 3},
        {"/sprite/Dog/x": 9, "/sprite/Cat/layer": 2},
    ]
    drafts = find_drafts(trace(*steps), count=2, steps=5)
    assert [(each.step, each.moments, each.switched) for each in drafts] == [
        (1, (3, 4), 1),  # half of the sum of 6 is reached with the switch
        (2, (2, 3), 1),
        (3, (1, 2), 1),
    ]
    assert drafts[0].overlaps(drafts[2])
    assert not drafts[0].overlaps(drafts[0]._replace(step=5))
    assert find_drafts(trace(*steps), count=4, steps=5) == []
    (three,) = find_drafts(trace(*steps), count=3, steps=5)
    assert three.moments == (1, 3, 4)


def test_moments_rise_and_end_with_a_change_even_when_one_step_holds_nearly_all() -> None:
    heavy: dict[str, Value | None] = {
        "/sprite/Cat/costume": "a", "/stage/backdrop": "b", "/sprite/Dog/visible": True,
    }  # fmt: skip
    small: list[dict[str, Value | None]] = [{"/sprite/Cat/x": n} for n in range(1, 6)]
    for steps in ([heavy, *small], [*small, heavy]):
        found = find_drafts(trace({}, *steps), count=6, steps=16)
        assert [each.moments for each in found] == [(1, 2, 3, 4, 5, 6)]


def test_what_moves_while_hidden_is_not_seen() -> None:
    hidden = {**CAT, "/sprite/Dog/x": 9, "/variable/_stage_/score": 1, "/sprite/Cat/layer": 3}
    assert visible_changes(CAT, hidden, ()) == []
    assert visible_changes(CAT, hidden, ["/variable/_stage_/score"]) == ["/variable/_stage_/score"]
    shown = {**hidden, "/sprite/Dog/visible": True}
    assert visible_changes(CAT, shown, ()) == ["/sprite/Dog/visible", "/sprite/Dog/x"]


def test_costumes_that_are_shown() -> None:
    state = {**CAT, "/clone/Dog/1/costume": "run", "/clone/Dog/1/visible": True}
    assert shown_costumes(CAT) == {("_stage_", "sky"), ("Cat", "walk")}
    assert shown_costumes(state) - shown_costumes(CAT) == {("Dog", "run")}


def test_a_reference_matters_from_the_moment_at_which_it_is_shown() -> None:
    states = [CAT, {**CAT, "/sprite/Cat/costume": "run"}, {**CAT, "/sprite/Dog/visible": True}]
    moments = {
        name: first_moment(Reference("costume", "", *name), states)
        for name in (("Cat", "walk"), ("Cat", "run"), ("Dog", "sit"), ("Dog", "walk"))
    }
    assert moments == {
        ("Cat", "walk"): -1,
        ("Cat", "run"): 0,
        ("Dog", "sit"): 1,
        ("Dog", "walk"): 2,
    }
    assert first_moment(Reference("goal", ""), states) == 1
    assert first_moment(Reference("demonstration", ""), states) == -1


PROGRAM = [
    {"isStage": True, "name": "_stage_", "costumes": ["sky"]},
    {"isStage": False, "name": "Cat", "costumes": ["walk", "run", "jump"]},
    {"isStage": False, "name": "Dog", "costumes": ["sit", "run"]},
]


@pytest.mark.parametrize(("most", "number"), [(9, 6), (3, 3), (1, 2)])
def test_needed_costumes_are_among_the_references(most: int, number: int) -> None:
    needed = {("Cat", "jump"), ("_stage_", "sky")}
    chosen = choose_costumes(PROGRAM, needed, most, random.Random(1))
    assert len(chosen) == number
    assert needed <= {place.shown for place in chosen}
    assert chosen == sorted(chosen)
    if most == 3:  # the third is of a sprite that is needed anyway
        assert {place.sprite for place in chosen} == {"Cat", "_stage_"}


def test_requests_tell_times_and_actions_and_nothing_else() -> None:
    actions = [[{"type": "key_down", "key": "a"}], [], [{"type": "wait"}]]
    first, second = requests_of(actions, 10, (1, 3), "goal_frame")
    assert first == (
        "Frame 1 of 2: the stage after step 1, 0.33 s after the first frame. "
        "In step 1: The user presses the key “a”."
    )
    assert second == (
        "Frame 2 of 2: the stage after step 3, 1.00 s after the first frame. "
        "Until then: The user does nothing. This frame is given: it is the goal."
    )
    assert "goal" not in requests_of(actions, 10, (1, 3), "rules")[1]


def test_hints_tell_what_happened_between_the_moments() -> None:
    moved = {**CAT, "/sprite/Cat/x": 10.04, "/sprite/Cat/costume": "run", "/event/go": 1}
    later = {
        **moved, "/sprite/Dog/visible": True, "/sprite/Cat/visible": False,
        "/stage/backdrop": "night", "/variable/_stage_/score": 7,
    }  # fmt: skip
    score = ("/variable/_stage_/score",)
    assert hints_of([CAT, moved, later, later], [(), (), score, score]) == (
        "Cat moves from x 0, y 0 to x 10, y 0. Cat switches from the costume “walk” to “run”. "
        "The message “go” is sent.",
        "Cat disappears. Dog appears at x 0, y gone in the costume “sit”. "
        "The backdrop becomes “night”. The monitor shows that “score” is 7. "
        "The monitor of “score” appears.",
        "No field that the stage shows changes; only what is drawn on it may.",
    )


def test_pixels_that_differ_to_the_eye_are_counted() -> None:
    def png(colour: tuple[int, int, int]) -> bytes:
        file = io.BytesIO()
        picture = Image.new("RGB", (4, 3), (100, 100, 100))
        picture.putpixel((1, 1), colour)
        picture.save(file, "PNG")
        return file.getvalue()

    plain = png((100, 100, 100))
    assert differing_pixels(plain, plain) == 0
    assert differing_pixels(plain, png((100, 108, 100))) == 0
    assert differing_pixels(plain, png((100, 109, 100))) == 1
