# SPDX-License-Identifier: Apache-2.0
"""Task ``causal``: does an event occur in a window, and by which chain of rules?

The answer is read from the events of a trace that two processes agreed on. For every event that
occurs, each rule and condition of its chain is cut in the VM; the event must vanish or change, or
it is not asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from generators.causal import (
    Answer,
    Asked,
    NoChain,
    ProgramIndex,
    Record,
    answer,
    possible_queries,
    validate,
    value_queries,
)
from generators.interventions.screening import Screener
from generators.tasks.material import Material, executed_blocks
from generators.tasks.window import Window, windows
from scratchworld.errors import RemoteError
from scratchworld.world import CausalInstance, Episode, Instance, Trace, instance_id
from vm_runner import Session

__all__ = ["TASK", "CausalPlan", "make_causal"]

TASK = "causal"


@dataclass(frozen=True, slots=True)
class CausalPlan:
    """How many event queries are made of a project, and of what sort."""

    cap: int = 4
    """Most queries of one project."""
    horizons: tuple[int, ...] = (1, 5)
    """Steps of a window."""
    windows: int = 6
    """Windows in which events are looked for."""
    positive_share: float = 0.5
    """Share of queries whose event occurs. The published release has about 0.27."""
    tries: int = 8
    """Most chains that are validated to find those that are asked about."""
    blocks: int = 300_000
    """Blocks executed up to the end of a window above which no chain is validated."""


@dataclass(frozen=True, slots=True)
class _Case:
    window: Window
    episode: Episode
    trace: Trace
    record: Record
    asked: Asked
    found: Answer

    @property
    def end(self) -> int:
        return self.window.step + self.window.horizon


def make_causal(material: Material, plan: CausalPlan, max_changed: int) -> list[Instance]:
    """Return event queries of a project.

    Counts in ``material.numbers`` the chains that were validated and those that held, and by reason
    the events that are not asked about.
    """
    rng = material.rng(TASK)
    cases = list(_cases(material, plan, max_changed, rng))
    wanted = plan.cap * plan.positive_share
    wanted_positive = int(wanted) + (rng.random() < wanted - int(wanted))
    positives = _validated(
        material, plan, [case for case in cases if case.found.occurs], wanted_positive, rng
    )
    negatives = [case for case in cases if not case.found.occurs]
    # no more of them than the share allows, however few occur
    share = 1 - plan.positive_share
    room = plan.cap - wanted_positive
    if wanted_positive and len(positives) < wanted_positive:
        room = round(len(positives) * share / plan.positive_share)
    chosen = positives + _varied(negatives, room, rng, _is_far)
    return [_instance(material, case) for case in chosen]


def _cases(
    material: Material, plan: CausalPlan, max_changed: int, rng: random.Random
) -> Iterator[_Case]:
    index = ProgramIndex(material.program)
    pairs = list(material.episodes)
    for episode, trace in rng.sample(pairs, min(2, len(pairs))):
        record = Record(trace)
        found = [
            window
            for horizon in plan.horizons
            for window in windows(TASK, episode, trace, horizon)
            if 0 < len(window.target) <= max_changed
        ]
        for window in rng.sample(found, min(len(found), max(1, plan.windows // 2))):
            executed = frozenset(executed_blocks(trace.steps[window.step :][: window.horizon]))
            for asked in _asked(material, record, window):
                near = asked.near or any(_is_beside(block, executed) for block in asked.blocks)
                end = window.step + window.horizon
                state = window.state
                try:
                    told = answer(asked.query, record, index, state, window.step, end)
                except NoChain as error:
                    material.count(f"causal_{error.reason}")
                    continue
                yield _Case(window, episode, trace, record, asked._replace(near=near), told)


def _asked(material: Material, record: Record, window: Window) -> Iterator[Asked]:
    end = window.step + window.horizon
    for asked in possible_queries(material.program, window.state):
        yield asked
        yield from value_queries(asked, record, window.state, window.step, end)


def _is_beside(block: str, executed: frozenset[str]) -> bool:
    """Whether a block was not executed, and others of its rule were."""
    rule = f"{block.rpartition('/')[0]}/"
    return block not in executed and any(each.startswith(rule) for each in executed)


def _validated(
    material: Material,
    plan: CausalPlan,
    cases: Sequence[_Case],
    count: int,
    rng: random.Random,
) -> list[_Case]:
    """The first ``count`` cases, in an order for variety, whose chains hold."""
    kept: list[_Case] = []
    screeners: dict[int, Screener] = {}
    for case in _varied(cases, plan.tries, rng, _is_short):
        if len(kept) >= count:
            break
        if executed_blocks(case.trace.steps[: case.end]).total() > plan.blocks:
            material.count("causal_too_much_work")
            continue
        screener = screeners.get(id(case.episode))
        if screener is None:
            # one world is alive in a process
            screeners = {id(case.episode): Screener(_opener(material, case.episode), case.episode)}
            screener = screeners[id(case.episode)]
        try:
            verdict = validate(
                case.asked.query, case.found, case.trace, case.window.step, case.end, screener
            )
        except RemoteError:
            material.count("causal_unsaved")
            continue
        material.count("causal_cuts", verdict.cuts)
        material.count("causal_needed", verdict.needed)
        material.count("causal_validated")
        if verdict.holds:
            kept.append(case)
        else:
            material.count("causal_not_needed")
    return kept


def _opener(material: Material, episode: Episode) -> Callable[[], Session]:
    def open_session() -> Session:
        session = material.explorer.load(material.data)
        session.start(episode.seed)
        return session

    return open_session


def _is_short(case: _Case) -> bool:
    """Chains of a rule alone say little; they come last."""
    return len(case.found.chain.links) <= 3


def _is_far(case: _Case) -> bool:
    """Near misses come first."""
    return not case.asked.near


def _varied(
    cases: Sequence[_Case], count: int, rng: random.Random, rank: Callable[[_Case], bool]
) -> list[_Case]:
    """Choose for variety: round the kinds of events, and no event of the same block twice."""
    queues: dict[str, list[_Case]] = {}
    for case in cases:
        queues.setdefault(case.asked.query.event, []).append(case)
    order = sorted(queues)
    rng.shuffle(order)
    for kind in order:
        rng.shuffle(queues[kind])
        queues[kind].sort(key=rank, reverse=True)
    chosen: list[_Case] = []
    used: set[tuple[object, ...]] = set()
    while len(chosen) < count and any(queues.values()):
        for kind in order:
            while queues[kind] and len(chosen) < count:
                case = queues[kind].pop()
                key = (case.asked.query, case.window.step, case.window.ticks)
                if key not in used:
                    used.add(key)
                    chosen.append(case)
                    break
    return chosen


def _instance(material: Material, case: _Case) -> CausalInstance:
    executed = case.trace.prefix(case.end)
    base = case.window.instance(material.provenance, replay_digest=executed.digest())
    made = CausalInstance(
        **{field.name: getattr(base, field.name) for field in fields(Instance)},
        query=case.asked.query,
        occurs=case.found.occurs,
        chain=case.found.chain.texts,
    )
    return replace(made, instance_id=instance_id(made.identity()))
