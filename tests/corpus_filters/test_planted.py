# SPDX-License-Identifier: Apache-2.0
"""Planted duplicates are caught; different projects from one template are kept."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus_filters import Fingerprint, find_duplicates, fingerprint, normalise
from corpus_filters.fingerprint import similarity
from corpus_filters.pictures import frame_words, picture_words
from generators.synthetic import FAMILIES, synthesize
from scratchworld.errors import ProjectError
from tests.corpus_filters.planting import CHANGES, plant
from vm_runner import VmRunner, read_project

pytestmark = [pytest.mark.node, pytest.mark.corpus]

COURSE = "Former+Scratch_simple"
GAMES = "shangerxin+scratch-examples"
LESSONS = "CreativeCoder-099+ScratchProjects"
VM = "scratchfoundation+scratch-vm"

BASES = [f"{GAMES}/3bc4e118", f"{GAMES}/3532bee3", f"{COURSE}/59a80f9b"]
"""Three games of 192 to 264 blocks and 7 to 15 sprites, with bitmap and vector costumes."""

OTHER_FORMATS = [
    (f"{VM}/236a4856", f"{VM}/975052cb"),  # pen-dolphin-3d, 325 blocks
    (f"{VM}/188f9bf5", f"{VM}/65313d7e"),  # variable_characters, 8 blocks
    (f"{VM}/2304ba26", f"{VM}/7f0df1e9"),  # order-library, 33 blocks
]
"""An .sb2 and its .sb3 each."""

TEMPLATES = [
    (f"{COURSE}/1ee13e7a", f"{COURSE}/1f680f8c"),  # the cat draws a tree; with variables
    (f"{COURSE}/49ee64cc", f"{COURSE}/59a80f9b"),  # a scrolling scene with a dog; a helicopter
    (f"{COURSE}/37b9bb41", f"{COURSE}/749d245a"),  # a car on sand; a car with a speed
    (f"{COURSE}/0decc7a4", f"{COURSE}/67959b9b"),  # a clock; an alarm clock
    (f"{COURSE}/3e0d4ae4", f"{COURSE}/7cf67e7c"),  # ground from a list, two ways
    (f"{COURSE}/4df23251", f"{COURSE}/6e9b6fe0"),  # a road from a list; with trees
    (f"{COURSE}/211fe69d", f"{COURSE}/48775ea6"),  # battleships: points; torpedo
    (f"{COURSE}/1f91c25c", f"{COURSE}/44bd838c"),  # a block world; with a map
    (f"{GAMES}/0ee227fe", f"{GAMES}/61774498"),  # a magician against bats, two lessons
    (f"{LESSONS}/5730dcc0", f"{LESSONS}/58256f31"),  # two alarms
]
"""Different projects that began as one, or in one course."""


@pytest.fixture(scope="module")
def runner() -> Iterator[VmRunner]:
    with VmRunner() as runner:
        yield runner


def look(runner: VmRunner, source: Path | bytes) -> Fingerprint:
    """The fingerprint, whatever else the filters say of the project."""
    data = read_project(source)
    session = runner.load(data)
    initial, _ = session.start(0)
    words = [*picture_words(data), *frame_words(session.frame())]
    sha256 = hashlib.sha256(data).hexdigest()
    return fingerprint(normalise(session.program, initial), words, sha256)


def find(corpus: Path, start: str) -> Path:
    (path,) = corpus.glob(f"{start}*")
    return path


def rejected(one: Fingerprint, other: Fingerprint) -> bool:
    return len(find_duplicates([one, other]).matches) == 1


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("base", BASES)
def test_a_planted_duplicate_is_caught(
    runner: VmRunner, corpus_dir: Path, base: str, change: str
) -> None:
    data = find(corpus_dir, base).read_bytes()
    planted = plant(data, change)
    assert planted != data
    assert rejected(look(runner, data), look(runner, planted))


@pytest.mark.parametrize(("old", "new"), OTHER_FORMATS)
def test_an_sb2_and_its_sb3(runner: VmRunner, corpus_dir: Path, old: str, new: str) -> None:
    one, other = (look(runner, find(corpus_dir, start)) for start in (old, new))
    assert similarity(one.structure, other.structure) > 0.99
    assert rejected(one, other)


@pytest.mark.parametrize(("one", "other"), TEMPLATES)
def test_projects_of_one_template_are_kept(
    runner: VmRunner, corpus_dir: Path, one: str, other: str
) -> None:
    prints = [look(runner, find(corpus_dir, start)) for start in (one, other)]
    # alike enough to be a test: more than half of all features in common
    assert similarity(prints[0].structure, prints[1].structure) > 0.5
    assert not rejected(*prints)


def test_synthetic_projects_of_one_family_are_kept(runner: VmRunner) -> None:
    projects = synthesize(FAMILIES, per_family=4, seed=0)
    prints = [look(runner, project.data) for project in projects]
    assert len(prints) == 4 * len(FAMILIES)
    assert find_duplicates(prints).matches == {}


@pytest.mark.skipif(not os.environ.get("SCRATCHWORLD_FULL"), reason="SCRATCHWORLD_FULL is not set")
def test_every_way_in_many_projects(runner: VmRunner, corpus_dir: Path) -> None:
    """In every sixth .sb3, if it has 20 blocks; but a removed sprite may have held them all."""
    tried: Counter[str] = Counter()
    missed: list[tuple[str, str]] = []
    for path in sorted(corpus_dir.rglob("*.sb3"), key=lambda path: path.name)[::6]:
        data = path.read_bytes()
        try:
            base = look(runner, data)
        except ProjectError:
            continue
        if base.blocks < 20:
            continue
        for change in CHANGES.keys() - {"one_sprite_removed"}:
            try:
                planted = plant(data, change)
            except (StopIteration, ValueError):
                continue  # nothing to change: no literal, or no flag
            tried[change] += 1
            if not rejected(base, look(runner, planted)):
                missed.append((path.name, change))
    assert missed == []
    assert min(tried.values()) >= 10
