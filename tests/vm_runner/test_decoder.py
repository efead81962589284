# SPDX-License-Identifier: Apache-2.0
"""From numbers to paths, rules and events."""

from __future__ import annotations

import json
import pickle

import pytest

from scratchworld.world import TraceStep
from vm_runner.decoder import StepDecoder


def answer(**parts: object) -> dict[str, object]:
    return {"paths": [], "changes": [], "cut": 0, **parts}


def decode(decoder: StepDecoder, *events: list[object], **parts: object) -> TraceStep:
    """Decode one step that comes after another with events of its own."""
    texts = [json.dumps([["stopall", 0, -1, -1]]).encode(), json.dumps(events).encode()]
    answers = [answer(events=len(texts[0])), answer(events=len(texts[1]), **parts)]
    first, step = decoder.steps(answers, b"".join(texts))
    assert first.events == ({"type": "stopall", "tick": 0},)
    return step


@pytest.fixture
def decoder() -> StepDecoder:
    decoder = StepDecoder(["Cat/0/0", "Cat/0/1"])
    initial = answer(paths=["/a", "/list/o/n/length"], changes=[0, 1.0, 1, 2], monitors=["/m"])
    assert decoder.initial(initial) == ({"/a": 1, "/list/o/n/length": 2}, ("/m",))
    return decoder


def test_paths_are_sent_once(decoder: StepDecoder) -> None:
    step = decode(decoder, paths=["/b"], changes=[2, "x", 0, None], cut=3)
    assert step.delta == {"/b": "x", "/a": None}
    assert step.cut == 3
    assert decode(decoder, changes=[2, "y"]).delta == {"/b": "y"}


def test_monitors_stay_until_they_change(decoder: StepDecoder) -> None:
    assert decode(decoder).monitors == ("/m",)
    assert decode(decoder, monitors=[]).monitors == ()
    assert decode(decoder).monitors == ()


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (["stopall", 4, -1, -1], {"type": "stopall", "tick": 4}),
        (
            ["write", 1, 1, 7, 0, 2.0],
            {"type": "write", "tick": 1, "block": "Cat/0/1", "thread": 7, "path": "/a", "value": 2},
        ),
        (
            ["list", 1, 0, 7, 1, "addtolist", 3],
            {
                "type": "list",
                "tick": 1,
                "block": "Cat/0/0",
                "thread": 7,
                "path": "/list/o/n",
                "operation": "addtolist",
                "length": 3,
            },
        ),
        (
            ["start", 0, -1, -1, 1, "Cat/0", "/sprite/Cat"],
            {"type": "start", "tick": 0, "started": 1, "rule": "Cat/0", "target": "/sprite/Cat"},
        ),
        (
            ["layer", 0, -1, -1, "/sprite/Cat", 1, 2],
            {"type": "layer", "tick": 0, "target": "/sprite/Cat", "from": 1, "to": 2},
        ),
        (["blocks", [1, 5]], {"type": "blocks", "counts": {"Cat/0/1": 5}}),
        (["dropped", 9], {"type": "dropped", "count": 9}),
    ],
)
def test_events(decoder: StepDecoder, event: list[object], expected: dict[str, object]) -> None:
    assert decode(decoder, event).events == (expected,)


@pytest.mark.parametrize(
    "event", [["write", 1, 0, 1, 0], ["nonsense", 0, -1, -1], ["write", 1, 9, 1, 0, 1]]
)
def test_what_the_worker_cannot_mean_is_an_error(decoder: StepDecoder, event: list[object]) -> None:
    with pytest.raises((KeyError, ValueError, IndexError)):
        list(decode(decoder, event).events)


def test_events_behave_like_the_tuple_of_them(decoder: StepDecoder) -> None:
    step = decode(decoder, ["stopall", 4, -1, -1], ["dropped", 9])
    plain = ({"type": "stopall", "tick": 4}, {"type": "dropped", "count": 9})
    assert step.events == plain
    assert step.events != plain[:1]
    assert len(step.events) == 2
    assert step.events[-1] == plain[1]
    assert step.events[:1] == plain[:1]
    assert repr(step.events) == repr(plain)
    assert pickle.loads(pickle.dumps(step)).events == plain
    assert isinstance(pickle.loads(pickle.dumps(step)).events, tuple)


def test_paths_that_come_later_do_not_disturb_events(decoder: StepDecoder) -> None:
    step = decode(decoder, ["write", 1, -1, -1, 0, 5])
    decode(decoder, paths=["/z"])
    assert step.events == ({"type": "write", "tick": 1, "path": "/a", "value": 5},)
