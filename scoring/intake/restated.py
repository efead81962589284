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
    """The input state in canonical JSON."""


def restated(lines: Sequence[Line]) -> dict[str, Changes]:
    """Return by instance what its line says that its input state does not.

    Left out is a line that is anything but a valid state with the fields of the input in their
    order, as JSON encoders write it with or without blanks.
    """
    found: dict[str, Changes] = {}
    bodies: dict[bool, list[tuple[Line, bytes]]] = {}
    for line in lines:
        begun = _BEGINNING.match(line.text)
        if begun and begun[2] == line.instance_id.encode("utf-8", "surrogatepass"):
            text = line.text.rstrip(b" \t\r\n")
            if text.endswith(_END):
                body = text[begun.end() : -len(_END)]
                bodies.setdefault(bool(begun[1]), []).append((line, body))
    for spaced, held in bodies.items():
        states = [line.state for line, _ in held]
        changes = changes_of_texts([body for _, body in held], states, spaced=spaced)
        for (line, _), one in zip(held, changes, strict=True):
            if one is not None:
                found[line.instance_id] = one
    return found
