# SPDX-License-Identifier: Apache-2.0
"""A short scripted episode for a project: everything it listens to, once."""

from __future__ import annotations

from collections.abc import Iterator

from corpus_filters.project import Project
from corpus_filters.scripts import live_blocks, live_scripts
from scratchworld.world import Action, Episode, Step

__all__ = ["PATIENCE", "SEED", "poke"]

SEED = 1
PATIENCE = (Step(100),) * 8
"""Further steps for a project that has not changed yet, until it does: thirty seconds in all."""
_MOST_KEYS = 12
_MOST_CLICKS = 12
_ANSWERS = ("7", "yes")
_MAKEY_KEYS = ("down arrow", "left arrow", "right arrow", "space", "up arrow")
_CLICK_HATS = ("event_whenstageclicked", "event_whenthisspriteclicked")
_MOUSE = frozenset({"sensing_mousedown", "sensing_mousex", "sensing_mousey"})
_LOUDNESS = frozenset({"sensing_loud", "sensing_loudness"})

_do = Action.make


def poke(project: Project) -> Episode:
    """Return the episode that a project is tried with, decided by its program alone.

    The green flag and ten ticks; each key, click, mouse position, answer and noise that some block
    waits for; ninety ticks more, so that timers of three seconds go off.
    """
    steps = [Step(1, (_do("green_flag"),)), Step(1), Step(8)]
    for key in _keys(project)[:_MOST_KEYS]:
        steps += [Step(3, (_do("key_down", key=key),)), Step(2, (_do("key_up", key=key),))]
    for name in _clicked(project)[:_MOST_CLICKS]:
        steps.append(Step(5, (_do("sprite_click", sprite=name),)))
    opcodes = {block.opcode for block in live_blocks(project)}
    if opcodes & _MOUSE or _names_mouse(project):
        steps += [
            Step(3, (_do("mouse_move", x=60, y=-40),)),
            Step(3, (_do("mouse_down", x=0, y=0),)),
            Step(3, (_do("mouse_up", x=-60, y=40),)),
        ]
    if "sensing_askandwait" in opcodes:
        steps += [Step(5, (_do("answer", text=text),)) for text in _ANSWERS]
    if opcodes & _LOUDNESS or "event_whengreaterthan" in opcodes:
        steps += [
            Step(3, (_do("loudness", level=100),)),
            Step(1, (_do("loudness", level=0),)),
        ]
    return Episode.of([*steps, Step(30), Step(60)], SEED)


def _keys(project: Project) -> list[str]:
    keys: set[str] = set()
    for block in live_blocks(project):
        if block.opcode.startswith("makeymakey_when"):
            keys.update(_MAKEY_KEYS)
        key = block.field("KEY_OPTION")
        if key:
            keys.add("space" if key == "any" else key)
    return sorted(keys)


def _clicked(project: Project) -> list[str]:
    return [
        target.name
        for target in project.targets
        if any(script.blocks[0].opcode in _CLICK_HATS for script in live_scripts(target))
    ]


def _names_mouse(project: Project) -> bool:
    return "_mouse_" in _values(project)


def _values(project: Project) -> Iterator[str]:
    for block in live_blocks(project):
        for field in block.fields:
            yield field.value
