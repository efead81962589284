# SPDX-License-Identifier: Apache-2.0
"""What the scripts of a target read and write, so far as their order could matter.

An over-estimate: what is not known to be harmless touches everything. Blocks of custom blocks count
for their callers. Reporters of the operators read nothing; a random draw is keyed by its block, so
another draw before it changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generators.rewriting import js_order

__all__ = ["EVERYTHING", "Touched", "conflict", "scripts_of"]

EVERYTHING = "everything"


class Touched(NamedTuple):
    """What a script reads and writes, by name."""

    reads: frozenset[str]
    writes: frozenset[str]


_OF_OPCODE: Mapping[str, tuple[str, str]] = {
    "looks_say": ("", "bubble"),
    "looks_sayforsecs": ("", "bubble"),
    "looks_think": ("", "bubble"),
    "looks_thinkforsecs": ("", "bubble"),
    "looks_gotofrontback": ("", "layers"),
    "looks_goforwardbackwardlayers": ("", "layers"),
    "looks_costumenumbername": ("costume", ""),
    "looks_size": ("shape", ""),
    "looks_setsizeto": ("costume", "shape"),
    "looks_changesizeby": ("costume", "shape"),
    "looks_show": ("", "shape"),
    "looks_hide": ("", "shape"),
    "looks_seteffectto": ("", "effects shape"),
    "looks_changeeffectby": ("", "effects shape"),
    "looks_cleargraphiceffects": ("", "effects shape"),
    "looks_switchcostumeto": ("", "costume shape"),
    "looks_nextcostume": ("", "costume shape"),
    "motion_xposition": ("place", ""),
    "motion_yposition": ("place", ""),
    "motion_direction": ("direction", ""),
    "motion_turnright": ("", "direction shape"),
    "motion_turnleft": ("", "direction shape"),
    "motion_pointindirection": ("", "direction shape"),
    "motion_setrotationstyle": ("", "direction shape"),
    "motion_ifonedgebounce": ("shape", "place direction shape"),
    "sensing_touchingobject": ("place shape others", ""),
    "sensing_touchingcolor": ("place shape effects others pen layers", ""),
    "sensing_coloristouchingcolor": ("place shape effects others pen layers", ""),
    "sensing_distanceto": ("place others", ""),
    "sensing_timer": ("timer", ""),
    "sensing_resettimer": ("", "timer"),
    "sensing_keypressed": ("", ""),
    "sensing_keyoptions": ("", ""),
    "sensing_mousex": ("", ""),
    "sensing_mousey": ("", ""),
    "sensing_mousedown": ("", ""),
    "sensing_answer": ("answer", ""),
    "sensing_of": ("others", ""),
    "sensing_loudness": ("", ""),
    "control_wait": ("", ""),
    "control_wait_until": ("", ""),
    "control_repeat": ("", ""),
    "control_repeat_until": ("", ""),
    "control_while": ("", ""),
    "control_forever": ("", ""),
    "control_if": ("", ""),
    "control_if_else": ("", ""),
    "event_broadcast": ("", "threads"),
    "event_broadcastandwait": ("", "threads"),
    "control_create_clone_of": ("place shape costume effects direction others", "threads"),
    "sound_play": ("", "sound"),
    "sound_playuntildone": ("", "sound"),
    "sound_setvolumeto": ("", "sound"),
    "sound_changevolumeby": ("", "sound"),
    "sound_volume": ("sound", ""),
}
_MOVES = frozenset(
    {
        "motion_movesteps", "motion_gotoxy", "motion_goto", "motion_glidesecstoxy",
        "motion_glideto", "motion_changexby", "motion_setx", "motion_changeyby", "motion_sety",
    }
)  # fmt: skip
_HARMLESS = ("operator_", "event_when", "procedures_", "argument_", "math_", "text", "colour_")
_MENU = ("menu", "options", "_costume", "_backdrops")
_DATA = {"VARIABLE": "variable", "LIST": "list"}
_DATA_READERS = frozenset(
    {
        "data_variable", "data_listcontents", "data_itemoflist", "data_itemnumoflist",
        "data_lengthoflist", "data_listcontainsitem",
    }
)  # fmt: skip
_LITERAL_DATA = {12: "variable", 13: "list"}


def scripts_of(target: Mapping[str, Any]) -> dict[str, Touched]:
    """Return what each script of a target touches, by the id of its top block, in order."""
    blocks = target["blocks"]
    tops = [
        name
        for name in js_order(blocks)
        if isinstance(blocks[name], dict) and blocks[name].get("topLevel")
    ]
    definitions: dict[str, set[str]] = {}
    for top in tops:
        for name in _walk(blocks, top):
            block = blocks[name]
            if block["opcode"] == "procedures_prototype":
                proccode = (block.get("mutation") or {}).get("proccode")
                definitions.setdefault(str(proccode), set()).update(_walk(blocks, top))
    return {top: _touched(blocks, top, definitions) for top in tops}


def conflict(one: Touched, other: Touched) -> bool:
    """Whether the order of two scripts could matter."""
    if any(EVERYTHING in part for part in (*one, *other)):
        return True
    return bool(one.writes & (other.reads | other.writes) or other.writes & one.reads)


def _walk(blocks: Mapping[str, Any], top: str) -> list[str]:
    """Ids of the blocks of a script."""
    found: dict[str, None] = {}
    waiting = [top]
    while waiting:
        name = waiting.pop()
        block = blocks.get(name)
        if name in found or not isinstance(block, dict):
            continue
        found[name] = None
        following = block.get("next")
        if isinstance(following, str):
            waiting.append(following)
        for described in (block.get("inputs") or {}).values():
            waiting += [each for each in described[1:] if isinstance(each, str)]
    return list(found)


def _touched(blocks: Mapping[str, Any], top: str, definitions: Mapping[str, set[str]]) -> Touched:
    names = dict.fromkeys(_walk(blocks, top))
    called: set[str] = set()
    waiting = list(names)
    reads: set[str] = set()
    writes: set[str] = set()
    while waiting:
        block = blocks[waiting.pop()]
        read, written = _of_block(block)
        reads |= read
        writes |= written
        if block["opcode"] == "procedures_prototype":
            # of two definitions of one name the first counts
            writes.add(f"definition {(block.get('mutation') or {}).get('proccode')}")
        if block["opcode"] == "procedures_call":
            proccode = str((block.get("mutation") or {}).get("proccode"))
            if proccode not in called:
                called.add(proccode)
                waiting += definitions.get(proccode, ())
    return Touched(frozenset(reads), frozenset(writes))


def _of_block(block: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    opcode = block["opcode"]
    reads: set[str] = set()
    writes: set[str] = set()
    for described in (block.get("inputs") or {}).values():
        for literal in described[1:]:
            if isinstance(literal, list) and literal[0] in _LITERAL_DATA:
                reads.add(f"{_LITERAL_DATA[literal[0]]} {literal[1]}")
    for name, field in (block.get("fields") or {}).items():
        if name in _DATA and opcode.startswith("data_"):
            data = f"{_DATA[name]} {field[0]}"
            reads.add(data)
            if opcode not in _DATA_READERS:
                writes.add(data)
    if opcode.startswith("data_"):
        return reads, writes
    if opcode in _MOVES:
        # what is fenced at the edge hangs on the shape; the pen draws as the sprite moves
        return reads | {"shape", "direction", "others"}, writes | {"place", "pen"}
    if opcode in _OF_OPCODE:
        read, written = _OF_OPCODE[opcode]
        return reads | set(read.split()), writes | set(written.split())
    if opcode.startswith("pen_"):
        return reads | {"place", "shape", "effects"}, writes | {"pen"}
    if opcode.startswith(_HARMLESS) or opcode.endswith(_MENU) or block.get("shadow"):
        return reads, writes
    if opcode == "control_start_as_clone":
        return reads, writes
    return reads, writes | {EVERYTHING}
