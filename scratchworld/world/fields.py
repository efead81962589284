# SPDX-License-Identifier: Apache-2.0
"""The table of field kinds: the one source for the snapshot, the scorer and the documentation.

The snapshot runs in JavaScript and has the table as ``vm_runner/js/trace/field-table.js``, written
by ``python -m vm_runner.field_table``; a test tells when the two are apart.

Each kind is a path pattern (``*`` stands for one name), a value type, a range, whether the
renderer shows it, and the tolerance class by which predictions of it are matched.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from scratchworld.world.paths import split_path

__all__ = [
    "FIELD_KINDS",
    "LIST_HEAD",
    "FieldKind",
    "Presence",
    "Tolerance",
    "Visibility",
    "kind_of",
    "monitor_path",
]

LIST_HEAD = 10
"""How many items of a list are fields: 1 to this."""

Tolerance = Literal["kinematic", "direction", "number", "exact"]
"""How a predicted value is matched: ``kinematic`` within 1e-3; ``direction`` within 1e-3 modulo
360 degrees; ``number`` within 1e-6 when both are numbers, else exactly; ``exact`` exactly."""

Visibility = Literal["visible", "hidden", "monitor"]
"""``visible``: what the renderer shows; ``hidden``: what it does not; ``monitor``: visible exactly
while the variable's or list's monitor is on the stage."""


Presence = Literal["always", "writable"]
"""``always``: as long as what it belongs to is there; ``writable``: only where some block of the
project can write it."""


@dataclass(frozen=True, slots=True)
class FieldKind:
    """One row of the field table."""

    pattern: str
    """Path with ``*`` for each name or number."""
    name: str
    """Short name of the kind, used in reports: ``x``, ``variable``, ``list_item``."""
    type: str
    """``number``, ``string``, ``boolean`` or ``any``."""
    range: str
    """Unit and legal values, in words."""
    visibility: Visibility
    tolerance: Tolerance
    presence: Presence = "always"


_Row = tuple[str, str, str, str, Visibility, Tolerance]

_EVERY_TARGET: tuple[_Row, ...] = (
    ("x", "x", "number", "stage pixels, 0 is the centre", "visible", "kinematic"),
    ("y", "y", "number", "stage pixels, 0 is the centre", "visible", "kinematic"),
    ("direction", "direction", "number", "degrees in (-180, 180]", "visible", "direction"),
    ("size", "size", "number", "per cent of the costume's size", "visible", "kinematic"),
    ("costume", "costume", "string", "name of the current costume", "visible", "exact"),
    ("visible", "visible", "boolean", "true when shown", "visible", "exact"),
    ("layer", "layer", "number", "1 is the backmost sprite or clone", "visible", "exact"),
)
_SOME_TARGETS: tuple[_Row, ...] = (
    ("say", "say", "string", "text of the bubble, empty when none", "visible", "exact"),
    ("effect/*", "effect", "number", "as set by its block", "visible", "number"),
    ("rotationStyle", "rotation_style", "string", "a rotation style", "visible", "exact"),
    ("pen/down", "pen_down", "boolean", "true while drawing", "hidden", "exact"),
    ("pen/color", "pen_color", "number", "hue, 0 to 100", "hidden", "number"),
    ("pen/saturation", "pen_saturation", "number", "0 to 100", "hidden", "number"),
    ("pen/brightness", "pen_brightness", "number", "0 to 100", "hidden", "number"),
    ("pen/transparency", "pen_transparency", "number", "0 to 100", "hidden", "number"),
    ("pen/size", "pen_size", "number", "stage pixels, 1 to 1200", "hidden", "number"),
    ("volume", "volume", "number", "per cent, 0 to 100", "hidden", "number"),
    ("draggable", "draggable", "boolean", "true when it can be dragged", "hidden", "exact"),
)
_SOME_STAGES: tuple[_Row, ...] = (
    ("say", "say", "string", "text of the bubble, empty when none", "visible", "exact"),
    ("effect/*", "effect", "number", "as set by its block", "visible", "number"),
    ("volume", "volume", "number", "per cent, 0 to 100", "hidden", "number"),
    ("tempo", "tempo", "number", "beats a minute", "hidden", "number"),
    ("answer", "answer", "any", "the last answer", "hidden", "number"),
    ("question", "question", "string", "the open question, or empty", "visible", "exact"),
)


def _kinds(prefix: str, rows: tuple[_Row, ...], presence: Presence) -> list[FieldKind]:
    return [
        FieldKind(f"{prefix}/{suffix}", name, type_, range_, visibility, tolerance, presence)
        for suffix, name, type_, range_, visibility, tolerance in rows
    ]


FIELD_KINDS: tuple[FieldKind, ...] = (
    FieldKind("/stage/backdrop", "backdrop", "string", "name of the backdrop", "visible", "exact"),
    *_kinds("/stage", _SOME_STAGES, "writable"),
    *_kinds("/sprite/*", _EVERY_TARGET, "always"),
    *_kinds("/sprite/*", _SOME_TARGETS, "writable"),
    *_kinds("/clone/*/*", _EVERY_TARGET, "always"),
    *_kinds("/clone/*/*", _SOME_TARGETS, "writable"),
    FieldKind("/variable/*/*", "variable", "any", "any value", "monitor", "number"),
    FieldKind("/list/*/*/length", "list_length", "number", "items, 0 or more", "monitor", "exact"),
    FieldKind("/list/*/*/*", "list_item", "any", "item 1 to 10 of the list", "monitor", "exact"),
    FieldKind("/clone/*/*/variable/*", "variable", "any", "any value", "hidden", "number"),
    FieldKind(
        "/clone/*/*/list/*/length", "list_length", "number", "items, 0 or more", "hidden", "exact"
    ),
    FieldKind(
        "/clone/*/*/list/*/*", "list_item", "any", "item 1 to 10 of the list", "hidden", "exact"
    ),
    FieldKind("/event/*", "event", "number", "times sent since tick 0", "hidden", "exact"),
    FieldKind(
        "/script/*/*",
        "script",
        "string",
        "running, or what it waits for; absent when not alive",
        "hidden",
        "exact",
    ),
)
"""All field kinds. The first pattern that matches a path is its kind."""

_SHAPES: dict[tuple[int, str], list[tuple[tuple[str, ...], FieldKind]]] = {}
"""Patterns as tokens, by their number and first token, which is never a ``*``."""
for _kind in FIELD_KINDS:
    _shape = tuple(_kind.pattern[1:].split("/"))
    _SHAPES.setdefault((len(_shape), _shape[0]), []).append((_shape, _kind))


@lru_cache(maxsize=65536)
def kind_of(path: str) -> FieldKind | None:
    """Return the kind of the field at ``path``, or ``None`` when no field can stand there."""
    try:
        tokens = split_path(path)
    except ValueError:
        return None
    if not tokens:
        return None
    for shape, kind in _SHAPES.get((len(tokens), tokens[0]), ()):
        if all(part in ("*", token) for part, token in zip(shape, tokens, strict=True)):
            return kind
    return None


def monitor_path(path: str) -> str | None:
    """Return the ``/variable/o/n`` or ``/list/o/n`` part of a path, or ``None`` for other fields.

    A field whose kind has ``visibility == "monitor"`` is visible exactly when this part is among
    the monitors shown on the stage.
    """
    if path.startswith(("/variable/", "/list/")):
        return "/".join(path.split("/", 4)[:4])
    return None
