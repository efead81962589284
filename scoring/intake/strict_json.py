# SPDX-License-Identifier: Apache-2.0
"""JSON as RFC 8259 means it: duplicate keys and bare NaN are faults, not guesses."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Parsed", "StrictDecoder"]

_LONGEST_INTEGER = 400
"""Digits; a longer integer lies beyond the doubles anyway."""


class Parsed(NamedTuple):
    """A decoded value, where it ended in the text, and the first fault inside it."""

    value: Any
    end: int
    fault: str
    """Empty when there is none."""


class StrictDecoder:
    """Decodes JSON and reports, rather than hides, what the JSON module forgives."""

    def __init__(self) -> None:
        self._faults: list[str] = []
        self._fast = self._decoder(None)
        self._careful = self._decoder(_to_integer)

    def decode(self, text: str) -> Parsed:
        """Decode a text that holds one JSON value and white space around it.

        Raises:
            ValueError: when it does not.
            RecursionError: when it is nested too deeply.
        """
        stripped = text.strip(" \t\r\n")
        parsed = self.decode_at(stripped, 0)
        if parsed.end != len(stripped):
            raise ValueError(f"something follows the JSON value at character {parsed.end}")
        return parsed

    def decode_at(self, text: str, start: int) -> Parsed:
        """Decode the JSON value that begins at ``start``. Raises as :meth:`decode` does."""
        self._faults.clear()
        try:
            value, end = self._fast.raw_decode(text, start)
        except json.JSONDecodeError:
            raise
        except ValueError:  # Python refuses to convert integers of more than 4,300 digits.
            self._faults.clear()
            value, end = self._careful.raw_decode(text, start)
        return Parsed(value, end, self._faults[0] if self._faults else "")

    def _decoder(self, parse_int: Callable[[str], Any] | None) -> json.JSONDecoder:
        return json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_int=parse_int
        )

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            times = Counter(key for key, _ in pairs)
            twice = next(key for key, count in times.items() if count > 1)
            self._faults.append(f"duplicate key {twice!r}")
        return result

    def _constant(self, name: str) -> None:
        self._faults.append(f"bare {name}")


def _to_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_INTEGER else float(digits)
