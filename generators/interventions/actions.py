# SPDX-License-Identifier: Apache-2.0
"""Kinds ``replace_action``, ``drop_action`` and ``insert_action``: what the user does."""

from __future__ import annotations

from collections.abc import Iterator

from generators.exploration import actions_of, find_listeners, spots
from generators.interventions.situation import Candidate, Situation
from scratchworld.world import Action, Alteration

__all__ = ["action_candidates"]

_LEFT_ALONE = ("wait", "key_up", "mouse_up", "drag_move", "drag_end")
"""Actions whose absence says little."""


def action_candidates(situation: Situation) -> Iterator[Candidate]:
    """Yield each action dropped, or replaced by another that is heard, and others inserted."""
    heard = _heard(situation)
    for step, plan in enumerate(situation.steps):
        for index, action in enumerate(plan.actions):
            if action.type in _LEFT_ALONE:
                continue
            yield Candidate("drop_action", Alteration("drop_action", step, index))
            others = [other for other in heard if other != action]
            alike = [other for other in others if other.type == action.type]
            if others:
                other = situation.rng.choice(alike or others)
                yield Candidate("replace_action", Alteration("replace_action", step, index, other))
    for action in heard:
        step = situation.rng.randrange(len(situation.steps))
        actions = situation.steps[step].actions
        if action not in actions:
            yield Candidate(
                "insert_action", Alteration("insert_action", step, len(actions), action)
            )


def _heard(situation: Situation) -> list[Action]:
    """One action for each thing that the program listens to, in canonical order."""
    places = spots(situation.state, situation.program)
    asking = bool(situation.state.get("/stage/question"))
    return [
        actions_of(listener, situation.rng.choice(places))[-1]
        for listener in find_listeners(situation.program)
        # a second flag starts the world afresh: nothing is left to compare
        if listener.kind != "flag" and (listener.kind == "answer") <= asking
    ]
