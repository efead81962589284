# SPDX-License-Identifier: Apache-2.0
"""The reward of single answers, and the adapter for trainers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import scratchworld
from scoring import reward, reward_function
from scratchworld.world import Instance

Make = Callable[..., Instance]

X, Y = "/sprite/Cat/x", "/sprite/Cat/y"

# The published example: x goes from 10 to 0, y stays 0.
EXAMPLE: dict[str, tuple[object, float]] = {
    "copy": ({"state": {X: 10, Y: 0}}, 0),
    "a wrong value": ({"delta": {X: 5}}, 0),
    "right": ({"delta": {X: 0}}, 1),
    # 2 * 1 / (2 + 1)
    "an invented change": ({"delta": {X: 0, Y: 3}}, 2 / 3),
    "text": ('{"delta": {"/sprite/Cat/x": 0}}', 1),
    "text in prose": ('So: {"delta": {"/sprite/Cat/x": 0}}', 1),
    "no answer": ("I cannot know that.", 0),
    "cut": ('{"delta": {"/sprite/Cat/x": 0', 0),
    "a key twice": ('{"delta": {"/sprite/Cat/x": 0, "/sprite/Cat/x": 0}}', 0),
    "a lone surrogate": ('{"delta": {"/sprite/Cat/x": 0}} \ud800', 1),
}


@pytest.mark.parametrize("name", EXAMPLE)
def test_the_published_example(make_instance: Make, name: str) -> None:
    output, expected = EXAMPLE[name]
    assert isinstance(output, (str, dict))
    assert reward(make_instance(), output) == pytest.approx(expected)


def test_a_no_op_is_worth_seeing(make_instance: Make) -> None:
    instance = make_instance({X: 1}, {})
    assert reward(instance, '{"delta": {}}') == 1
    assert reward(instance, '{"delta": {"/sprite/Cat/x": 2}}') == 0
    assert reward(instance, "nothing happens") == 0


def test_strict(make_instance: Make) -> None:
    text = "{'delta': {'/sprite/Cat/x': 0}}"
    assert (reward(make_instance(), text), reward(make_instance(), text, strict=True)) == (1, 0)


def test_it_is_also_called_scratchworld_reward(make_instance: Make) -> None:
    assert scratchworld.reward(make_instance(), {"delta": {X: 0}}) == 1


def test_the_adapter_takes_the_columns_of_a_release(release: Path, corpus: list[Instance]) -> None:
    table = pq.read_table(release / "data" / "next_state" / "dev-00000-of-00001.parquet")
    columns = table.to_pydict()
    targets = columns["target"]
    texts = [f'{{"delta": {target}}}' for target in targets]
    chats = [[{"role": "assistant", "content": text}] for text in texts]
    prompts = ["?"] * len(texts)
    assert reward_function(prompts, texts, **columns) == [1.0] * len(texts)
    assert reward_function(prompts, chats, **columns) == [1.0] * len(texts)
    # Saying nothing changes is right for the no-ops alone.
    nothing = reward_function(prompts, ['{"delta": {}}'] * len(texts), **columns)
    assert nothing == [float(json.loads(target) == {}) for target in targets]


def test_what_the_adapter_refuses() -> None:
    columns = {"state": ["{}"], "target": ["{}"], "monitors": ["[]"]}
    with pytest.raises(TypeError, match="monitors"):
        reward_function(["?"], ["{}"], state=["{}"], target=["{}"])
    with pytest.raises(TypeError, match="not int"):
        reward_function(["?"], [5], **columns)
    with pytest.raises(ValueError, match="zip"):
        reward_function(["?"] * 2, ["{}"] * 2, **columns)
    assert reward_function(["?"], [[{"role": "assistant", "content": None}]], **columns) == [0.0]


def test_it_is_not_slow(make_instance: Make) -> None:
    """A wide margin: the benchmark measures, this only notices a change of order."""
    instance = make_instance()
    started = time.perf_counter()
    for _ in range(1000):
        reward(instance, '{"delta": {"/sprite/Cat/x": 0}}')
    assert time.perf_counter() - started < 2
