# SPDX-License-Identifier: Apache-2.0
"""The work folder keeps finished projects, and only those of the same build."""

from __future__ import annotations

from pathlib import Path

from generators.build.project import ProjectResult
from generators.build.results import BuildFolder
from generators.tasks import Provenance, cut_next_state
from tests.generators.builders import moving

SHA = "cd" * 32


def result() -> ProjectResult:
    window = cut_next_state(*moving(3))[1]
    instance = window.instance(Provenance("f" * 16, "real", "", "dev"), replay_digest="d")
    return ProjectResult(instances=[instance], numbers={"blocks": 3}, seconds={"load": 0.5})


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    work = BuildFolder(tmp_path / "out", {}, {"seed": 1})
    work.open()
    work.save(SHA, result())
    assert work.load(SHA) == result()


def test_an_interrupted_build_finds_its_results(tmp_path: Path) -> None:
    work = BuildFolder(tmp_path / "out", {}, {"seed": 1})
    work.open()
    work.save(SHA, result())
    again = BuildFolder(tmp_path / "out", {}, {"seed": 1})
    again.open()
    assert again.load(SHA) == result()


def test_results_of_another_build_are_thrown_away(tmp_path: Path) -> None:
    work = BuildFolder(tmp_path / "out", {}, {"seed": 1})
    work.open()
    work.save(SHA, result())
    other = BuildFolder(tmp_path / "out", {}, {"seed": 2})
    other.open()
    assert other.load(SHA) is None


def test_verdicts_outlive_another_configuration(tmp_path: Path) -> None:
    work = BuildFolder(tmp_path / "out", {"limits": 1}, {"seed": 1})
    work.open()
    work.verdicts.save(SHA, {"reason": "hang"})
    other = BuildFolder(tmp_path / "out", {"limits": 1}, {"seed": 2})
    other.open()
    assert other.verdicts.load(SHA) == {"reason": "hang"}
    other.remove()
    assert not (tmp_path / ".out.work").exists()


def test_half_a_file_is_no_result(tmp_path: Path) -> None:
    work = BuildFolder(tmp_path / "out", {}, {})
    work.open()
    work.save(SHA, result())
    file = work.results.path / f"{SHA}.json"
    file.write_bytes(file.read_bytes()[:50])
    assert work.load(SHA) is None
