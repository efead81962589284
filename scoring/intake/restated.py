# SPDX-License-Identifier: Apache-2.0
"""The shortest way into lines whose prediction is a whole state, as most of it is the input's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from scoring.state_text import Changes, changes_of_texts

__all__ = ["Line", "restated"]

_BEGINNING = re.compile(rb'\{"instance_id":( ?)"([^"\\]*)",\1"prediction":\1\{"state":\1\{')
_END = b"}}}"


class Line(NamedTuple):
    """A line of a prediction file and what it is about."""

    text: bytes
    instance_id: str
    state: bytes
    """The input state in canonical JSON; empty where it is not at hand."""


def restated(lines: Sequence[Line]) -> list[Changes | None]:
    """Return what each line says that its input state does not.

    ``None`` where the line is anything but a valid state with the fields of the input in their
    order, as JSON encoders write it with or without blanks.
    """
    found: list[Changes | None] = [None] * len(lines)
    bodies: dict[bool, list[tuple[int, bytes]]] = {}
    for at, line in enumerate(lines):
        begun = _BEGINNING.match(line.text) if line.state else None
        if begun and begun[2] == line.instance_id.encode("utf-8", "surrogatepass"):
            text = line.text.rstrip(b" \t\r\n")
            if text.endswith(_END):
                body = text[begun.end() : -len(_END)]
                bodies.setdefault(bool(begun[1]), []).append((at, body))
    for spaced, held in bodies.items():
        states = [lines[at].state for at, _ in held]
        changes = changes_of_texts([body for _, body in held], states, spaced=spaced)
        for (at, _), one in zip(held, changes, strict=True):
            found[at] = one
    return found
