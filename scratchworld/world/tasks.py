# SPDX-License-Identifier: Apache-2.0
"""The tasks whose instances hold more than the common fields, and the class of every task."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scratchworld.world.actions import Episode
from scratchworld.world.alterations import Alteration
from scratchworld.world.instance import Instance
from scratchworld.world.queries import Query
from scratchworld.world.references import Reference
from scratchworld.world.rewards import Reward
from scratchworld.world.state import Delta, State, apply_delta

__all__ = [
    "INSTANCE_TYPES",
    "KEYFRAME_GOALS",
    "TASKS",
    "CausalInstance",
    "CounterfactualInstance",
    "DecisionInstance",
    "KeyframesInstance",
]


@dataclass(frozen=True, slots=True)
class CausalInstance(Instance):
    """Does an event occur in the window, and by which chain of rules?

    ``target``, the executed delta, is a part of the label here.
    """

    query: Query
    """The event in question."""
    occurs: bool
    """Label: whether it occurs within the window."""
    chain: tuple[str, ...]
    """Label: the links from the root event to the block that wrote the change, as
    ``docs/tasks.md`` spells them; empty when the event does not occur."""

    def identity(self) -> dict[str, Any]:
        """Return what makes the question, the query included."""
        # not by super(): a class with slots is made anew, and super() would mean the one before
        return {**Instance.identity(self), "query": self.query.to_json()}


@dataclass(frozen=True, slots=True)
class CounterfactualInstance(Instance):
    """What is the state after the window, had one thing been otherwise?

    The factual twin has no alteration. It has the same ``pair_id`` as each of the counterfactuals
    of its window, and the same values in all columns that are no label but ``kind`` and
    ``alteration``.
    """

    kind: str
    """Kind of the alteration, as ``docs/tasks.md`` names it; ``factual`` for the factual twin."""
    alteration: Alteration | None
    observed: tuple[Delta, ...]
    """Deltas of the last steps before the input state, the oldest first."""
    original_id: str = ""
    """Of a perturbed instance: the id of the same instance of the original project. Here
    ``pair_id`` is taken; in other tasks it says so."""

    def identity(self) -> dict[str, Any]:
        """Return what makes the question, the alteration included."""
        altered = None if self.alteration is None else self.alteration.to_json()
        return {**Instance.identity(self), "alteration": altered}

    def episode(self) -> Episode:
        """Return all that is executed, the alteration included."""
        factual = Instance.episode(self)
        return factual if self.alteration is None else self.alteration.apply(factual, self.step)


Menu = tuple[tuple[tuple[Mapping[str, Any], ...], ...], ...]
"""Options; each is a list of actions for each step, in JSON form."""


@dataclass(frozen=True, slots=True)
class DecisionInstance(Instance):
    """Which of five sequences of actions is worth most?

    ``actions`` are those of the first option of the menu and ``target`` is its executed delta, so
    that the instance is one of a window like any other.
    """

    menu: Menu
    """Five options of ``horizon`` steps each, in an order that tells nothing."""
    reward: Reward
    """What is added up over the steps of an option."""
    basis: str
    """Why this reward: ``name``, ``behaviour`` or ``construction``; see the protocol."""
    earlier: State
    """The state some steps before the input state, eight where there are as many."""
    observed: tuple[Delta, ...]
    """Deltas of the steps from there to the input state, the oldest first."""
    rewards: tuple[tuple[float, ...], ...]
    """Label: the executed reward of each step of each option."""
    random_option: int
    """Label of a kind: which option, from 0, is no edit of the others."""

    def identity(self) -> dict[str, Any]:
        """Return what makes the question, the menu and the reward included."""
        own = {"menu": [list(map(list, option)) for option in self.menu]}
        return {**Instance.identity(self), **own, "reward": self.reward.to_json()}

    def returns(self) -> tuple[float, ...]:
        """Return the executed return of each option."""
        return tuple(map(math.fsum, self.rewards))

    def options(self) -> tuple[DecisionInstance, ...]:
        """Return an instance for each option whose ``actions`` are that option's."""
        return tuple(replace(self, actions=option) for option in self.menu)


KEYFRAME_GOALS = ("rules", "goal_frame", "demonstration")
"""What a key frames instance gives beside costumes: the rules alone, the frame at the end of the
window too, or frames of an earlier window of the episode."""


@dataclass(frozen=True, slots=True)
class KeyframesInstance(Instance):
    """What does the stage look like at these moments?

    ``target`` is the delta to the last of them. The frames, of the input state and of the moments,
    and the reference pictures are in tables of pictures; :class:`scratchworld.release.Pictures`
    reads them.
    """

    moments: tuple[int, ...]
    """Steps after the input state at whose end a frame is asked for: 2, 4 or 6 of them, strictly
    rising, the last equal to ``horizon``."""
    requests: tuple[str, ...]
    """For each moment a sentence that says what is asked for, from the actions alone."""
    goal: str
    """A member of :data:`KEYFRAME_GOALS`."""
    references: tuple[Reference, ...]
    """Pictures that go with the question."""
    rules: str
    """The rules that can run in the window, in the notation of scratchblocks."""
    result_weight: int
    """Share of the outcome in a judge's verdict, in per cent; 0 where no goal is given."""
    key_deltas: tuple[Delta, ...]
    """Label: the executed delta from the input state to each moment; the last is ``target``."""
    reference_moments: tuple[int, ...]
    """Label: for each reference the number of the moment, from 0, at which it first matters; -1
    when from the first frame on, and the number of moments when at none."""
    hints: tuple[str, ...]
    """Label: for each moment what happened since the one before, from the executed trace."""

    def identity(self) -> dict[str, Any]:
        """Return what makes the question, the moments and the goal included."""
        own = {"moments": list(self.moments), "goal": self.goal}
        return {**Instance.identity(self), **own}

    def key_states(self) -> tuple[State, ...]:
        """Return the full executed state at each moment."""
        return tuple(apply_delta(self.state, delta) for delta in self.key_deltas)


INSTANCE_TYPES: Mapping[str, type[Instance]] = {
    "next_state": Instance,
    "rollout": Instance,
    "causal": CausalInstance,
    "counterfactual": CounterfactualInstance,
    "decision": DecisionInstance,
    "keyframes": KeyframesInstance,
}
"""Every task that a release can hold, in canonical order, with the class of its instances."""

TASKS: tuple[str, ...] = tuple(INSTANCE_TYPES)
