# SPDX-License-Identifier: Apache-2.0
"""Explores a project: chooses, step by step, actions that reach blocks not yet executed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from generators.exploration.listening import (
    Listener,
    Program,
    actions_of,
    find_listeners,
    spots,
)
from scratchworld.errors import ProjectError
from scratchworld.world import (
    Action,
    Episode,
    State,
    Step,
    Trace,
    TraceStep,
    apply_delta,
)
from vm_runner import Session

__all__ = ["Coverage", "explore"]

_RELEASE_CHANCE = 0.3
_IDLE_WEIGHT = 0.5
_PRESS_CHANCE = 0.5
_FRESH_BONUS = 6.0
# a second click of the flag starts the world afresh, which says little about the world
_KIND_WEIGHTS = {"flag": 0.05, "broadcast": 0.3, "mouse": 1.0, "loudness": 0.5}


@dataclass(slots=True)
class Coverage:
    """The blocks of a project that some episode has executed."""

    total: int
    """Blocks of all rules."""
    limit: int
    """How many executions are allowed."""
    executed: set[str] = field(default_factory=set)
    executions: int = 0

    def add(self, step: TraceStep) -> None:
        """Count the blocks that a step executed.

        Raises:
            ProjectError: ``budget_exceeded`` when there have been more executions than allowed.
        """
        for event in step.events:
            if event["type"] == "blocks":
                self.executed.update(event["counts"])
                self.executions += sum(event["counts"].values())
        if self.executions > self.limit:
            raise ProjectError(
                "budget_exceeded", f"more than {self.limit} blocks executed while exploring"
            )

    @property
    def share(self) -> float:
        """Executed blocks by all blocks, 0 to 1; 1 for a program without blocks."""
        return len(self.executed) / self.total if self.total else 1.0


class _Player:
    """Chooses the actions of one episode."""

    def __init__(self, program: Program, coverage: Coverage, rng: random.Random) -> None:
        self._program = program
        self._listeners = find_listeners(program)
        self._coverage = coverage
        self._rng = rng
        self._uses: Counter[Listener] = Counter()
        self._held: list[str] = []
        self._pressed: tuple[int, int] | None = None

    def next_actions(self, state: State) -> tuple[Action, ...]:
        """Return what to do in ``state``: let some keys go, then do at most one new thing."""
        actions = self._let_go()
        listener = self._choose(state)
        if listener is None:
            return (*actions, Action.make("wait")) if not actions else tuple(actions)
        self._uses[listener] += 1
        spot = self._rng.choice(spots(state, self._program))
        actions.extend(actions_of(listener, spot))
        if listener.kind == "key":
            self._held.append(listener.name)
        if listener.kind == "mouse" and self._rng.random() < _PRESS_CHANCE:
            self._pressed = spot
            actions.append(Action.make("mouse_down", x=spot[0], y=spot[1]))
        return tuple(actions)

    def _let_go(self) -> list[Action]:
        actions: list[Action] = []
        for key in list(self._held):
            if self._rng.random() < _RELEASE_CHANCE:
                self._held.remove(key)
                actions.append(Action.make("key_up", key=key))
        if self._pressed is not None:
            x, y = self._pressed
            self._pressed = None
            actions.append(Action.make("mouse_up", x=x, y=y))
        return actions

    def _choose(self, state: State) -> Listener | None:
        asking = bool(state.get("/stage/question"))
        choices: list[Listener | None] = [None]
        weights = [_IDLE_WEIGHT]
        for listener in self._listeners:
            if listener.kind == "key" and listener.name in self._held:
                continue
            if (listener.kind == "answer") != asking:
                continue
            choices.append(listener)
            weights.append(self._weight(listener))
        return self._rng.choices(choices, weights)[0]

    def _weight(self, listener: Listener) -> float:
        """More for what would run blocks not yet executed, less for what was done often."""
        fresh = len(listener.blocks - self._coverage.executed) / max(1, len(listener.blocks))
        base = _KIND_WEIGHTS.get(listener.kind, 1.0)
        return base * (1 + _FRESH_BONUS * fresh) / (1 + 0.5 * self._uses[listener])


def explore(
    session: Session, coverage: Coverage, *, seed: int, ticks: int, steps: int
) -> tuple[Episode, Trace]:
    """Play one episode of ``steps`` steps of ``ticks`` ticks and return it with its trace.

    The first step clicks the green flag. The same project, seed and coverage give the same
    episode. ``coverage`` is updated. The session must be fresh from ``VmRunner.load``.

    Raises:
        ProjectError: when the project fails while it runs.
    """
    player = _Player(session.program, coverage, random.Random(f"explore {seed}"))
    initial, monitors = session.start(seed)
    state = initial
    played: list[Step] = []
    traced: list[TraceStep] = []
    for t in range(steps):
        actions = player.next_actions(state) if t else (Action.make("green_flag"),)
        step = Step(ticks, actions)
        (result,) = session.run([step])
        coverage.add(result)
        state = apply_delta(state, result.delta)
        played.append(step)
        traced.append(result)
    return Episode.of(played, seed), Trace(initial, monitors, tuple(traced))
