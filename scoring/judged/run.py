# SPDX-License-Identifier: Apache-2.0
"""Ask the judge about each case, some at a time; the order of arrival decides nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from scoring.judged.case import Case
from scoring.judged.checkpoints import Checkpoints
from scoring.judged.endpoint import NoReply
from scoring.judged.reply import Judgement, Reply, read_reply
from scoring.judged.request import JudgeSettings, Request, make_request
from scoring.judged.rubric import Scores
from scratchworld.errors import InputError

__all__ = ["Ask", "Judged", "judge_cases"]

Ask = Callable[[Request], Reply]
"""Sends a request; raises :class:`NoReply`, or ``InputError`` to end the run."""

_AHEAD = 4
"""Requests, for each worker, that are made and held while others are under way."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case and what became of it."""

    case: Case
    judgement: Judgement
    reply: Reply | None = None
    """``None`` where no judge was asked, or none replied."""

    @property
    def outcome(self) -> Literal["judged", "failed", "unusable"]:
        """Whether a judge scored it, should have and did not, or was not asked.

        An answer that cannot be used scores 0 without a judge.
        """
        if not self.case.frames:
            return "unusable"
        return "judged" if self.judgement.scores is not None else "failed"


def judge_cases(
    cases: Iterable[Case],
    settings: JudgeSettings,
    ask: Ask,
    checkpoints: Checkpoints,
    workers: int = 4,
) -> Generator[Judged, None, None]:
    """Yield each case with its judgement, in the order given.

    Replies are kept as they come in. Requests under way are waited for when the run is
    interrupted, so that what they cost is not lost.

    Raises:
        InputError: when checkpoints are of other requests, or no request can succeed.
    """
    replied = False

    def answered(case: Case, request: Request) -> Judged:
        nonlocal replied
        try:
            reply = ask(request)
        except NoReply as error:
            if error.name == "unreachable" and not replied:
                raise InputError(
                    "the endpoint cannot be reached; check --base-url, and run the same command "
                    "again"
                ) from None
            return Judged(case, Judgement(failure=error.name, detail=error.detail))
        replied = True
        checkpoints.put(request, reply)
        return _judged(case, reply, settings)

    with ThreadPoolExecutor(workers, thread_name_prefix="judge") as pool:
        under_way: deque[Judged | Future[Judged]] = deque()
        try:
            for case in cases:
                under_way.append(_begin(case, settings, checkpoints, pool, answered))
                while len(under_way) >= _AHEAD * workers:
                    yield _result(under_way.popleft())
            while under_way:
                yield _result(under_way.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(
    case: Case,
    settings: JudgeSettings,
    checkpoints: Checkpoints,
    pool: ThreadPoolExecutor,
    answered: Callable[[Case, Request], Judged],
) -> Judged | Future[Judged]:
    """Return the result at once where nothing has to be asked."""
    if not case.frames:
        return Judged(case, _worst(case, settings))
    request = make_request(case, settings)
    kept = checkpoints.get(request)
    if kept is not None:
        return _judged(case, kept, settings)
    return pool.submit(answered, case, request)


def _worst(case: Case, settings: JudgeSettings) -> Judgement:
    """Return what an answer that cannot be used scores."""
    scores = Scores(0, 0 if case.weight else None, 0, 0)
    return Judgement(scores, (0,) * len(case.requests) if settings.steps else None)


def _judged(case: Case, reply: Reply, settings: JudgeSettings) -> Judged:
    read = read_reply(reply, case.weight, len(case.frames), steps=settings.steps)
    return Judged(case, read, reply)


def _result(one: Judged | Future[Judged]) -> Judged:
    return one.result() if isinstance(one, Future) else one
