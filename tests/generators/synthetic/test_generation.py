# SPDX-License-Identifier: Apache-2.0
"""Projects depend on seed, family and index alone, and never come twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generators.synthetic import (
    FAMILIES,
    SyntheticProject,
    generate,
    synthesize,
    templates_by_family,
)
from generators.synthetic.generation import _fresh
from generators.synthetic.names import WORDS
from scratchworld.errors import InputError

CHECKSUMS = Path(__file__).with_name("checksums.json")
TEMPLATES = max(len(templates) for templates in templates_by_family().values())


@pytest.fixture(scope="module")
def run() -> list[SyntheticProject]:
    """Twelve projects of each family."""
    return list(synthesize(per_family=12, seed=5))


def test_the_published_families_are_there() -> None:
    published = [
        "backdrop",
        "broadcast",
        "clone",
        "collision",
        "delay",
        "hidden",
        "list",
        "motion",
        "multi_change",
    ]
    assert set(published) < set(FAMILIES)
    assert list(FAMILIES) == sorted(FAMILIES)


def test_a_file_holds_one_family_and_bears_its_name() -> None:
    for family, templates in templates_by_family().items():
        files = {template.build.__module__.rsplit(".", 1)[-1] for template in templates}
        assert files == {family}
        assert {template.family for template in templates} == {family}
        assert len({template.name for template in templates}) == len(templates)


def test_bytes_are_those_of_the_checksums() -> None:
    """A change here is a change of programs: count the template's version up and say so."""
    found = {
        f"{project.path} {project.template} v{project.version}": project.sha256
        for project in synthesize(per_family=TEMPLATES, seed=0)
    }
    assert found == json.loads(CHECKSUMS.read_text()), json.dumps(found, indent=1)


def test_another_process_with_another_hash_seed_makes_the_same_bytes() -> None:
    code = (
        "from generators.synthetic import synthesize\n"
        "print(*(project.sha256 for project in synthesize(per_family=3, seed=1)))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [p.sha256 for p in synthesize(per_family=3, seed=1)]


def test_a_project_does_not_depend_on_how_many_are_made(run: list[SyntheticProject]) -> None:
    few = list(synthesize(["pen", "clone"], per_family=3, seed=5))
    assert few == [p for p in run if p.family in ("clone", "pen") and p.index < 3]


def test_no_two_programs_of_a_run_are_equal_up_to_renaming(run: list[SyntheticProject]) -> None:
    assert len({project.fingerprint for project in run}) == len(run) == 12 * len(FAMILIES)


def test_two_seeds_give_different_programs(run: list[SyntheticProject]) -> None:
    other = {project.fingerprint for project in synthesize(per_family=12, seed=6)}
    assert other.isdisjoint(project.fingerprint for project in run)


def test_two_seeds_give_the_same_mix_of_templates(run: list[SyntheticProject]) -> None:
    other = synthesize(per_family=12, seed=6)
    assert [(p.path, p.template) for p in other] == [(p.path, p.template) for p in run]


def test_renaming_changes_the_bytes_and_not_the_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = [
        generate(template, 3, 0) for each in templates_by_family().values() for template in each
    ]
    monkeypatch.setattr("generators.synthetic.names.WORDS", WORDS[::-1])
    after = [
        generate(template, 3, 0) for each in templates_by_family().values() for template in each
    ]
    for old, new in zip(before, after, strict=True):
        assert old.sha256 != new.sha256
        assert old.fingerprint == new.fingerprint, old.path


def test_a_program_that_came_before_is_drawn_again() -> None:
    template = templates_by_family()["motion"][0]
    first, second = generate(template, 0, 0), generate(template, 0, 0, attempt=1)
    assert _fresh(template, 0, 0, {first.fingerprint}) == second != first


def test_an_unknown_family_is_refused_before_anything_is_made() -> None:
    with pytest.raises(InputError, match=r"'juggling'.*arithmetic, backdrop"):
        synthesize(["motion", "juggling"], per_family=1, seed=0)
    with pytest.raises(InputError, match="no family"):
        synthesize([], per_family=1, seed=0)
