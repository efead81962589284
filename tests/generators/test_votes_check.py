# SPDX-License-Identifier: Apache-2.0
"""The VM votes on predictions from the shell, and the leaderboard takes its votes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scoring import REFERENCES, fit_reference, write_predictions
from scoring.votes import read_votes
from scratchworld.cli import cli
from scratchworld.release import Release

pytestmark = pytest.mark.node


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments)])


def predictions(release: Release, name: str, out: Path) -> Path:
    reference = REFERENCES[name]
    predict = fit_reference(reference, release)
    answers = [(one.instance_id, predict(one)) for one in release.instances()]
    write_predictions(out, answers)
    return out


def test_the_vm_votes_and_the_leaderboard_ranks(
    built: tuple[Release, Path, Path], tmp_path: Path
) -> None:
    pytest.importorskip("choix", reason="needs the extra [leaderboard]")
    release, corpus, key = built
    files = [predictions(release, name, tmp_path / f"{name}.jsonl") for name in ("labels", "copy")]
    still = tmp_path / "still.jsonl"
    # everything leaves its place, whatever the world does
    write_predictions(
        still,
        [
            (
                one.instance_id,
                {"occurs": False, "chain": []}
                if one.task == "causal"
                else {"delta": {path: -1 for path in one.state if path.endswith("/x")}},
            )
            for one in release.instances()
        ],
    )
    out, faults = tmp_path / "votes.parquet", tmp_path / "faults.jsonl"
    shared = ("--corpus", corpus, "--key", key, "--out", out, "--faults", faults)
    result = run("votes", "check", release.path, *files, f"jumpy={still}", *shared)
    assert result.exit_code == 0, result.output
    table = [line.split() for line in result.output.splitlines()]
    of_states = sum(1 for one in release.instances() if one.task != "causal")
    for model in ("executed", "labels", "copy", "jumpy"):
        [newton] = [line for line in table if line[:1] == [model] and line[2] == "newton"]
        assert newton[1] == newton[3] == str(of_states)
        assert (newton[5] == "100.0") == (model != "jumpy")
        assert (newton[4] == "0") == (model == "copy")
    assert f"{3 * of_states} votes of the VM written to {out}" in result.output

    votes = read_votes([out])
    assert {(vote.rater, vote.kind) for vote in votes} == {("vm", "vm")}
    assert {vote.category for vote in votes} == {"next_state", "rollout", "counterfactual"}
    told = [json.loads(line) for line in faults.read_text("utf-8").splitlines()]
    assert {one["model"] for one in told} == {"jumpy"}
    assert any(
        one["law"] == "newton" and one["fault"].endswith("moves, and nothing in the trace makes it")
        for one in told
    )
    board = json.loads(run("leaderboard", out, "--draws", 100, "--json").stdout)
    assert board["boards"][0]["standings"][-1]["model"] == "jumpy"


def test_what_the_vm_cannot_vote_on(built: tuple[Release, Path, Path], tmp_path: Path) -> None:
    release, corpus, key = built
    lines = tmp_path / "m.jsonl"
    write_predictions(lines, [("0" * 16, {"delta": {}})])
    shared = ("--corpus", corpus, "--key", key, "--out", tmp_path / "v.parquet")
    result = run("votes", "check", release.path, lines, *shared)
    assert (result.exit_code, "no such instance" in result.output) == (2, True)
    result = run("votes", "check", release.path, f"executed={lines}", *shared)
    assert (result.exit_code, "call the model otherwise" in result.output) == (2, True)
