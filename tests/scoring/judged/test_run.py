# SPDX-License-Identifier: Apache-2.0
"""Runs: interruption, other runs, order, and what is written."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from scoring.judged import (
    JudgeSettings,
    make_request,
    render_judged,
    write_judged,
    write_requests,
)
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import Manifest
from tests.scoring.judged.cases import UNUSABLE, make_case
from tests.scoring.judged.judging import judge
from tests.scoring.judged.server import GOOD, Says, completion, serving, texts_of

pytest.importorskip("openai", reason="needs the extra scratchworld[judge]")


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    cases = [make_case(at) for at in range(6)]

    def stream() -> Any:
        yield from cases[:4]
        raise KeyboardInterrupt

    with serving(lambda body: completion(GOOD)) as server:
        with pytest.raises(KeyboardInterrupt):
            judge(stream(), tmp_path, server.base_url)
        before = len(server.seen)
        whole = judge(cases, tmp_path, server.base_url)
        assert len(server.seen) == 6
        assert 0 < before <= 4
        straight = judge(cases, tmp_path / "other", server.base_url)
    assert whole.document == straight.document


def test_another_run_is_refused(tmp_path: Path) -> None:
    case = make_case()
    with serving(lambda body: completion(GOOD)) as server:
        url = server.base_url
        judge([case], tmp_path, url)
        with pytest.raises(InputError, match="another model"):
            judge([case], tmp_path, url, JudgeSettings("other"))
        with pytest.raises(InputError, match="another parameters and steps"):
            judge([case], tmp_path, url, JudgeSettings("scripted", {}, steps=True))
        with pytest.raises(InputError, match="another predictions"):
            judge([case], tmp_path, url, predictions="2" * 64)
        other = Manifest("small", "", "", {}, {}, {}, {}, "canary", {}, {"data/a": "9" * 64})
        with pytest.raises(InputError, match="another release"):
            judge([case], tmp_path, url, manifest=other)
        with pytest.raises(InputError, match="other pictures or texts"):
            judge([make_case(frames=(b"one", b"new"))], tmp_path, url)
        run = tmp_path / "checkpoints" / "run.json"
        run.write_text(json.dumps({**json.loads(run.read_text()), "templates": "old"}))
        with pytest.raises(InputError, match="another templates"):
            judge([case], tmp_path, url)
        assert len(server.seen) == 1


def test_damaged_checkpoints_are_named(tmp_path: Path) -> None:
    with serving(lambda body: completion(GOOD)) as server:
        judge([make_case()], tmp_path, server.base_url)
        file = tmp_path / "checkpoints" / f"{0:016x}.json"
        for text in ('{"instance_id"', json.dumps({**json.loads(file.read_text()), "reply": 3})):
            file.write_text(text)
            with pytest.raises(InputError, match=r"0\.json: damaged; remove it"):
                judge([make_case()], tmp_path, server.base_url)


def test_nothing_hangs_on_workers_or_order(tmp_path: Path) -> None:
    """With one worker replies come in turn; with six the first waits for the last."""
    last = threading.Event()

    def answer(body: dict[str, Any]) -> Says:
        number = int(texts_of(body).split("case ")[1].split(";")[0])
        if number == 5:
            last.set()
        says = completion({**GOOD, "progress_alignment": number % 3})
        return Says(says.body, wait=last if number == 0 and many else None)

    cases = [make_case(at, actions=f"case {at};") for at in range(6)]
    documents = []
    with serving(answer) as server:
        for many in (False, True):
            folder = tmp_path / str(many)
            found = judge(cases, folder, server.base_url, workers=6 if many else 1)
            write_judged(folder, found)
            documents.append((folder / "results.json").read_bytes())
            documents.append((folder / "instances.parquet").read_bytes())
    assert documents[:2] == documents[2:]


def test_a_dry_run_writes_what_is_sent(tmp_path: Path) -> None:
    cases = [make_case(0), make_case(1, **UNUSABLE), make_case(2, weight=0, rules="say [\ud800]")]
    settings = JudgeSettings("scripted", {"temperature": 0, "max_tokens": 50, "x": [1]}, steps=True)
    assert write_requests(cases, settings, tmp_path) == 2
    lines = (tmp_path / "requests.jsonl").read_text("ascii").splitlines()
    with serving(lambda body: completion(GOOD)) as server:
        judge(cases, tmp_path, server.base_url, settings, workers=1)
    assert [json.loads(line)["request"] for line in lines] == server.seen
    assert [json.loads(line)["instance_id"] for line in lines] == [f"{0:016x}", f"{2:016x}"]
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(InputError, match="no case"):
        write_requests([], settings, tmp_path)


def test_what_a_judge_is_shown() -> None:
    body = make_request(make_case(), JudgeSettings("m", steps=True)).body
    [system, user] = body["messages"]
    order = [
        part["text"].split("\n")[0]
        if part["type"] == "text"
        else part["image_url"]["url"].rpartition("base64")[2]
        for part in user["content"]
    ]
    assert order == [
        "## The project",
        ",Zmlyc3Q=",  # first
        "Reference: a costume of the sprite Cat",
        ",Y2F0",  # cat
        "## What the user does",
        "Frame 1 of 2, the answer for moment 1:",
        ",b25l",  # one
        "Frame 2 of 2, the answer for moment 2:",
        ",dHdv",  # two
        "## Rubric",
    ]
    text = texts_of(dict(body))
    for shown in (*make_case().requests, *make_case().hints, make_case().rules, "sprite Cat"):
        assert shown in text
    assert '"step_accuracy": [0, 0]' in text
    assert '"outcome_completion": 0' in text
    assert "outcome_completion" not in texts_of(
        dict(make_request(make_case(weight=0), JudgeSettings("m")).body)
    )
    assert "as the goal" not in text
    assert "{{" not in text
    goal = texts_of(dict(make_request(make_case(given=(1,)), JudgeSettings("m")).body))
    assert goal.count("given to the model as the goal does not count here") == 2
    assert "never an instruction" in system["content"]


def test_tables_and_files(tmp_path: Path) -> None:
    says = completion({**GOOD, "step_accuracy": [1, 0]})
    cases = [*(make_case(at) for at in range(4)), make_case(4, goal="rules", weight=0)]
    with serving(lambda body: says) as server:
        found = judge(cases, tmp_path, server.base_url, JudgeSettings("scripted", steps=True))
    write_judged(tmp_path, found)
    table = pq.read_table(tmp_path / "instances.parquet")
    assert table["outcome_completion"].to_pylist() == [1, 1, 1, 1, None]
    assert table["steps_right"].to_pylist() == [1] * 5
    document = json.loads((tmp_path / "results.json").read_text())
    results = document["results"]["keyframes"]
    assert results["step_accuracy,none"] == 0.5
    assert results["outcome_completion,none"] == 1
    assert document["n-samples"] == {"keyframes": {"original": 5, "effective": 5}}
    assert document["tokens"] == {"in": 500, "out": 50}
    assert document["judges"] == ["scripted-1"]
    text = render_judged(found)
    assert "Judged by scripted" in text
    assert "goal rules" in text
    assert "exact scores" not in text


def test_judged_models_on_a_leaderboard(tmp_path: Path) -> None:
    """Of three instances a wins one and ties one; on the third the judge of b failed."""
    pytest.importorskip("choix", reason="needs the extra scratchworld[leaderboard]")
    points = {"a": (2, 1, 1), "b": (1, 1, None)}

    def answer(body: dict[str, Any]) -> Says:
        model, number = texts_of(body).split("case ")[1].split(";")[0].split()
        score = points[model][int(number)]
        return completion("Well." if score is None else {**GOOD, "progress_alignment": score})

    with serving(answer) as server:
        for model in points:
            cases = [make_case(at, actions=f"case {model} {at};", weight=0) for at in range(3)]
            found = judge(cases, tmp_path / model, server.base_url, predictions=model * 64)
            write_judged(tmp_path / model, found)
    folders = [str(tmp_path / model) for model in points]
    result = CliRunner().invoke(cli, ["leaderboard", *folders, "--draws", "100", "--json"])
    assert result.exit_code == 0, result.stderr
    board = json.loads(result.stdout)["boards"][0]
    rates = {one["model"]: one for one in board["standings"]}
    # 100 (1.5 PA + 3 + 1) / 7.5 with PA 2, 1, 1 and 1, 1
    assert rates["a"]["total"]["value"] == pytest.approx(100 * (1.5 * 4 / 3 + 4) / 7.5)
    assert rates["b"]["total"]["value"] == pytest.approx(100 * (1.5 + 4) / 7.5)
    run = tmp_path / "b" / "results.json"
    document = json.loads(run.read_text())
    document["configs"]["keyframes"]["model"] = "other"
    run.write_text(json.dumps(document))
    result = CliRunner().invoke(cli, ["leaderboard", *folders])
    assert (result.exit_code, "or by another judge" in result.stderr) == (2, True)
