# SPDX-License-Identifier: Apache-2.0
"""Nothing of a label is in what a model is shown; and a planted leak is found, of every sort."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import copy
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest

from scoring.prompts import CONDITIONS, VIEWS, LeakCheck, make_prompt, render_view
from scoring.prompts.leaks import telltales
from scoring.prompts.watching import watch
from scratchworld.release.columns import columns_of
from scratchworld.world import CausalInstance, Instance
from tests.scoring.prompts.instances import make_instances, make_program

INSTANCES = make_instances()
PROGRAM = make_program()
WAYS = [
    (modality, format, condition.name)
    for modality, view in VIEWS.items()
    for format in view.formats
    for condition in CONDITIONS.values()
    if modality != "program" or condition.program
]
each_task = pytest.mark.parametrize("task", INSTANCES)
each_way = pytest.mark.parametrize(("modality", "format", "condition"), WAYS)


def leaks(instance: Instance, show: Callable[[Instance], str]) -> list[str]:
    check = LeakCheck(instance, PROGRAM)
    return [leak.what for leak in (*check.columns(), *check.shown("here", show))]


@each_task
@each_way
def test_no_view_and_no_prompt_leaks(task: str, modality: str, format: str, condition: str) -> None:
    way = {"program": PROGRAM, "modality": modality, "format": format, "condition": condition}
    assert leaks(INSTANCES[task], partial(render_view, **way)) == []  # type: ignore[arg-type]

    def prompt(instance: Instance) -> str:
        return make_prompt(instance, **way).text  # type: ignore[arg-type]

    assert leaks(INSTANCES[task], prompt) == []
    # so that this is no test of an empty text
    assert "/sprite/Cat/x" in prompt(INSTANCES[task]) or "10.25" in prompt(INSTANCES[task])


PLANTED: dict[str, Callable[[Instance], str]] = {
    "the target": lambda one: f"state {json.dumps(one.target)}",
    "a number of the target": lambda one: f"x = {one.target.get('/sprite/Cat/x')}!",
    "a text of the target": lambda one: f"it is {one.target.get('/sprite/Cat/costume')}",
    "how much changes": lambda one: f"{one.n_changed} fields",
    "whether all is the same": lambda one: "quiet" if not one.target else "busy",
    "the digest": lambda one: one.replay_digest,
}


@each_task
@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_leak_is_found(task: str, planted: str) -> None:
    def show(instance: Instance) -> str:
        return f"{make_prompt(instance).text} {PLANTED[planted](instance)}"

    assert leaks(INSTANCES[task], show) != []


def test_a_leak_that_does_not_come_from_the_label_column_is_found() -> None:
    """The same text for every label: only its values tell."""
    instance = INSTANCES["next_state"]
    assert leaks(instance, lambda _: "x will be 1234.5678") != []
    assert leaks(instance, lambda _: "it is sleeping then") != []
    assert leaks(instance, lambda _: "x is 234.5678, or 12345678") == []


def test_leaks_of_occurrence_and_chain_are_found() -> None:
    instance = INSTANCES["causal"]
    assert isinstance(instance, CausalInstance)
    assert leaks(instance, lambda one: str(one.occurs)) != []  # type: ignore[attr-defined]
    assert leaks(instance, lambda _: "because of write:Cat/4/23") != []
    assert leaks(instance, lambda _: "because of write:Cat/4/2") == []


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        ("next_state", {"state": {**INSTANCES["next_state"].state, "/sprite/Cat/x": 1234.5678}}),
        ("rollout", {"state": {**INSTANCES["rollout"].state, "/sprite/Cat/costume": "sleeping"}}),
        ("counterfactual", {"observed": ({"/sprite/Cat/x": 1234.5678},)}),
        ("counterfactual", {"observed": ({"/script/Cat/1": None},)}),
    ],
)
def test_leaks_in_the_input_columns_are_found(task: str, changes: dict[str, Any]) -> None:
    instance = INSTANCES[task]
    assert [*LeakCheck(instance).columns()] == []
    assert [*LeakCheck(replace(instance, **changes)).columns()] != []


@each_task
def test_every_column_of_a_label_is_watched(task: str) -> None:
    labels = [column.name for column in columns_of(task) if column.label]
    assert "target" in labels
    for name in labels:
        assert leaks(INSTANCES[task], lambda one, name=name: str(getattr(one, name))) != []


@each_task
def test_what_reads_no_label_is_made_once(task: str) -> None:
    calls: list[Instance] = []

    def show(instance: Instance) -> str:
        calls.append(instance)
        return make_prompt(instance).text

    assert leaks(INSTANCES[task], show) == []
    assert len(calls) == 1
    assert show(calls[0]) == make_prompt(INSTANCES[task]).text
    calls.clear()
    # that the label was read is no leak by itself
    assert leaks(INSTANCES[task], lambda one: show(one) + str(one.target)[:0]) == []
    assert len(calls) == 3


@pytest.mark.parametrize("read", [repr, asdict, copy, replace, Instance.target_state])
def test_whoever_copies_an_instance_reads_its_label(read: Callable[[Instance], object]) -> None:
    copied, was_read = watch(INSTANCES["next_state"], ["target"])
    assert isinstance(copied, Instance)
    assert copied.identity() == INSTANCES["next_state"].identity()
    assert not was_read()
    read(copied)
    assert was_read()


def test_what_tells() -> None:
    instance = INSTANCES["next_state"]
    assert telltales(instance) == {"1234.5678", '"sleeping"'}
    small = replace(instance, target={"/sprite/Cat/y": 999, "/sprite/Cat/size": 1000, "/a": "abc"})
    assert telltales(small) == {"1000"}
    assert telltales(small, small=True) == {"1000", "999", '"abc"'}
    # what the state, an action, the program or a template holds tells nothing
    for held in (10.25, "awake", "green_flag", "asleep", "goes on"):
        assert telltales(replace(instance, target={"/a": held}), PROGRAM) == frozenset()
