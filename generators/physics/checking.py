# SPDX-License-Identifier: Apache-2.0
"""Holds predictions against the physical laws: runs each episode once, for all models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generators.physics.barriers import find_barriers
from generators.physics.claims import Claim, Window, bodies, claims_of, windows_of
from generators.physics.evidence import Evidence, Reader
from generators.physics.laws import LAWS, findings
from generators.physics.pulls import find_pulls
from generators.released import ReleasedProjects, by_variant
from scoring import Answer
from scratchworld.world import Episode, Instance, apply_delta, diff
from vm_runner import Session, VmRunner

__all__ = ["EXECUTED", "Check", "Outcome", "check_physics"]

EXECUTED = "executed"
"""The name under which the trace itself is checked."""

Answers = Callable[[str, Instance], Answer]
"""What a model, given by its name, answers to an instance."""


@dataclass(slots=True)
class Outcome:
    """What one law says of one answer."""

    looked_at: int = 0
    """Things said that the law is about; 0: nothing could be wrong."""
    faults: list[str] = field(default_factory=list)
    """What is wrong, each with sprite or clone and step."""

    @property
    def kept(self) -> bool:
        """True when nothing is wrong."""
        return not self.faults


class Check(NamedTuple):
    """All laws about one answer."""

    instance: Instance
    model: str
    outcomes: Mapping[str, Outcome | None]
    """By law; ``None`` where it does not apply to the instance."""


class _Asked(NamedTuple):
    """A window of an instance: the ``at``-th of it."""

    instance: Instance
    at: int
    window: Window


def check_physics(
    instances: Iterable[Instance],
    projects: ReleasedProjects,
    runner: VmRunner,
    models: Sequence[str],
    answers: Answers,
) -> Iterator[Check]:
    """Yield the checks of all answers that predict states, and of the trace itself.

    An answer that cannot be used keeps no law that applies. ``runner`` must record events. Those
    of the trace come first; if one of them breaks a law, then a law or the trace is wrong.

    Raises:
        InputError: when the corpus lacks a project of the release.
        ProjectError: when a project no longer runs.
    """
    for together in by_variant(instances):
        asked = [
            _Asked(instance, at, window)
            for instance in together
            for at, window in enumerate(windows_of(instance))
        ]
        if asked:
            data = projects.data(together[0], runner)
            yield from _of_variant(data, asked, runner, models, answers)


def _of_variant(
    data: bytes,
    asked: Sequence[_Asked],
    runner: VmRunner,
    models: Sequence[str],
    answers: Answers,
) -> Iterator[Check]:
    instances = {one.instance.instance_id: one.instance for one in asked}
    claims = {
        (name, model): claims_of(instance, answers(model, instance))
        for name, instance in instances.items()
        for model in models
    }
    applying: dict[str, set[str]] = {name: set() for name in instances}
    outcomes: dict[tuple[str, str, str], Outcome] = {}
    for one, evidence, executed, session in _windows(data, asked, runner):
        name = one.instance.instance_id
        applying[name].update(_applying(executed, evidence))
        said = {EXECUTED: executed}
        for model in models:
            if own := claims[name, model]:
                said[model] = own[one.at]
        for model, claim in said.items():
            for each in findings(claim, evidence, session):
                outcome = outcomes.setdefault((name, model, each.law), Outcome())
                outcome.looked_at += 1
                if each.fault:
                    outcome.faults.append(f"step {one.window.end}: {each.body} {each.fault}")
    for name, instance in instances.items():
        for model in (EXECUTED, *models):
            usable = model == EXECUTED or claims[name, model] is not None
            if model == EXECUTED or claims[name, model] != []:
                kept = {
                    law: outcomes.get((name, model, law), Outcome() if usable else _unusable())
                    for law in LAWS
                    if law in applying[name]
                }
                yield Check(instance, model, {law: kept.get(law) for law in LAWS})


def _unusable() -> Outcome:
    return Outcome(faults=["the answer cannot be used"])


def _windows(
    data: bytes, asked: Sequence[_Asked], runner: VmRunner
) -> Iterator[tuple[_Asked, Evidence, Claim, Session]]:
    """Run the episodes; stop at the end of each window, with its evidence and what it did."""
    for episode, together in _episodes(asked):
        session = runner.load(data)
        reader = Reader(session, find_barriers(session.program), find_pulls(session.program))
        states = [session.start(episode.seed)[0]]
        for step, plan in enumerate(episode.steps, 1):
            [traced] = session.run([plan])
            reader.add(traced)
            states.append(apply_delta(states[-1], traced.delta))
            for one in together:
                if one.window.end == step:
                    before = states[one.window.start]
                    evidence = reader.window(one.window.start, before, states[step])
                    yield one, evidence, Claim(before, diff(before, states[step])), session


def _episodes(asked: Sequence[_Asked]) -> Iterator[tuple[Episode, list[_Asked]]]:
    """Yield episodes, none the beginning of another, with the windows that end within them."""
    runs: list[tuple[Episode, list[_Asked]]] = []
    for one in sorted(asked, key=lambda one: -len(one.window.episode.steps)):
        episode = one.window.episode
        for longer, together in runs:
            if longer.seed == episode.seed and longer.prefix(len(episode.steps)) == episode:
                together.append(one)
                break
        else:
            runs.append((episode, [one]))
    yield from runs


def _applying(executed: Claim, evidence: Evidence) -> set[str]:
    laws = set()
    if bodies(executed.before):
        laws |= {"newton", "mass"}
    if evidence.barriers:
        laws.add("penetration")
    if evidence.falling:
        laws.add("gravity")
    return laws
