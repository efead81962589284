# SPDX-License-Identifier: Apache-2.0
"""Episodes that differ from another in one place: what a counterfactual is run under.

Steps and actions are counted from 0. All raise ``IndexError`` for a place that is not there.
"""

from __future__ import annotations

from dataclasses import replace

from scratchworld.world.actions import Action, Episode, Step
from scratchworld.world.interventions import Intervention

__all__ = ["drop_action", "insert_action", "intervene", "replace_action"]


def replace_action(episode: Episode, step: int, index: int, action: Action) -> Episode:
    """Return the episode with another action in the place of one."""
    actions = _actions(episode, step, index)
    return _with_actions(episode, step, (*actions[:index], action, *actions[index + 1 :]))


def drop_action(episode: Episode, step: int, index: int) -> Episode:
    """Return the episode without one action; its step keeps its ticks."""
    actions = _actions(episode, step, index)
    return _with_actions(episode, step, (*actions[:index], *actions[index + 1 :]))


def insert_action(episode: Episode, step: int, index: int, action: Action) -> Episode:
    """Return the episode with an action more, before the one at ``index``, or last in its step."""
    actions = _step(episode, step).actions
    if not 0 <= index <= len(actions):
        raise IndexError(f"step {step} has {len(actions)} actions: no place {index} for another")
    return _with_actions(episode, step, (*actions[:index], action, *actions[index:]))


def intervene(episode: Episode, step: int, *interventions: Intervention) -> Episode:
    """Return the episode with interventions more, after those that the step has already."""
    before = _step(episode, step)
    return _with_step(
        episode, step, replace(before, interventions=(*before.interventions, *interventions))
    )


def _step(episode: Episode, step: int) -> Step:
    if not 0 <= step < len(episode.steps):
        raise IndexError(f"the episode has {len(episode.steps)} steps: there is no step {step}")
    return episode.steps[step]


def _actions(episode: Episode, step: int, index: int) -> tuple[Action, ...]:
    actions = _step(episode, step).actions
    if not 0 <= index < len(actions):
        raise IndexError(f"step {step} has {len(actions)} actions: there is no action {index}")
    return actions


def _with_actions(episode: Episode, step: int, actions: tuple[Action, ...]) -> Episode:
    return _with_step(episode, step, replace(_step(episode, step), actions=actions))


def _with_step(episode: Episode, step: int, changed: Step) -> Episode:
    return replace(episode, steps=(*episode.steps[:step], changed, *episode.steps[step + 1 :]))
