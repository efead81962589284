# SPDX-License-Identifier: Apache-2.0
"""The work folder keeps finished projects, and only those of the same build."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators.build.project import ProjectResult
from generators.build.results import BuildFolder
from generators.tasks import Provenance, cut_next_state
from scratchworld.release import InstancePictures
from tests.generators.builders import moving

SHA = "cd" * 32


def result() -> ProjectResult:
    window = cut_next_state(*moving(3))[1]
    instance = window.instance(Provenance("f" * 16, "real", "", "dev"), replay_digest="d")
    return ProjectResult(
        instances=[instance],
        numbers={"blocks": 3},
        presented={"program": [{"variant": "original"}]},
        pictures={instance.instance_id: InstancePictures("s", ("a", "b"))},
        seconds={"load": 0.5},
    )


def opened(out: Path, verdicts: dict[str, int], results: dict[str, int]) -> BuildFolder:
    work = BuildFolder(out, verdicts, results)
    work.open()
    return work


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    results = opened(tmp_path / "out", {}, {"seed": 1}).results
    head = results.save(SHA, result())
    stored = results.load(SHA)
    assert stored.head == head
    assert head.numbers == {"blocks": 3}
    assert list(stored.instances(head.ids)) == result().instances
    assert list(stored.instances([])) == []
    assert stored.presented(head.ids) == {"program": [{"variant": "original"}]}
    assert stored.presented([]) == {"program": []}
    assert stored.pictures(head.ids) == result().pictures
    assert stored.pictures([]) == {}


def test_an_interrupted_build_finds_its_results(tmp_path: Path) -> None:
    head = opened(tmp_path / "out", {}, {"seed": 1}).results.save(SHA, result())
    assert opened(tmp_path / "out", {}, {"seed": 1}).results.load(SHA).head == head


def test_results_of_another_build_are_thrown_away(tmp_path: Path) -> None:
    opened(tmp_path / "out", {}, {"seed": 1}).results.save(SHA, result())
    results = opened(tmp_path / "out", {}, {"seed": 2}).results
    assert results.find(SHA) is None
    with pytest.raises(RuntimeError, match="vanished"):
        results.load(SHA)


def test_verdicts_outlive_another_configuration(tmp_path: Path) -> None:
    opened(tmp_path / "out", {"limits": 1}, {"seed": 1}).verdicts.save(SHA, {"reason": "hang"})
    other = opened(tmp_path / "out", {"limits": 1}, {"seed": 2})
    assert other.verdicts.load(SHA) == {"reason": "hang"}
    other.remove()
    assert not (tmp_path / ".out.work").exists()


@pytest.mark.parametrize("left", [50, -50])
def test_half_a_file_is_no_result(tmp_path: Path, left: int) -> None:
    results = opened(tmp_path / "out", {}, {}).results
    results.save(SHA, result())
    (file,) = (tmp_path / ".out.work/results").glob("*.jsonl")
    file.write_bytes(file.read_bytes()[:left])
    assert results.find(SHA) is None
