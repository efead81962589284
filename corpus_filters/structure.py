# SPDX-License-Identifier: Apache-2.0
"""What a project is built of, whatever its parts are called.

Features are words; a word that occurs n times gives n features (``word``, ``word#1``, ...), so the
Jaccard similarity of two sets of features is that of the multisets. Names of sprites, variables,
messages, costumes and custom blocks leave no trace in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from corpus_filters.project import Block, Place, Project, Script, Target
from scratchworld.world import digest

__all__ = ["count_up", "skeleton", "structure_words"]

_NAMING_FIELDS = frozenset(
    {
        "BACKDROP", "BROADCAST_OPTION", "CLONE_OPTION", "COSTUME", "DISTANCETOMENU", "LIST",
        "OBJECT", "SOUND_MENU", "TO", "TOUCHINGOBJECTMENU", "TOWARDS", "VALUE", "VARIABLE",
    }
)  # fmt: skip
"""Fields that hold the name of something, unless their value is one of Scratch's own."""
_OWN_VALUES = frozenset(
    {
        "_edge_", "_mouse_", "_myself_", "_random_", "_stage_",
        "next backdrop", "previous backdrop", "random backdrop",
    }
)  # fmt: skip
_LITERALS = {
    "colour_picker": "COLOUR", "math_angle": "NUM", "math_integer": "NUM", "math_number": "NUM",
    "math_positive_number": "NUM", "math_whole_number": "NUM", "note": "NOTE", "text": "TEXT",
}  # fmt: skip
"""Blocks that hold a literal, with the field that it stands in."""
_CELL = 40
"""Positions are compared by cells of so many stage pixels."""
_SIZE_CELL = 25


def structure_words(project: Project) -> Iterator[str]:
    """Yield the structural features of a project.

    * block graph: each block with the next one, with the next two, and with the block in each
      of its inputs;
    * literals: each number, text or colour with the block and input that it stands in;
    * event handlers: the hats of each sprite;
    * layout: the cell, size and visibility of each sprite.
    """
    return count_up(_words(project))


def skeleton(project: Project) -> str:
    """Return a hash of the opcodes alone: equal for copies but for names, literals and assets."""
    targets = sorted(
        [[block.opcode for block in script.blocks] for script in target.scripts]
        for target in project.targets
    )
    return digest(targets)


def count_up(words: Iterable[str]) -> Iterator[str]:
    """Make the n-th occurrence of a word another word, for n > 0."""
    seen: Counter[str] = Counter()
    for word in words:
        count = seen[word]
        seen[word] += 1
        yield f"{word}#{count}" if count else word


def _words(project: Project) -> Iterator[str]:
    for target in project.targets:
        for script in target.scripts:
            yield from _script_words(script)
        yield _handlers(target)
        if target.place is not None:
            yield _layout(target.place)


def _script_words(script: Script) -> Iterator[str]:
    blocks = script.blocks
    labels = [_label(block) for block in blocks]
    yield f"top {labels[0]}" if labels else "top"
    for block, label in zip(blocks, labels, strict=True):
        if block.opcode in _LITERALS:
            continue  # the block around it tells
        yield f"block {label}"
        for name, index in block.inputs:
            inner = blocks[index]
            yield f"input {label} {name} {labels[index]}"
            if inner.opcode in _LITERALS:
                yield f"literal {label} {name} {inner.field(_LITERALS[inner.opcode])}"
        if block.next is not None:
            following = blocks[block.next]
            yield f"next {label} {labels[block.next]}"
            if following.next is not None:
                yield f"next {label} {labels[block.next]} {labels[following.next]}"


def _label(block: Block) -> str:
    """Return opcode and options of a block, names and literals left out."""
    if block.opcode in _LITERALS:
        return block.opcode
    options = [f"{field.name}={_option(field.name, field.value)}" for field in block.fields]
    return " ".join([block.opcode, *options])


def _option(name: str, value: str) -> str:
    if name in _NAMING_FIELDS and value not in _OWN_VALUES:
        return "*"
    return value.lower()


def _handlers(target: Target) -> str:
    tops = sorted(_label(script.blocks[0]) for script in target.scripts if script.blocks)
    return f"handlers {'stage' if target.is_stage else 'sprite'} {tops}"


def _layout(place: Place) -> str:
    x, y = round(place.x / _CELL), round(place.y / _CELL)
    shown = "shown" if place.visible else "hidden"
    return f"layout {x} {y} {round(place.size / _SIZE_CELL)} {shown}"
