# SPDX-License-Identifier: Apache-2.0
"""Prompts of key frames: the first frame and the references go with the text."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from scoring.prompts.file import prompt_rows
from scoring.prompts.pictures import reference_text
from scoring.shown import ShownKeyframes
from scratchworld.release import Release
from scratchworld.world import Reference


@pytest.mark.parametrize("modality", ["table", "screenshot"])
def test_the_pictures_are_those_of_the_instance(
    loaded: Release, asked: list[ShownKeyframes], modality: str
) -> None:
    rows = [*prompt_rows(loaded, modality, task="keyframes")]
    for row, instance in zip(rows, asked, strict=True):
        assert row["instance_id"] == instance.instance_id
        text, *images = row["messages"][1]["content"]  # type: ignore[index]
        files = [base64.b64decode(image["image_url"]["url"].partition(",")[2]) for image in images]
        assert files == [instance.first, *instance.shown]
        assert "The first picture shows it now." in text["text"]
        assert "Picture 3: the sprite Cat, its costume run." in text["text"]
        assert ("Picture 4: the goal" in text["text"]) == (instance.goal == "goal_frame")
        assert all(request in text["text"] for request in instance.requests)


def test_every_reference_is_told() -> None:
    costume = Reference("costume", "c" * 32, "Cat", "walk")
    assert reference_text(costume) == "the sprite Cat, its costume walk"
    assert reference_text(replace(costume, sprite="_stage_")) == "the backdrop walk"
    assert reference_text(Reference("demonstration", "d" * 32, ticks=-12)) == (
        "a demonstration: a true frame of an earlier window, 12 ticks before the first frame"
    )
