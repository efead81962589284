# SPDX-License-Identifier: Apache-2.0
"""Where keys and values stand in the JSON texts of many states, all found and compared at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["FieldTexts"]

_MARK, _SLASH, _COLON, _COMMA, _BLANK = b'"/:, '
_END = b'"  '
"""Behind the last text, so that behind every mark there is another one, and letters behind that."""

_PARTS = 4
"""Of the text of a field: key, colon, value, comma."""


class FieldTexts:
    """The fields of some states, whose texts hold no backslash.

    So each quotation mark opens or closes a text. A comma, perhaps a blank, a mark and a slash can
    follow one another only where a key opens: it closes with the next mark, and the value before
    ends where the comma is.
    """

    counts: NDArray[np.int64]
    """The number of fields of each state."""

    def __init__(self, bodies: Sequence[bytes], *, spaced: bool) -> None:
        """``bodies`` are the members of the states' JSON objects, without the braces.

        ``spaced`` when a blank follows each colon and comma. What is no JSON is found to have keys
        and values of some kind too.
        """
        comma = b", " if spaced else b","
        blank = len(comma) - 1
        self._text = comma.join((b"", *bodies, _END))
        letters = np.frombuffer(self._text, np.uint8)
        marks = np.flatnonzero(letters == _MARK)
        opening = np.flatnonzero(letters[marks + 1] == _SLASH)
        before = marks[opening] - 1
        is_key = letters[before - blank] == _COMMA
        if spaced:
            is_key &= letters[before] == _BLANK
        if not is_key.all():
            opening = opening[is_key]
        opens, closes = marks[opening], marks[opening + 1]
        self._well_formed = letters[closes + 1] == _COLON
        if spaced:
            self._well_formed &= letters[closes + 2] == _BLANK
        self._offsets = np.empty(len(opens) * _PARTS + 1, np.int32)
        self._offsets[-1] = len(self._text) - len(_END)
        places = self._offsets[:-1].reshape(-1, _PARTS)
        places[:, 0] = opens
        places[:, 1] = closes + 1
        places[:, 2] = closes + 2 + blank
        np.subtract(self._offsets[_PARTS::_PARTS], len(comma), out=places[:, 3])
        if not self._well_formed.all():  # Then it may not be where a value begins.
            np.minimum(places, places[:, 3:], out=places)
        self._places = places
        starts = np.cumsum([len(comma), *(len(body) + len(comma) for body in bodies)])
        self.counts = np.diff(np.searchsorted(opens, starts))

    def compare(self, other: FieldTexts) -> tuple[NDArray[np.int64], list[bool]]:
        """Compare with as many states that have as many fields each.

        Returns the fields whose values are other texts, counted through; and of each state whether
        both have the same keys, with a colon (and a blank, where blanks are) behind each.
        """
        unlike = pc.not_equal(self._parts(), other._parts())
        # to_numpy would import pandas, which takes a third of a second
        bits = np.frombuffer(unlike.buffers()[1], np.uint8)
        of_part = np.unpackbits(bits, count=len(unlike), bitorder="little").view(np.bool_)
        of_field = of_part.reshape(-1, _PARTS)
        faults = np.flatnonzero(of_field[:, 0] | ~self._well_formed)
        sound = np.ones(len(self.counts), np.bool_)
        sound[np.searchsorted(np.cumsum(self.counts), faults, side="right")] = False
        return np.flatnonzero(of_field[:, 2]), sound.tolist()

    def values_at(self, fields: NDArray[np.int64]) -> list[bytes]:
        """Return the texts of the values of some fields."""
        return self._cut(fields, 2)

    def members_at(self, fields: NDArray[np.int64]) -> list[bytes]:
        """Return the texts of some fields, key and value."""
        return self._cut(fields, 0)

    def _cut(self, fields: NDArray[np.int64], first: int) -> list[bytes]:
        starts, ends = self._places[fields, first].tolist(), self._places[fields, 3].tolist()
        text = self._text
        return [text[start:end] for start, end in zip(starts, ends, strict=True)]

    def _parts(self) -> Any:
        """Return the parts of all fields as one Arrow array, without copying the text."""
        buffers = [None, pa.py_buffer(self._offsets.data), pa.py_buffer(self._text)]
        return pa.Array.from_buffers(pa.binary(), self._places.size, buffers)
