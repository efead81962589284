# SPDX-License-Identifier: Apache-2.0
"""The formula by hand, and replies read one by one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scoring.judged import FAILURES, Reply, overall, read_reply, task_completion
from tests.scoring.judged.server import GOOD


@pytest.mark.parametrize(
    ("progress", "outcome", "weight", "expected"),
    [
        (2, None, 0, 3.0),  # 1.5 x 2
        (1, 1, 0, 1.5),  # the outcome counts for nothing
        (2, 1, 100, 3.0),  # 1.5 x 2 x 1
        (2, 0, 100, 0.0),
        (1, 1, 40, 2.1),  # 1.5 (0.6 x 1 + 2 x 0.4 x 1) = 1.5 x 1.4
        (2, 0, 40, 1.8),  # 1.5 x 0.6 x 2
    ],
)
def test_task_completion(progress: int, outcome: int | None, weight: int, expected: float) -> None:
    assert task_completion(progress, outcome, weight) == pytest.approx(expected)


def test_overall() -> None:
    assert overall(2, 1, 3, 3, 30) == pytest.approx(100)  # (3 + 3 + 1.5) / 7.5
    assert overall(0, 0, 0, 3, 30) == pytest.approx(20)  # 1.5 / 7.5: a still picture of the stage
    assert overall(1, 1, 2, 1, 40) == pytest.approx(100 * (2.1 + 2 + 0.5) / 7.5)
    assert overall(1, None, 2, 1, 0) == pytest.approx(100 * (1.5 + 2 + 0.5) / 7.5)
    with pytest.raises(ValueError, match="needs a score"):
        overall(1, None, 2, 1, 40)


def read(said: object, weight: int = 50, steps: bool = False, **more: str) -> tuple[object, ...]:
    text = said if isinstance(said, str) else json.dumps(said)
    reply = Reply(text, more.get("finish_reason", "stop"), more.get("refusal", ""), "")
    found = read_reply(reply, weight, 2, steps=steps)
    return found.scores, found.steps, found.failure, found.steps_failure


@pytest.mark.parametrize(
    "said",
    [
        GOOD,
        {**GOOD, "progress_alignment": 2.0, "why": "it moves"},
        f"Let me see.\n```json\n{json.dumps(GOOD)}\n```",
        f"First {json.dumps({**GOOD, 'causal_plausibility': 0})}, no: {json.dumps(GOOD)}",
        json.dumps(GOOD).replace('"', "'"),
    ],
    ids=["plain", "more keys", "fenced", "second thoughts", "single quotes"],
)
def test_scores_are_found(said: object) -> None:
    assert read(said) == ((2, 1, 3, 2), None, "", "")


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        ("", "empty"),
        ("I would say it is quite good.", "unparseable"),
        ('{"progress_alignment": 2, "outcome', "truncated"),
        ('What {"score": 5} means I cannot say.', "schema_invalid"),
        ({"score": 5}, "missing_score"),
        ('{"progress_alignment": 1, "progress_alignment": 2}', "schema_invalid"),
        ("[2, 1, 3, 2]", "schema_invalid"),
        ({**GOOD, "visual_consistency": None}, "missing_score"),
        ({"progress_alignment": 2}, "missing_score"),
        ({**GOOD, "causal_plausibility": 2.5}, "not_whole"),
        ({**GOOD, "causal_plausibility": "3"}, "not_whole"),
        ({**GOOD, "outcome_completion": True}, "not_whole"),
        (json.dumps(GOOD).replace("3", "1e400"), "not_whole"),
        ({**GOOD, "progress_alignment": 3}, "out_of_range"),
        ({**GOOD, "visual_consistency": -1}, "out_of_range"),
    ],
    ids=lambda value: value if value in FAILURES else "",
)
def test_what_is_no_score_has_a_name(said: object, failure: str) -> None:
    assert read(said) == (None, None, failure, "")


def test_refusals_and_cut_replies() -> None:
    assert read(GOOD, refusal="I cannot look at this")[2] == "refusal"
    assert read("", finish_reason="content_filter")[2] == "refusal"
    assert read("", finish_reason="length")[2] == "truncated"
    assert read("The first frame", finish_reason="length")[2] == "truncated"
    assert read(GOOD, finish_reason="length")[2] == ""  # cut after the scores


def test_every_failure_is_explained(repository: Path) -> None:
    page = (repository / "docs" / "protocols" / "judged.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \| ", page, re.MULTILINE)
    assert tuple(listed) == FAILURES


def test_without_a_goal_the_outcome_is_not_looked_at() -> None:
    assert read({**GOOD, "outcome_completion": 7}, weight=0)[0] == (2, None, 3, 2)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([1, 0], ((1, 0), "")),
        (None, (None, "missing_score")),
        ([1], (None, "missing_score")),
        ([1, True], (None, "not_whole")),
        ([1, 2], (None, "out_of_range")),
    ],
)
def test_moments_fail_apart(steps: object, expected: tuple[object, str]) -> None:
    scores, found, failure, steps_failure = read({**GOOD, "step_accuracy": steps}, steps=True)
    assert scores == (2, 1, 3, 2)
    assert failure == ""
    assert (found, steps_failure) == expected
