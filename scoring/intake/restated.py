# SPDX-License-Identifier: Apache-2.0
"""The shortest way into a line whose prediction is a whole state, as most of it is the input's."""

from __future__ import annotations

import re

from scoring.state_text import Changes, changes_of_text

__all__ = ["restated"]

_BEGINNING = re.compile(rb'\{"instance_id":( ?)"([^"\\]*)",\1"prediction":\1\{"state":\1\{')
_END = b"}}}"


def restated(line: bytes, instance_id: str, state: bytes) -> Changes | None:
    """Return what a line says that the input state, in canonical JSON, does not.

    ``None`` where the line is anything but a valid state with the fields of the input in their
    order, as JSON encoders write it with or without blanks.
    """
    found = _BEGINNING.match(line)
    if not found or found[2] != instance_id.encode("utf-8", "surrogatepass"):
        return None
    text = line.rstrip(b" \t\r\n")
    if not text.endswith(_END):
        return None
    return changes_of_text(text[found.end() : -len(_END)], state, spaced=bool(found[1]))
