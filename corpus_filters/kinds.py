# SPDX-License-Identifier: Apache-2.0
"""Guesses the kind of a project from what it is made of."""

from __future__ import annotations

from collections import Counter

from corpus_filters.project import Project
from corpus_filters.scripts import live_blocks

__all__ = ["KINDS", "guess_kind"]

KINDS = ("game", "animation", "quiz", "story", "drawing", "simulation", "other")

_CONTROLS = (
    "event_whenkeypressed", "event_whenthisspriteclicked", "event_whenstageclicked",
    "sensing_keypressed", "sensing_mousedown", "sensing_mousex", "sensing_mousey",
)  # fmt: skip
_CONTEST = ("sensing_touchingobject", "sensing_touchingcolor", "sensing_coloristouchingcolor")
_SPEECH = ("looks_say", "looks_sayforsecs", "looks_think", "looks_thinkforsecs")
_PEN = ("pen_penDown", "pen_stamp")
_PICTURE = ("motion_", "looks_", "sound_")
_MODEL = ("data_", "operator_")


def guess_kind(project: Project) -> str:
    """Return the first of these that fits, counting the blocks of live scripts:

    * quiz: asks, and asks at least once for every 25 blocks;
    * drawing: pen down or stamp, and nothing is touched;
    * game: heard keys, clicks or the mouse, and touching, clones or a changing variable;
    * story: at least 4 blocks of speech, and one for every 10 blocks;
    * simulation: makes clones or repeats, and has more data and operator blocks than motion,
      looks and sound blocks;
    * animation: has motion, looks or sound blocks;
    * other.
    """
    count = Counter(block.opcode for block in live_blocks(project) if not block.shadow)
    total = count.total()

    def number(*opcodes: str) -> int:
        return sum(count[opcode] for opcode in opcodes)

    def starting(*prefixes: str) -> int:
        return sum(n for opcode, n in count.items() if opcode.startswith(prefixes))

    asks = count["sensing_askandwait"]
    if asks and asks * 25 >= total:
        return "quiz"
    if number(*_PEN) and not number(*_CONTEST):
        return "drawing"
    moving_parts = number(*_CONTEST, "control_create_clone_of", "data_changevariableby")
    if number(*_CONTROLS) and moving_parts:
        return "game"
    speech = number(*_SPEECH)
    if speech >= 4 and speech * 10 >= total:
        return "story"
    loops = number("control_create_clone_of", "control_forever", "control_repeat")
    if loops and starting(*_MODEL) > starting(*_PICTURE):
        return "simulation"
    return "animation" if starting(*_PICTURE) else "other"
