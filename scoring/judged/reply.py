# SPDX-License-Identifier: Apache-2.0
"""A judge's reply, read: scores, or a failure by its name; never a score in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from scoring.answer import Answer, Status, rejected
from scoring.forms import Form
from scoring.intake.output import read_output
from scoring.intake.strict_json import StrictDecoder
from scoring.judged.rubric import COMPONENTS, OUTCOME, STEPS, Component, Scores

__all__ = ["FAILURES", "Failure", "Judgement", "Reply", "read_reply"]

Failure = Literal[
    "refusal",
    "empty",
    "unparseable",
    "truncated",
    "schema_invalid",
    "missing_score",
    "not_whole",
    "out_of_range",
    "malformed_response",
    "rejected_request",
    "rate_limited",
    "server_error",
    "timeout",
    "unreachable",
]
"""The first eight are replies that hold no scores; the others are no replies at all."""

FAILURES: tuple[Failure, ...] = get_args(Failure)

_CUT = "length"
_FILTERED = "content_filter"


@dataclass(frozen=True, slots=True)
class Reply:
    """What an endpoint said, as it is kept."""

    text: str
    finish_reason: str
    refusal: str
    model: str
    """The name that the endpoint itself gives to the model; empty where it gives none."""
    tokens_in: int = 0
    tokens_out: int = 0
    """As the endpoint counts them; 0 where it does not."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Scores, or the name of what went wrong."""

    scores: Scores | None = None
    steps: tuple[int, ...] | None = None
    """0 or 1 a moment; ``None`` where they were not asked for, or are not usable."""
    failure: Failure | Literal[""] = ""
    steps_failure: Failure | Literal[""] = ""
    """Why the scores of the moments cannot be used, although they were asked for."""
    detail: str = ""


def read_reply(reply: Reply, weight: int, moments: int, *, steps: bool) -> Judgement:
    """Read a reply to the request of a case with that result weight and number of moments.

    The scores may stand alone, in a code fence or after prose, as a model's own answers may.
    """
    if reply.refusal or reply.finish_reason == _FILTERED:
        return Judgement(failure="refusal")
    if not reply.text.strip():
        return Judgement(failure="truncated" if reply.finish_reason == _CUT else "empty")
    answer = read_output(reply.text, StrictDecoder(), _FORM)
    if not isinstance(answer.content, Mapping):
        return Judgement(failure=_failure_of(answer, reply), detail=answer.detail)
    return _judgement(answer.content, weight, moments if steps else None)


def _read(prediction: object, status: Status) -> Answer:
    if not isinstance(prediction, dict):
        return rejected("schema_invalid", "not an object")
    return Answer(status, content=prediction)


_FORM = Form(
    tuple(component.name for component in COMPONENTS),
    _read,
    {component.name: 0 for component in COMPONENTS},
)


def _failure_of(answer: Answer, reply: Reply) -> Failure:
    if answer.status == "truncated" or reply.finish_reason == _CUT:
        return "truncated"
    return "schema_invalid" if answer.status == "schema_invalid" else "unparseable"


def _judgement(said: Mapping[str, object], weight: int, moments: int | None) -> Judgement:
    values: list[int | None] = []
    for component in COMPONENTS:
        if component is OUTCOME and not weight:
            values.append(None)
            continue
        value, failure = _score(said, component)
        if failure:
            return Judgement(failure=failure, detail=component.name)
        values.append(value)
    progress, outcome, causal, visual = values
    assert progress is not None
    assert causal is not None
    assert visual is not None
    scores = Scores(progress, outcome, causal, visual)
    if moments is None:
        return Judgement(scores)
    steps, failure = _steps(said, moments)
    return Judgement(scores, steps, steps_failure=failure, detail=STEPS if failure else "")


def _score(
    said: Mapping[str, object], component: Component
) -> tuple[int | None, Failure | Literal[""]]:
    if said.get(component.name) is None:
        return None, "missing_score"
    value = _whole(said[component.name])
    if value is None:
        return None, "not_whole"
    if not 0 <= value <= component.top:
        return None, "out_of_range"
    return value, ""


def _steps(
    said: Mapping[str, object], moments: int
) -> tuple[tuple[int, ...] | None, Failure | Literal[""]]:
    listed = said.get(STEPS)
    if not isinstance(listed, list) or len(listed) != moments:
        return None, "missing_score"
    values = [_whole(value) for value in listed]
    whole = tuple(value for value in values if value is not None)
    if len(whole) != moments:
        return None, "not_whole"
    return (whole, "") if set(whole) <= {0, 1} else (None, "out_of_range")


def _whole(value: object) -> int | None:
    """Return a number without fraction as one; a text or a Boolean is no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if value == value // 1 and abs(value) < 2**53 else None
