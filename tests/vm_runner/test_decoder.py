# SPDX-License-Identifier: Apache-2.0
"""From numbers to paths, rules and events."""

from __future__ import annotations

import pytest

from vm_runner.decoder import StepDecoder


def answer(**parts: object) -> dict[str, object]:
    return {"paths": [], "changes": [], "events": [], **parts}


@pytest.fixture
def decoder() -> StepDecoder:
    decoder = StepDecoder(["Cat/0/0", "Cat/0/1"])
    initial = answer(paths=["/a", "/list/o/n/length"], changes=[0, 1.0, 1, 2], monitors=["/m"])
    assert decoder.initial(initial) == ({"/a": 1, "/list/o/n/length": 2}, ("/m",))
    return decoder


def test_paths_are_sent_once(decoder: StepDecoder) -> None:
    step = decoder.step(answer(paths=["/b"], changes=[2, "x", 0, None], cut=3))
    assert step.delta == {"/b": "x", "/a": None}
    assert step.cut == 3
    assert decoder.step(answer(changes=[2, "y"])).delta == {"/b": "y"}


def test_monitors_stay_until_they_change(decoder: StepDecoder) -> None:
    assert decoder.step(answer()).monitors == ("/m",)
    assert decoder.step(answer(monitors=[])).monitors == ()
    assert decoder.step(answer()).monitors == ()


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
    assert decoder.step(answer(events=[event])).events == (expected,)


@pytest.mark.parametrize(
    "event", [["write", 1, 0, 1, 0], ["nonsense", 0, -1, -1], ["write", 1, 9, 1, 0, 1]]
)
def test_what_the_worker_cannot_mean_is_an_error(decoder: StepDecoder, event: list[object]) -> None:
    with pytest.raises((KeyError, ValueError, IndexError)):
        decoder.step(answer(events=[event]))
