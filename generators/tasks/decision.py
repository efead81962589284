# SPDX-License-Identifier: Apache-2.0
"""Task ``decision``: which of five sequences of actions is worth most?

The options are run from one checkpoint in the exploring process. Those of a chosen menu are
executed from tick 0 in another process, which must give the same step by step, and under larger
work budgets. What is dropped on the way is counted by its reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest

from generators.decisions import FAULTS, Candidate, Draft, choose_menu, draw_options, find_rewards
from generators.exploration import find_listeners
from generators.tasks.material import Material
from generators.tasks.window import Window, windows
from scratchworld.errors import ProjectError, RemoteError
from scratchworld.world import (
    DecisionInstance,
    Delta,
    Episode,
    Instance,
    State,
    Step,
    Trace,
    TraceStep,
    diff,
    follow,
    hidden_paths,
    instance_id,
)
from vm_runner import check_stable

__all__ = ["PAST_STEPS", "TASK", "DecisionPlan", "make_decisions"]

TASK = "decision"
PAST_STEPS = 8
"""Steps before the input state whose states are shown."""
_PATIENCE = 3
"""Moments after which a project that has had no menu is given up: the others hardly have one."""


@dataclass(frozen=True, slots=True)
class DecisionPlan:
    """How many menus are made of a project, and of what sort."""

    cap: int = 4
    """Most menus of one project."""
    steps: int = 8
    """Steps of an option."""
    windows: int = 9
    """Moments at which options are tried, spread over the episodes."""
    ticks: int = 5
    """Fewest ticks of a step: in shorter ones little happens."""
    spread: float = 1.0
    """Least difference between the best and the worst return of a menu."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    window: Window
    trace: Trace
    candidate: Candidate
    options: tuple[Episode, ...]
    """Each from tick 0 to the end of the option."""
    outcomes: tuple[tuple[TraceStep, ...], ...]
    """What each option did."""
    random_option: int

    @property
    def target(self) -> Delta:
        """What the first option changes."""
        return diff(self.window.state, _states(self.window.state, self.outcomes[0])[-1])


def make_decisions(material: Material, plan: DecisionPlan, max_changed: int) -> list[Instance]:
    """Return decisions of a project; counts in ``material.numbers`` what was dropped and why."""
    rng = material.rng(TASK)
    made: list[Instance] = []
    for chosen in _menus(material, plan, max_changed, rng):
        instance = _verified(material, chosen)
        if instance is None:
            material.count("decision_unstable")
        elif all(instance.instance_id != one.instance_id for one in made):
            made.append(instance)
        if len(made) == plan.cap:
            break
    return made


def _menus(
    material: Material, plan: DecisionPlan, max_changed: int, rng: random.Random
) -> Iterator[_Chosen]:
    listeners = find_listeners(material.program)
    any_menu, tried = False, 0
    for window, trace, candidates in _moments(material, plan, rng):
        if tried == _PATIENCE and not any_menu:
            return
        tried += 1
        material.count("decision_tried")
        held = _held(window.episode.steps[: window.step])
        draft = draw_options(material.program, listeners, window.state, held, plan.steps, rng)
        if draft is None:
            material.count("decision_no_input")
            continue
        outcomes = _run(material, window, draft)
        chosen = _choose(window, trace, draft, outcomes, candidates, plan, rng)
        if isinstance(chosen, str):
            material.count(f"decision_{chosen}")
        elif len(chosen.target) > max_changed:
            material.count("decision_too_many_changes")
        else:
            any_menu = True
            yield chosen


def _moments(
    material: Material, plan: DecisionPlan, rng: random.Random
) -> list[tuple[Window, Trace, list[Candidate]]]:
    """Draw where options are tried, one moment of each episode after the other."""
    synthetic = material.provenance.source == "synthetic"
    drawn: list[list[tuple[Window, Trace, list[Candidate]]]] = []
    pairs = [pair for pair in material.episodes if pair[0].steps[0].ticks >= plan.ticks]
    for episode, trace in rng.sample(pairs, len(pairs)):
        candidates = find_rewards(list(trace.states()), synthetic=synthetic)
        if not candidates:
            material.count("decision_no_reward")
            continue
        found = [one for one in windows(TASK, episode, trace, plan.steps) if one.step >= PAST_STEPS]
        chosen = rng.sample(found, min(len(found), plan.windows))
        drawn.append([(window, trace, candidates) for window in chosen])
    turns = [moment for turn in zip_longest(*drawn) for moment in turn if moment is not None]
    return turns[: plan.windows]


def _held(steps: Sequence[Step]) -> list[str]:
    """Return the keys that are down after some steps."""
    down: dict[str, None] = {}
    for step in steps:
        for action in step.actions:
            key = str(dict(action.arguments).get("key", ""))
            if action.type == "key_down":
                down[key] = None
            elif action.type == "key_up":
                down.pop(key, None)
    return list(down)


def _options(window: Window, draft: Draft) -> list[Episode]:
    """Return each option of a draft as an episode from tick 0."""
    return [
        Episode(
            window.episode.seed,
            (
                *window.episode.steps[: window.step],
                *(Step(window.ticks, actions) for actions in option),
            ),
        )
        for option in (*draft.look_alikes, *draft.random)
    ]


def _run(material: Material, window: Window, draft: Draft) -> dict[int, tuple[TraceStep, ...]]:
    """Run the options from a checkpoint; those that fail, and all behind them, are left out."""
    outcomes: dict[int, tuple[TraceStep, ...]] = {}
    try:
        session = material.explorer.load(material.data)
        session.start(window.episode.seed)
        for step in window.episode.steps[: window.step]:
            session.run([step])
        checkpoint = session.save()
        for at, option in enumerate(_options(window, draft)):
            session.restore(checkpoint)
            outcomes[at] = tuple(
                traced for step in option.steps[window.step :] for traced in session.run([step])
            )
    except (ProjectError, RemoteError):
        material.count("decision_failed")
    return outcomes


def _choose(
    window: Window,
    trace: Trace,
    draft: Draft,
    outcomes: dict[int, tuple[TraceStep, ...]],
    candidates: Sequence[Candidate],
    plan: DecisionPlan,
    rng: random.Random,
) -> _Chosen | str:
    """Return a menu for the first reward that has one, or why the nearest to one has none."""
    reasons: list[str] = []
    for candidate in candidates:
        returns = {
            at: candidate.reward.total(_states(window.state, steps))
            for at, steps in outcomes.items()
        }
        menu = choose_menu(draft, returns, plan.spread, rng)
        if isinstance(menu, str):
            reasons.append(menu)
            continue
        options = _options(window, draft)
        return _Chosen(
            window,
            trace,
            candidate,
            tuple(options[at] for at in menu.places),
            tuple(outcomes[at] for at in menu.places),
            menu.random_option,
        )
    return max(reasons, key=FAULTS.index)


def _states(state: State, steps: Sequence[TraceStep]) -> list[State]:
    return follow(state, [step.delta for step in steps])


def _verified(material: Material, chosen: _Chosen) -> DecisionInstance | None:
    """Return the instance, each option executed again from tick 0; ``None`` if one disagrees."""
    window, reward = chosen.window, chosen.candidate.reward
    digests = []
    try:
        for option, outcome in zip(chosen.options, chosen.outcomes, strict=True):
            trace = material.replay(option)
            if trace.steps[window.step :] != outcome:
                return None
            if check_stable(material.verifier, material.data, option, trace) is not None:
                return None
            digests.append(trace.digest())
    except ProjectError:
        return None
    menu = tuple(_actions(option.steps[window.step :]) for option in chosen.options)
    base = window.instance(material.provenance, replay_digest=digests[0])
    target = chosen.target
    first = window.step - PAST_STEPS
    values = {each.name: getattr(base, each.name) for each in fields(Instance)} | {
        "actions": menu[0],
        "target": target,
        "n_changed": len(target),
        "n_hidden_changed": len(hidden_paths(target, base.monitors)),
    }
    instance = DecisionInstance(
        **values,
        menu=menu,
        reward=reward,
        basis=chosen.candidate.basis,
        earlier=chosen.trace.state(first),
        observed=tuple(step.delta for step in chosen.trace.steps[first : window.step]),
        rewards=tuple(reward.steps(_states(window.state, outcome)) for outcome in chosen.outcomes),
        random_option=chosen.random_option,
    )
    return replace(instance, instance_id=instance_id(instance.identity()))


def _actions(steps: Sequence[Step]) -> tuple[tuple[dict[str, str | float], ...], ...]:
    return tuple(tuple(action.to_json() for action in step.actions) for step in steps)
