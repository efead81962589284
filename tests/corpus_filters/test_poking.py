# SPDX-License-Identifier: Apache-2.0
"""The scripted episode does everything that a project listens to."""

from __future__ import annotations

from corpus_filters.poking import poke
from corpus_filters.project import Project, Script
from tests.corpus_filters.projects import block, chain, project, sprite

FLAG = "event_whenflagclicked"


def actions(content: Project) -> list[str]:
    return [
        " ".join(str(part) for part in action.to_json().values())
        for step in poke(content).steps
        for action in step.actions
    ]


def test_a_project_that_hears_nothing_but_the_flag() -> None:
    content = project(sprite(chain(FLAG)))
    assert actions(content) == ["green_flag"]
    # 1 + 1 + 8, then 30 + 60
    assert sum(step.ticks for step in poke(content).steps) == 100


def test_what_is_listened_to_is_done() -> None:
    key = Script((block("event_whenkeypressed", KEY_OPTION="a"),))
    any_key = Script((block("event_whenkeypressed", KEY_OPTION="any"),))
    asks = chain("event_whenthisspriteclicked", "sensing_askandwait", "sensing_loudness")
    mouse = chain(FLAG, "sensing_mousedown")
    assert actions(project(sprite(any_key, key, asks, mouse, name="Dog"))) == [
        "green_flag",
        "key_down a",
        "key_up a",
        "key_down space",
        "key_up space",
        "sprite_click Dog",
        "mouse_move 60 -40",
        "mouse_down 0 0",
        "mouse_up -60 40",
        "answer 7",
        "answer yes",
        "loudness 100",
        "loudness 0",
    ]


def test_loose_blocks_are_not_served() -> None:
    content = project(sprite(chain(FLAG), chain("sensing_askandwait", "sensing_mousex")))
    assert actions(content) == ["green_flag"]
