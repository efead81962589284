# SPDX-License-Identifier: Apache-2.0
"""Where the VM reads names in a ``project.json``.

A name stands in a field of a block, mostly in that of a menu; or as a plain text in an input that
takes a name, since Scratch 2 wrote menus so and a user may drop a text there.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "BROADCAST_LITERAL",
    "CASE_BLIND_FIELD",
    "FIELDS",
    "INPUTS",
    "LIST_LITERAL",
    "LITERALS",
    "NO_TEXT_INPUTS",
    "PROPERTY",
    "TEXT_LITERAL",
    "VARIABLE_LITERAL",
]

FIELDS: Mapping[str, str] = {
    "TO": "sprites",
    "TOWARDS": "sprites",
    "TOUCHINGOBJECTMENU": "sprites",
    "DISTANCETOMENU": "sprites",
    "OBJECT": "sprites",
    "CLONE_OPTION": "sprites",
    "VARIABLE": "variables",
    "LIST": "lists",
    "BROADCAST_OPTION": "broadcasts",
    "COSTUME": "costumes",
    "BACKDROP": "backdrops",
    "SOUND_MENU": "sounds",
}
"""Fields that hold a name, with its kind. ``backdrops`` are costumes of the stage."""

INPUTS: Mapping[tuple[str, str], str] = {
    ("motion_goto", "TO"): "sprites",
    ("motion_glideto", "TO"): "sprites",
    ("motion_pointtowards", "TOWARDS"): "sprites",
    ("sensing_touchingobject", "TOUCHINGOBJECTMENU"): "sprites",
    ("event_whentouchingobject", "TOUCHINGOBJECTMENU"): "sprites",
    ("sensing_distanceto", "DISTANCETOMENU"): "sprites",
    ("sensing_of", "OBJECT"): "sprites",
    ("control_create_clone_of", "CLONE_OPTION"): "sprites",
    ("event_broadcast", "BROADCAST_INPUT"): "broadcasts",
    ("event_broadcastandwait", "BROADCAST_INPUT"): "broadcasts",
    ("looks_switchcostumeto", "COSTUME"): "costumes",
    ("looks_switchbackdropto", "BACKDROP"): "backdrops",
    ("looks_switchbackdroptoandwait", "BACKDROP"): "backdrops",
    ("sound_play", "SOUND_MENU"): "sounds",
    ("sound_playuntildone", "SOUND_MENU"): "sounds",
}
"""Inputs in which a text is a name, by opcode and input, with its kind."""

CASE_BLIND_FIELD = ("event_whenbackdropswitchesto", "BACKDROP")
"""Hats compare the name of a backdrop without case."""

PROPERTY = ("sensing_of", "PROPERTY")
"""A field that holds the name of a variable where it is no attribute of a sprite or the stage."""

NO_TEXT_INPUTS = frozenset(
    {
        "INDEX", "KEY_OPTION", "COLOR", "COLOR2", "COLOR_PARAM", "colorParam", "CURRENTMENU",
        "EFFECT", "STYLE", "DRAG_MODE", "OPERATOR", "DRUM", "INSTRUMENT", "voice", "language",
        "LANGUAGE", "SEQUENCE", "KEY", "colourParam",
    }
)  # fmt: skip
"""Inputs whose text is a word of Scratch's own: a key, a colour, ``last``."""

TEXT_LITERAL = 10
BROADCAST_LITERAL = 11
VARIABLE_LITERAL = 12
LIST_LITERAL = 13
LITERALS: Mapping[int, str] = {
    BROADCAST_LITERAL: "broadcasts",
    VARIABLE_LITERAL: "variables",
    LIST_LITERAL: "lists",
}
"""Types of literals that hold a name, with its kind."""
