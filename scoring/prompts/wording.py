# SPDX-License-Identifier: Apache-2.0
"""Actions, alterations and event queries in words; fields by their paths. Steps count from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.prompts.deeds import action_words, deed
from scoring.prompts.scratchblocks import write_block
from scoring.prompts.spelling import spell, spell_path
from scratchworld.world import Alteration, Intervention, Query, Reward

__all__ = [
    "alteration_text",
    "event_text",
    "menu_text",
    "reward_text",
    "steps_text",
    "window_text",
]

_TICKS_A_SECOND = 30
_EVENTS: Mapping[str, str] = {
    "field_changes": "The field {path} is given a value that differs from its value now.",
    "field_becomes": "The field {path} is given the value {value}, which it does not have now.",
    "field_exceeds": "The field {path}, not above {value} now, is given a number above it.",
    "field_falls_below": "The field {path}, not below {value} now, is given a number below it.",
    "sprite_shows": "{target}, which is hidden now, is shown.",
    "sprite_hides": "{target}, which is shown now, is hidden.",
    "sprite_touches": 'The "touching ...?" block {block} is executed and answered yes.',
    "clone_appears": "A clone of the sprite {sprite} is made.",
    "clone_disappears": "A clone of the sprite {sprite} is deleted.",
    "broadcast_sent": "A script sends the message {message}.",
    "costume_switches": "{target} is given another costume or backdrop than it has now.",
    "script_starts": "A thread of the script {rule} starts.",
    "script_ends": "A thread of the script {rule} comes to its end.",
    "list_grows": "A block leaves the list {path} longer than it is now.",
}
_INTERVENTIONS: Mapping[str, str] = {
    "set_variable": "the variable {path} is set to {value}",
    "set_item": "the list item {path} is set to {value}",
    "move": "{target} is moved to x {x}, y {y}",
    "turn": "{target} is turned to direction {direction}",
    "set_costume": "{target} is given the costume or backdrop {costume}",
    "set_timer": "the timer is set to {seconds} s",
    "disable_rule": "the script {rule} is stopped, and does nothing from then on",
}
_REWARDS: Mapping[str, str] = {
    "gain": "Add up by how much the field {0} grows in each step.",
    "nearness": "Add up, after each step, minus the distance of {0} and {1} in stage pixels.",
    "survival": "Count the steps after which the field {0} is above 0.",
}
_PATHS = ("path", "target", "block", "rule")
_ORDINALS = ("first", "second", "third")


def window_text(ticks: int, steps: int) -> str:
    """Return how long a window is: ``2 steps of 5 ticks each, 0.33 s in all``."""
    seconds = ticks * steps / _TICKS_A_SECOND
    amount = "1 tick" if ticks == 1 else f"{ticks} ticks"
    if steps == 1:
        return f"one step of {amount}, {seconds:.2f} s"
    return f"{steps} steps of {amount} each, {seconds:.2f} s in all"


def steps_text(actions: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """Return what the user does, one line a step; quiet steps in a row share a line."""
    lines: list[str] = []
    start = 1
    while start <= len(actions):
        said = action_words(actions[start - 1], spell)
        end = start
        while end < len(actions) and said == _NOTHING == action_words(actions[end], spell):
            end += 1
        which = f"Step {start}" if start == end else f"Steps {start} to {end}"
        lines.append(f"{which}: {said}")
        start = end + 1
    return "\n".join(lines)


_NOTHING = action_words(())


def menu_text(menu: Sequence[Sequence[Sequence[Mapping[str, Any]]]]) -> str:
    """Return the options of a menu, counted from 0 as an answer's list is."""
    return "\n\n".join(f"Option {at}\n{steps_text(option)}" for at, option in enumerate(menu))


def reward_text(reward: Reward) -> str:
    """Return how an option's worth is added up."""
    return _REWARDS[reward.kind].format(*map(spell_path, reward.arguments))


def event_text(query: Query) -> str:
    """Return the event in question as a statement."""
    return _EVENTS[query.event].format(**_arguments(query.to_json()))


def alteration_text(
    alteration: Alteration,
    actions: Sequence[Sequence[Mapping[str, Any]]],
    program: Mapping[str, Any] | None = None,
) -> str:
    """Return the one thing that is otherwise; ``actions`` are those of the window.

    With the ``program``, in canonical form, the text of an altered block is told.
    """
    step = alteration.step + 1
    if alteration.type == "intervene" and alteration.intervention is not None:
        text = _intervention_text(alteration.intervention, program)
        return f"At the start of step {step}, {text}."
    held = actions[alteration.step]
    place = _ordinal(alteration.index)
    if alteration.type == "insert_action" and alteration.action is not None:
        added = deed(alteration.action.to_json(), spell)
        return f"In step {step} the user also {added}, as the {place} action of that step."
    left_out = deed(held[alteration.index], spell)
    if alteration.type == "drop_action":
        return f"In step {step} the {place} action ({left_out}) is left out."
    assert alteration.action is not None
    other = deed(alteration.action.to_json(), spell)
    return f"In step {step} the {place} action ({left_out}) is another: the user {other}."


def _intervention_text(intervention: Intervention, program: Mapping[str, Any] | None) -> str:
    about = dict(intervention.arguments)
    shown = _arguments(about)
    if intervention.type == "set_visible":
        return f"{shown['target']} is {'shown' if about['visible'] else 'hidden'}"
    if intervention.type == "set_literal":
        return (
            f"the literal {shown['name']} of the block {shown['block']}"
            f"{_reading(str(about['block']), program)} is changed to "
            f"{shown['value']}, as if the program had been written so"
        )
    if intervention.type == "force_condition":
        outcome = spell(about["outcome"])
        return f"the condition of the block {shown['block']} comes out as {outcome} from then on"
    return _INTERVENTIONS[intervention.type].format(**shown)


def _reading(block_id: str, program: Mapping[str, Any] | None) -> str:
    """What a block reads, in brackets; nothing where no program is told."""
    name = block_id.rpartition("/")[0]
    for target in program["targets"] if program is not None else ():
        for rule in target["rules"]:
            if rule["rule"] == name:
                return f" ({spell(write_block(rule, block_id))})"
    return ""


def _arguments(about: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: spell_path(str(value)) if name in _PATHS else spell(value)
        for name, value in about.items()
    }


def _ordinal(index: int) -> str:
    return _ORDINALS[index] if index < len(_ORDINALS) else f"{index + 1}th"
