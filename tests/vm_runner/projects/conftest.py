# SPDX-License-Identifier: Apache-2.0
"""A VM process for all tests of this folder, and an episode that tries a bit of everything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner

SUFFIXES = {".sb", ".sb2", ".sb3", ".json"}
SAMPLE_EVERY = 12


@pytest.fixture(scope="session")
def vm() -> Iterator[VmRunner]:
    """A traced runner; tests share it, so that what one project leaves behind would show."""
    with VmRunner() as runner:
        yield runner


@pytest.fixture(scope="session")
def projects(corpus_dir: Path) -> list[Path]:
    """Corpus projects: every twelfth, or all of them when SCRATCHWORLD_FULL is set."""
    found = sorted(path for path in corpus_dir.rglob("*") if path.suffix in SUFFIXES)
    return found if os.environ.get("SCRATCHWORLD_FULL") else found[::SAMPLE_EVERY]


@pytest.fixture(scope="session")
def episode() -> Episode:
    """Flag, keys, mouse, answers, a click, loudness, stop; windows of 1, 5, 10 and 30 ticks."""
    do = Action.make
    return Episode.of(
        [
            Step(1, (do("green_flag"),)),
            Step(5),
            Step(10, (do("key_down", key="space"),)),
            Step(1, (do("key_up", key="space"), do("mouse_move", x=0, y=0))),
            Step(5, (do("key_down", key="right arrow"),)),
            Step(5, (do("key_up", key="right arrow"), do("key_down", key="up arrow"))),
            Step(1, (do("key_up", key="up arrow"), do("mouse_down", x=40, y=-30))),
            Step(10, (do("mouse_up", x=40, y=-30),)),
            Step(30, (do("answer", text="7"),)),
            Step(5, (do("key_down", key="a"), do("key_down", key="left arrow"))),
            Step(1, (do("key_up", key="a"), do("sprite_click", sprite="_stage_"))),
            Step(10, (do("loudness", level=60), do("answer", text="hello"))),
            Step(30, (do("mouse_move", x=-100, y=80),)),
            Step(1, (do("stop_all"),)),
            Step(5, (do("green_flag"),)),
            Step(10, (do("mouse_down", x=-100, y=80),)),
        ],
        seed=7,
    )
