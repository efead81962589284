# SPDX-License-Identifier: Apache-2.0
"""The fixtures of scratch-vm and scratch-render that report by say blocks, run by this product.

A fixture says ``plan N``, then ``pass ...`` or ``fail ...`` for each of its tests, then ``end``.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from scratchworld.world import Action, Step, apply_delta
from vm_runner import VmRunner

pytestmark = [pytest.mark.corpus, pytest.mark.node]

PLACES = {
    "scratchfoundation/scratch-vm": ("test/fixtures/execute/", 46),
    "scratchfoundation/scratch-render": ("test/integration/scratch-tests/", 11),
}
FLAG = Step(1, (Action.make("green_flag"),))
LONGEST = 60
"""Steps of ten ticks that a fixture may take."""


def said(runner: VmRunner, project: Path) -> list[str]:
    """Everything said until no script is alive. Each say is an event, also one soon replaced."""
    session = runner.load(project)
    state, _ = session.start(1)
    words: list[str] = []
    for step in [FLAG] + [Step(10)] * LONGEST:
        (result,) = session.run([step])
        state = apply_delta(state, result.delta)
        words += [
            str(event["value"])
            for event in result.events
            if event["type"] == "write" and event["path"].endswith("/say")
        ]
        if not any(path.startswith("/script/") for path in state):
            break
    return words


@pytest.mark.parametrize("repo", PLACES)
def test_fixtures_pass(corpus_dir: Path, vm: VmRunner, repo: str) -> None:
    place, fewest = PLACES[repo]
    with (corpus_dir / "index.csv").open(encoding="utf-8", newline="") as index:
        files = [
            row["file"]
            for row in csv.DictReader(index)
            if row["repo"] == repo and row["path"].startswith(place)
        ]
    assert len(files) >= fewest
    for file in files:
        words = said(vm, corpus_dir / file)
        firsts = Counter(text.split()[0].lower() for text in words if text.split())
        plans = [int(text.split()[1]) for text in words if text.lower().startswith("plan")]
        assert firsts["fail"] == 0, (file, words)
        assert firsts["end"] >= 1, (file, words)
        assert plans in ([], [firsts["pass"]]), (file, words)
