# SPDX-License-Identifier: Apache-2.0
"""A local endpoint at its worst: every fault has a name, and no key is kept."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.judged import (
    Endpoint,
    evaluate_cases,
    write_judged,
)
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from tests.scoring.judged.cases import UNUSABLE, make_case
from tests.scoring.judged.judging import MANIFEST, SETTINGS, judge
from tests.scoring.judged.server import GOOD, Says, completion, serving, texts_of

pytest.importorskip("openai", reason="needs the extra scratchworld[judge]")


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
