# SPDX-License-Identifier: Apache-2.0
"""Task ``counterfactual``: the state after a window, had one thing been otherwise.

Alterations are tried out from a checkpoint; those that are chosen are executed from tick 0 in
another process, which must give the same step by step, and under larger work budgets. A window's
factual twin is an instance of its own, a part of an episode that was replayed already.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace

from generators.interventions import KINDS, Situation, candidates
from generators.interventions.screening import Screener, Trial
from generators.tasks.material import Material, executed_blocks
from generators.tasks.window import Window, windows
from scratchworld.errors import ProjectError, RemoteError
from scratchworld.world import (
    CounterfactualInstance,
    Delta,
    Episode,
    Instance,
    Trace,
    diff,
    hidden_paths,
    instance_id,
)
from vm_runner import Session, check_stable

__all__ = ["FACTUAL", "OBSERVED_STEPS", "TASK", "CounterfactualPlan", "make_counterfactuals"]

TASK = "counterfactual"
FACTUAL = "factual"
"""Kind of a factual twin."""
OBSERVED_STEPS = 8
"""Steps before the input state whose deltas are shown."""


@dataclass(frozen=True, slots=True)
class CounterfactualPlan:
    """How many counterfactuals are made of a project, and of what sort."""

    cap: int = 4
    """Most counterfactuals of one project; their factual twins come on top."""
    horizons: tuple[int, ...] = (5, 10)
    """Steps of a window."""
    windows: int = 4
    """Windows in which alterations are tried."""
    tries: int = 20
    """Most alterations tried in a window."""
    blocks: int = 300_000
    """Blocks that the tries of one window may execute, as estimated from the window itself."""
    invariant_share: float = 0.3
    """Share of counterfactuals whose alteration has no effect."""


@dataclass(frozen=True, slots=True)
class _Twin:
    window: Window
    trace: Trace
    """Of the window's episode."""
    trial: Trial

    @property
    def kind(self) -> str:
        return self.trial.candidate.kind

    @property
    def target(self) -> Delta:
        return diff(self.window.state, self.trial.after)


def make_counterfactuals(
    material: Material, plan: CounterfactualPlan, max_changed: int
) -> list[Instance]:
    """Return counterfactual instances of a project, each after its factual twin.

    Counts in ``material.numbers`` what was tried, what had an effect, and what was given up.
    """
    rng = material.rng(TASK)
    twins = [
        twin
        for twin in _screen(material, plan, max_changed, rng)
        if len(twin.target) <= max_changed
    ]
    material.count("counterfactual_tried", len(twins))
    material.count("counterfactual_affected", sum(bool(twin.trial.effect) for twin in twins))
    made: list[Instance] = []
    for twin in _choose(twins, plan, rng):
        factual = _factual(material, twin)
        counterfactual = _verified(material, twin, factual)
        if counterfactual is None:
            material.count("counterfactual_unstable")
            continue
        if factual not in made:
            made.append(factual)
        made.append(counterfactual)
    return made


def _screen(
    material: Material, plan: CounterfactualPlan, max_changed: int, rng: random.Random
) -> Iterator[_Twin]:
    for (episode, trace), chosen in _windows(material, plan, max_changed, rng):

        def open_session(seed: int = episode.seed) -> Session:
            session = material.explorer.load(material.data)
            session.start(seed)
            return session

        screener = Screener(open_session, episode)
        try:
            for window in chosen:
                end = window.step + window.horizon
                blocks = executed_blocks(trace.steps[window.step : end])
                situation = Situation(
                    material.program,
                    window.state,
                    episode.steps[window.step : end],
                    frozenset(blocks),
                    rng,
                )
                limit = max(2, min(plan.tries, plan.blocks // (1 + blocks.total())))
                tried = candidates(situation, limit)
                factual = trace.state(end)
                for trial in screener.tries(
                    window.step, window.horizon, window.state, factual, tried
                ):
                    yield _Twin(window, trace, trial)
        except RemoteError:
            material.count("counterfactual_unsaved")
        material.count("counterfactual_failed", screener.failed)


def _windows(
    material: Material, plan: CounterfactualPlan, max_changed: int, rng: random.Random
) -> Iterator[tuple[tuple[Episode, Trace], list[Window]]]:
    """Yield episodes with windows in which something happens, in order; two episodes at most."""
    pairs = list(material.episodes)
    for pair in rng.sample(pairs, min(2, len(pairs))):
        # a window with the first flag in it would leave nothing of a world to alter
        found = [
            window
            for horizon in plan.horizons
            for window in windows(TASK, *pair, horizon)
            if window.step > 0 and 0 < len(window.target) <= max_changed
        ]
        chosen = rng.sample(found, min(len(found), plan.windows // 2))
        if chosen:
            yield pair, sorted(chosen, key=lambda window: (window.step, window.horizon))


def _choose(twins: Sequence[_Twin], plan: CounterfactualPlan, rng: random.Random) -> list[_Twin]:
    """Choose for variety of kinds and windows, the wanted share of them without an effect."""
    wanted = plan.cap * plan.invariant_share
    invariant = int(wanted) + (rng.random() < wanted - int(wanted))
    unaffected = [twin for twin in twins if not twin.trial.effect]
    affected = [twin for twin in twins if twin.trial.effect]
    chosen = _take(unaffected, min(invariant, plan.cap), rng)
    return chosen + _take(affected, plan.cap - len(chosen), rng)


def _take(twins: Sequence[_Twin], count: int, rng: random.Random) -> list[_Twin]:
    queues = [[twin for twin in twins if twin.kind == kind] for kind in KINDS]
    queues = [queue for queue in queues if queue]
    for queue in queues:
        rng.shuffle(queue)
    rng.shuffle(queues)
    chosen: list[_Twin] = []
    while queues and len(chosen) < count:
        for queue in queues:
            if len(chosen) < count:
                chosen.append(queue.pop())
        queues = [queue for queue in queues if queue]
    return chosen


def _factual(material: Material, twin: _Twin) -> CounterfactualInstance:
    window, trace = twin.window, twin.trace
    executed = trace.prefix(window.step + window.horizon)
    base = window.instance(material.provenance, replay_digest=executed.digest())
    first = max(0, window.step - OBSERVED_STEPS)
    factual = CounterfactualInstance(
        **{field.name: getattr(base, field.name) for field in fields(Instance)},
        kind=FACTUAL,
        alteration=None,
        observed=tuple(step.delta for step in trace.steps[first : window.step]),
    )
    name = instance_id(factual.identity())
    return replace(factual, instance_id=name, pair_id=name)


def _verified(
    material: Material, twin: _Twin, factual: CounterfactualInstance
) -> CounterfactualInstance | None:
    """Return the counterfactual, executed again from tick 0; ``None`` when that disagrees."""
    target = twin.target
    altered = replace(
        factual,
        kind=twin.kind,
        alteration=twin.trial.candidate.alteration,
        target=target,
        n_changed=len(target),
        n_hidden_changed=len(hidden_paths(target, factual.monitors)),
    )
    episode = altered.episode()
    try:
        trace = material.replay(episode)
        if trace.steps[factual.step :] != twin.trial.steps:
            return None
        if check_stable(material.verifier, material.data, episode, trace) is not None:
            return None
    except ProjectError:
        return None
    return replace(
        altered, instance_id=instance_id(altered.identity()), replay_digest=trace.digest()
    )
