# SPDX-License-Identifier: Apache-2.0
"""The page to annotate on: what it says, what it keeps to itself, and its use in Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.annotation import (
    ProgramScripts,
    Script,
    annotation_page,
    draw_events,
    read_annotations,
)
from scoring.annotation.wording import field_words, query_words
from scoring.prompts.deeds import action_words
from scratchworld.errors import InputError
from scratchworld.release import Release, load_release, write_release
from scratchworld.world import CausalInstance, Query
from tests.chromium import opened
from tests.scoring.events import CHAIN, Make, event

PROGRAM = ProgramScripts(
    (Script("Cat/0", "whenflagclicked\n  say (</script>@JS@)"), Script("Dog/0", "forever")),
    lambda block: f"touchingobject (Dog) of {block}",
)
STATE = {
    "/list/Cat/l/length": 2,
    "/sprite/Cat/x": 10,
    "/variable/_stage_/n": "<b>",
    "/sprite/Cat/visible": True,
}


@pytest.fixture
def events(make_instance: Make) -> list[CausalInstance]:
    actions = (({"type": "key_down", "key": "a"}, {"type": "wait"}), ())
    return [
        event(make_instance, name, chain, state=STATE, horizon=2, actions=actions, ticks=5)
        for name, chain in (("1", CHAIN), ("2", ()), ("3", CHAIN))
    ]


def released(folder: Path, events: list[CausalInstance]) -> Release:
    write_release(folder, events)
    return load_release(folder)


def page_of(release: Release, n: int = 200, seed: int = 0, pixel: str | None = None) -> str:
    drawn = draw_events(release, n, seed, None)
    programs = {(one.project, one.variant): PROGRAM for one in drawn}
    return annotation_page(release, drawn, programs, after_of=lambda instance: pixel)


def shown(page: str) -> dict[str, Any]:
    [text] = re.findall(r'id="data">(.*?)</script>', page)
    data: dict[str, Any] = json.loads(text)
    return data


def test_the_page_is_the_same_whatever_the_labels(
    tmp_path: Path, events: list[CausalInstance]
) -> None:
    other = [
        replace(one, occurs=not one.occurs, chain=() if one.occurs else CHAIN, target={})
        for one in events
    ]
    assert page_of(released(tmp_path / "a", events)) == page_of(released(tmp_path / "b", other))


def test_what_a_question_shows(tmp_path: Path, events: list[CausalInstance]) -> None:
    page = page_of(released(tmp_path / "r", events))
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", page)
    assert "@" not in re.sub(r"<style>.*?</style>|@JS@", "", page, flags=re.DOTALL)
    data = shown(page)
    assert [script["rule"] for script in data["programs"][0]] == ["Cat/0", "Dog/0"]
    [first] = [one for one in data["questions"] if one["id"] == "1"]
    assert first["ask"] == (
        "At some moment of 2 steps of 5 ticks each, 0.33 s in all: "
        "is “Cat” hidden, which is shown at first?"
    )
    assert first["steps"] == ["The user presses the key “a”.", "The user does nothing."]
    assert first["visible"] == [
        ["the visibility of “Cat”", "true"],
        ["the x position of “Cat”", "10"],
    ]
    assert first["hidden"] == [
        ["the length of the list “l” of “Cat”", "2"],
        ["the variable “n”", '"<b>"'],
    ]


def test_a_sample_is_drawn_by_its_seed(tmp_path: Path, events: list[CausalInstance]) -> None:
    release = released(tmp_path / "r", events)
    samples = [
        [one["id"] for one in shown(page_of(release, 2, seed))["questions"]]
        for seed in (0, 0, 1, 2, 3)
    ]
    assert samples[0] == samples[1]
    assert len({tuple(sample) for sample in samples}) > 1
    assert {len(set(sample)) for sample in samples} == {2}
    with pytest.raises(InputError, match="split 'test' of the release has no causal"):
        draw_events(release, 2, 0, "test")


WORDS = [
    ({"event": "field_changes", "path": "/sprite/Cat/x"},
     "is the x position of “Cat” given another value than 10?"),
    ({"event": "field_becomes", "path": "/variable/_stage_/n", "value": 3},
     'does the variable “n” become 3? It is "<b>" at first.'),
    ({"event": "field_exceeds", "path": "/clone/a~1b/2/variable/m", "value": 4},
     "is the variable “m” of clone 2 of “a/b” given a number above 4? It is absent at first."),
    ({"event": "field_falls_below", "path": "/sprite/Cat/effect/ghost", "value": -1},
     "is the ghost effect of “Cat” given a number below -1? It is absent at first."),
    ({"event": "sprite_shows", "target": "/clone/Cat/3"},
     "is clone 3 of “Cat” shown, which is hidden at first?"),
    ({"event": "sprite_touches", "block": "Cat/0/3"},
     "is the question “touchingobject (Dog) of Cat/0/3” of the script Cat/0 answered yes?"),
    ({"event": "clone_appears", "sprite": "Cat"}, "is a clone of “Cat” made?"),
    ({"event": "clone_disappears", "sprite": "Cat"}, "is a clone of “Cat” deleted?"),
    ({"event": "broadcast_sent", "message": "go"}, "is the message “go” sent by a script?"),
    ({"event": "costume_switches", "target": "/stage"},
     "is the backdrop switched to another than absent?"),
    ({"event": "costume_switches", "target": "/sprite/Cat"},
     "is the costume of “Cat” switched to another than absent?"),
    ({"event": "script_starts", "rule": "Cat/0"}, "does the script Cat/0 start?"),
    ({"event": "script_ends", "rule": "Cat/0"}, "does the script Cat/0 come to its end?"),
    ({"event": "list_grows", "path": "/list/Cat/l"},
     "does a block leave the list “l” of “Cat” longer than the 2 items it has?"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "words"), WORDS, ids=lambda one: str(one)[:30])
def test_queries_in_words(query: dict[str, Any], words: str) -> None:
    assert query_words(Query.from_json(query), STATE, PROGRAM.block_text) == words


def test_actions_and_fields_in_words() -> None:
    clicks = [{"type": "sprite_click", "sprite": "_stage_"}, {"type": "mouse_move", "x": 1, "y": 2}]
    assert action_words(clicks) == "The user clicks the stage, then moves the mouse to x 1, y 2."
    assert field_words("/list/_stage_/l/2") == "item 2 of the list “l”"
    assert field_words("/event/go") == "how often the message “go” was sent"
    assert field_words("/script/Cat/0") == "the script Cat/0"
    assert field_words("/stage/tempo") == "the tempo of the stage"
    assert field_words("/what/is/this") == "/what/is/this"


PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
    "WjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture
def tab(tmp_path: Path, events: list[CausalInstance]) -> Iterator[Any]:
    page = tmp_path / "page.html"
    page.write_text(page_of(released(tmp_path / "r", events), pixel=PIXEL), "utf-8")
    with opened(page) as shown:
        yield shown


@pytest.mark.browser
def test_annotating_with_the_keyboard_alone(tab: Any, tmp_path: Path) -> None:
    def press(*keys: str) -> None:
        for key in keys:
            tab.keyboard.press(key)

    order = tab.evaluate("data.questions.map(({id}) => id)")
    assert tab.inner_text("#progress") == "Question 1 of 3; 0 answered."
    assert tab.evaluate("document.querySelector('main img').naturalWidth") == 1
    assert tab.get_attribute("main img", "alt") == "The stage after these steps"
    assert not tab.is_visible("#chain")
    assert not tab.is_visible("button.add")
    tab.focus("#occurs")
    press("Space")
    assert tab.is_visible("#chain")
    # it occurs, and is no answer without a chain
    assert tab.inner_text("#progress").endswith("0 answered.")
    for _ in range(20):
        press("Tab")
        if tab.evaluate("document.activeElement.getAttribute('aria-label')") == (
            "Add Cat/0 to the chain"
        ):
            break
    press("Enter", "Tab", "Enter")
    assert tab.inner_text("#status") == "Dog/0 is added."
    tab.focus("[aria-label='Move Dog/0 up']")
    press("Enter")
    assert [line.split()[0] for line in tab.inner_text("ol.chain").splitlines()] == [
        "Dog/0",
        "Cat/0",
    ]
    # the focus stays with what was moved
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Dog/0 down"
    tab.focus("#next")
    press("Enter")
    tab.focus("#occurs-not")
    press("Space")
    tab.fill("#note", "sure")
    assert tab.inner_text("#progress") == "Question 2 of 3; 2 answered."

    # what was answered is still there after the page was closed, and can be taken elsewhere
    tab.reload()
    tab.wait_for_selector("body[data-ready=yes]")
    assert tab.inner_text("#progress") == "Question 2 of 3; 2 answered."
    assert tab.input_value("#note") == "sure"
    tab.click("#save")
    assert tab.inner_text("#status") == "Write your name first: answers are told apart by it."
    tab.fill("#annotator", "Ann B.")
    with tab.expect_download() as download:
        tab.click("#save")
    assert download.value.suggested_filename == "annotations-Ann-B-.json"
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    found = read_annotations(load_release(tmp_path / "r"), [saved])
    assert found == {"Ann B.": {order[0]: (True, ("Dog/0", "Cat/0")), order[1]: (False, ())}}

    tab.evaluate("localStorage.clear()")
    tab.reload()
    tab.wait_for_selector("body[data-ready=yes]")
    assert tab.inner_text("#progress") == "Question 1 of 3; 0 answered."
    tab.set_input_files("#load", saved)
    tab.wait_for_selector("#status:text-is('2 answers loaded.')")
    assert tab.input_value("#annotator") == "Ann B."
    tab.click("#open")
    assert tab.inner_text("#progress") == "Question 3 of 3; 2 answered."

    # names and texts are shown as they are
    assert tab.query_selector("main b") is None
    assert "say (</script>@JS@)" in tab.inner_text("main")
    other = tmp_path / "other.json"
    other.write_text(saved.read_text("utf-8").replace('"canary": "', '"canary": "x'), "utf-8")
    tab.set_input_files("#load", other)
    tab.wait_for_selector(
        "#status:text-is('other.json cannot be loaded: answers about another release')"
    )
