# SPDX-License-Identifier: Apache-2.0
"""Tries alterations out from a checkpoint before the window: what would each of them do?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generators.interventions.situation import Candidate
from scratchworld.errors import ProjectError
from scratchworld.world import (
    Alteration,
    Delta,
    Episode,
    State,
    Step,
    TraceStep,
    apply_delta,
    diff,
    written_by,
)
from vm_runner import Checkpoint, Session

__all__ = ["Screener", "Trial", "effect_of"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A window as it went under an alteration."""

    candidate: Candidate
    steps: tuple[TraceStep, ...]
    after: State
    """State after the window."""
    effect: Delta
    """See :func:`effect_of`."""


def effect_of(candidate: Candidate, factual: State, altered: State) -> Delta:
    """Return what the alteration changed after the window, but for the fields it sets itself."""
    own = written_by(candidate.alteration.intervention)
    return {path: value for path, value in diff(factual, altered).items() if path not in own}


class Screener:
    """Walks along one episode and tries alterations at some of its steps.

    ``open_session`` gives a session of the project that has been started with the episode's seed.
    It is called again when an alteration brings the project down.
    """

    def __init__(self, open_session: Callable[[], Session], episode: Episode) -> None:
        self._open = open_session
        self._episode = episode
        self._session = open_session()
        self._step = 0
        self.failed = 0
        """Alterations under which the project could not be run."""

    def tries(
        self,
        start: int,
        horizon: int,
        before: State,
        factual: State,
        candidates: Sequence[Candidate],
    ) -> Iterator[Trial]:
        """Try ``candidates`` on the window from ``start``; ``before`` and ``factual`` are the
        states around it. Windows are best taken in order.

        Raises:
            RemoteError: when the world cannot be saved.
            ProjectError: when the project fails without an alteration.
        """
        alterations = [candidate.alteration for candidate in candidates]
        outcomes = self.outcomes(start, horizon, alterations)
        for candidate, (_, steps) in zip(candidates, outcomes, strict=True):
            if steps is None:
                continue
            after = before
            for step in steps:
                after = apply_delta(after, step.delta)
            yield Trial(candidate, steps, after, effect_of(candidate, factual, after))

    def outcomes(
        self, start: int, horizon: int, alterations: Sequence[Alteration]
    ) -> Iterator[tuple[Alteration, tuple[TraceStep, ...] | None]]:
        """Run the window from ``start`` under each alteration; ``None`` where it cannot be run.

        Raises as :meth:`tries` does.
        """
        checkpoint = self._go_to(start)
        window = Episode(0, self._episode.steps[start : start + horizon])
        for alteration in alterations:
            altered = alteration.apply(window)
            try:
                self._session.restore(checkpoint)
                steps = tuple(_run(self._session, altered.steps))
            except ProjectError:
                self.failed += 1
                self._start_afresh()
                checkpoint = self._go_to(start)
                yield alteration, None
                continue
            yield alteration, steps
        self._session.restore(checkpoint)
        self._session.forget(checkpoint)

    def _start_afresh(self) -> None:
        self._session, self._step = self._open(), 0

    def _go_to(self, start: int) -> Checkpoint:
        if start < self._step:
            self._start_afresh()
        for _ in _run(self._session, self._episode.steps[self._step : start]):
            pass
        self._step = start
        return self._session.save()


def _run(session: Session, steps: Sequence[Step]) -> Iterator[TraceStep]:
    # one call a step: the time limit is then for a step
    for step in steps:
        yield from session.run([step])
