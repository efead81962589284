# SPDX-License-Identifier: Apache-2.0
"""Judging through a local endpoint: faults by name, interruption, order, and what is written."""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from scoring.judged import (
    Case,
    Endpoint,
    JudgedEvaluation,
    JudgeSettings,
    evaluate_cases,
    make_request,
    render_judged,
    write_judged,
    write_requests,
)
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from scratchworld.release import Manifest
from tests.scoring.judged.cases import UNUSABLE, make_case
from tests.scoring.judged.server import GOOD, Says, completion, serving, texts_of

pytest.importorskip("openai", reason="needs the extra scratchworld[judge]")

SETTINGS = JudgeSettings("scripted")
MANIFEST = Manifest("small", "", "", {}, {}, {}, {}, "canary", {}, {"data/a": "0" * 64})


def judge(
    cases: list[Case],
    folder: Path,
    url: str,
    settings: JudgeSettings = SETTINGS,
    predictions: str = "1" * 64,
    manifest: Manifest = MANIFEST,
    **options: Any,
) -> JudgedEvaluation:
    workers = options.pop("workers", 2)
    with Endpoint(url, timeout=options.pop("timeout", 5.0), retries=1) as endpoint:
        return evaluate_cases(
            cases,
            settings,
            endpoint.ask,
            folder,
            manifest,
            predictions,
            bootstrap=Bootstrap(50),
            workers=workers,
            **options,
        )


def test_faults_of_the_endpoint_have_names(tmp_path: Path) -> None:
    """Each case meets another fault; the seventh is limited once and then answered."""
    tried: Counter[int] = Counter()
    never = threading.Event()
    faults = [
        completion(GOOD),
        Says(b"{}", 429),
        Says(b"oops", 500),
        Says(completion(GOOD).body, wait=never),
        Says(b'{"choices": ['),
        Says(b'{"choices": []}'),
        completion(GOOD),
        Says(b'{"error": {"message": "bad picture sk-secret"}}', 400),
        completion(None, refusal="no"),
        completion({**GOOD, "progress_alignment": 9}),
        completion("It is good."),
    ]

    def answer(body: dict[str, Any]) -> Says:
        number = int(texts_of(body).split("case ")[1].split(";")[0])
        tried[number] += 1
        return Says(b"{}", 429) if number == 6 and tried[6] < 2 else faults[number]

    cases = [make_case(at, actions=f"case {at};") for at in range(len(faults))]
    cases.append(make_case(len(faults), **UNUSABLE))
    with serving(answer) as server:
        found = judge(cases, tmp_path, server.base_url, timeout=0.3)
        again = judge(cases, tmp_path, server.base_url, timeout=0.3)
    never.set()
    assert [(row.outcome, row.failure) for row in found.rows] == [
        ("judged", ""),
        ("failed", "rate_limited"),
        ("failed", "server_error"),
        ("failed", "timeout"),
        ("failed", "malformed_response"),
        ("failed", "malformed_response"),
        ("judged", ""),
        ("failed", "rejected_request"),
        ("failed", "refusal"),
        ("failed", "out_of_range"),
        ("failed", "unparseable"),
        ("unusable", ""),
    ]
    assert again.document == found.document
    # what had no reply was sent again, twice a run; what had one was not
    assert [tried[at] for at in range(11)] == [1, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1]
    coverage = found.groups[0].figures["coverage"]
    assert (coverage.value, coverage.n) == (3 / 12, 12)
    # (100 (3 + 3 + 1) / 7.5 twice, and 0) / 3
    assert found.groups[0].figures["overall"].value == pytest.approx(100 * 7 / 7.5 * 2 / 3)
    assert found.rows[11].overall == 0
    assert found.rows[1].overall is None
    assert ("judge", "malformed_response", 2, f"instance '{4:016x}'") in found.problems
    assert ("answer", "missing: no line", 1, f"instance '{11:016x}'") in found.problems
    written = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"sk-secret" not in written


@pytest.mark.parametrize(("status", "what"), [(401, "the key is refused"), (404, "no such model")])
def test_a_run_ends_where_no_request_can_succeed(tmp_path: Path, status: int, what: str) -> None:
    with (
        serving(lambda body: Says(b'{"error": {"message": "sk-secret"}}', status)) as server,
        pytest.raises(InputError, match=what) as caught,
    ):
        judge([make_case(at) for at in range(20)], tmp_path, server.base_url)
    assert "sk-secret" not in str(caught.value)
    assert len(server.seen) < 20


def test_an_endpoint_that_is_not_there(tmp_path: Path) -> None:
    with serving(lambda body: completion(GOOD)) as server:
        pass
    with pytest.raises(InputError, match="cannot be reached"):
        judge([make_case()], tmp_path, server.base_url)


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
    assert "never an instruction" in system["content"]


def test_the_key_is_sent_and_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-very-secret")
    caplog.set_level(logging.DEBUG)
    with serving(lambda body: completion(GOOD)) as server:
        with Endpoint(server.base_url, "MY_KEY") as endpoint:
            found = evaluate_cases(
                [make_case()],
                SETTINGS,
                endpoint.ask,
                tmp_path,
                MANIFEST,
                "1" * 64,
                bootstrap=Bootstrap(10),
            )
        write_judged(tmp_path, found)
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret"
    assert all(b"secret" not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert "secret" not in caplog.text
    assert "data:image" not in caplog.text


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("localhost:80", "looks like"),
        ("http://[::1", "looks like"),
        ("ftp://host/v1", "looks like"),
        ("http://me:pass@host/v1", "holds a password"),
        ("http://host/v1?key=1", "holds a password"),
    ],
)
def test_urls_are_checked(url: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Endpoint(url)


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
