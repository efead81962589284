# SPDX-License-Identifier: Apache-2.0
"""The files: what is in the archive, and that Scratch's own loaders have nothing to say."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from generators.synthetic import SyntheticProject, synthesize, write_projects
from generators.synthetic.blocks import change_x, forever, if_, x_position
from generators.synthetic.costumes import Costume, backdrop_svg
from generators.synthetic.project import Project
from generators.synthetic.sb3 import project_json, write_sb3
from vm_runner.setup_packages import ensure_packages

OF_THE_VM = ("No rendering module present; cannot load costume", 'Translation for "pen.')
"""What a VM without a renderer and an editor says of any project with costumes, or with a pen."""


@pytest.fixture(scope="module")
def projects() -> list[SyntheticProject]:
    """At least one project of each template."""
    return list(synthesize(per_family=3, seed=2))


def test_archives_hold_nothing_that_differs_between_machines(
    projects: list[SyntheticProject],
) -> None:
    for project in projects:
        with zipfile.ZipFile(io.BytesIO(project.data)) as archive:
            for entry in archive.infolist():
                assert entry.date_time == (1980, 1, 1, 0, 0, 0)
                assert entry.compress_type == zipfile.ZIP_STORED
                assert entry.create_system == 3


def test_every_asset_is_there_once_under_its_md5(projects: list[SyntheticProject]) -> None:
    for project in projects:
        with zipfile.ZipFile(io.BytesIO(project.data)) as archive:
            content = json.loads(archive.read("project.json"))
            names = archive.namelist()
            assert len(names) == len(set(names))
            used = {c["md5ext"] for target in content["targets"] for c in target["costumes"]}
            assert used == set(names) - {"project.json"}
            for name in used:
                assert hashlib.md5(archive.read(name)).hexdigest() == name.removesuffix(".svg")


@pytest.mark.node
def test_scratch_loads_them_without_a_word(
    projects: list[SyntheticProject], tmp_path: Path
) -> None:
    write_projects(projects, tmp_path, seed=2)
    runtime = ensure_packages()
    script = Path(__file__).with_name("loading.cjs")
    done = subprocess.run(
        [runtime.node, script, runtime.js / "node_modules", tmp_path],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    answer = json.loads(done.stdout)
    assert answer["loaded"] == len(projects)
    assert [word for word in answer["said"] if not any(known in word for known in OF_THE_VM)] == []


def test_scripts_become_the_blocks_of_the_format() -> None:
    project = Project([backdrop_svg("plain", "#008080")])
    sprite = project.sprite("Cat", [Costume.of("cat", "circle", "#4363d8")])
    speed = sprite.variable("speed", 3, shown=True)
    sprite.when_flag(forever(change_x(speed), if_(x_position() > 100.0, change_x(-2.5))))
    content = project_json(project)
    blocks = content["targets"][1]["blocks"]
    hat, loop, step, condition, compare, place, back = blocks.values()
    assert hat["topLevel"]
    assert hat["next"] == "block-1-1"
    assert loop["parent"] == "block-1-0"
    assert loop["inputs"] == {"SUBSTACK": [2, "block-1-2"]}
    assert step["inputs"] == {"DX": [3, [12, "speed", "variable-1-0"], [4, "0"]]}
    assert step["next"] == "block-1-3"
    assert condition["parent"] == "block-1-2"
    assert condition["inputs"] == {"CONDITION": [2, "block-1-4"], "SUBSTACK": [2, "block-1-6"]}
    assert compare["inputs"] == {
        "OPERAND1": [3, "block-1-5", [10, ""]],
        "OPERAND2": [1, [10, "100"]],
    }
    assert (place["opcode"], place["parent"]) == ("motion_xposition", "block-1-4")
    assert back["inputs"] == {"DX": [1, [4, "-2.5"]]}
    assert [monitor["id"] for monitor in content["monitors"]] == ["variable-1-0"]
    assert write_sb3(project) == write_sb3(project)
