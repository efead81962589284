# SPDX-License-Identifier: Apache-2.0
"""Field values as numpy columns, so that many are compared at once.

A value becomes two numbers: its type, and itself (a Boolean: 0 or 1; a text: its code). Two values
are the same when both numbers are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.matching import LIMITS
from scratchworld.world import FieldKind, Value, normalise

__all__ = ["ABSENT", "NOTHING", "NOT_SAID", "CodeBook", "Limits", "ValueColumn", "same"]

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


class _Nothing:
    """The type of :data:`NOTHING`."""


NOTHING = _Nothing()
"""Stands where an answer claims nothing, or where a label has no change."""

ABSENT, _BOOLEAN, _NUMBER, _TEXT, NOT_SAID = range(5)
_TYPES: Mapping[type, int] = {
    type(None): ABSENT,
    bool: _BOOLEAN,
    int: _NUMBER,
    float: _NUMBER,
    str: _TEXT,
    _Nothing: NOT_SAID,
}


class CodeBook(defaultdict[str, int]):
    """Gives each text a code, counting from 0, in the order in which they come."""

    def __init__(self) -> None:
        super().__init__(count().__next__)

    def codes(self, texts: Iterable[str], number: int) -> NDArray[np.int64]:
        """Return the codes of ``number`` texts."""
        return np.fromiter(map(self.__getitem__, texts), np.int64, number)


class ValueColumn(NamedTuple):
    """Values by type and number."""

    types: NDArray[np.int8]
    """Among them :data:`ABSENT` for ``None`` and :data:`NOT_SAID` for :data:`NOTHING`."""
    numbers: Floats

    @classmethod
    def of(cls, values: Sequence[object], texts: CodeBook) -> ValueColumn:
        """Make the column; ``texts`` codes the texts of all columns that are to be compared.

        Numbers need not be canonical; an infinity is the text that it canonically is.
        """
        types = np.fromiter(map(_TYPES.__getitem__, map(type, values)), np.int8, len(values))
        numbers = np.zeros(len(values))
        plain = (types == _NUMBER) | (types == _BOOLEAN)
        numbers[plain] = _doubles(list(compress(values, plain.tolist())))
        infinite, written = ~np.isfinite(numbers), types == _TEXT
        names = [str(_or_text(value)) for value in compress(values, infinite.tolist())]
        numbers[infinite] = texts.codes(names, len(names))
        held: Any = compress(values, written.tolist())
        numbers[written] = texts.codes(held, int(np.count_nonzero(written)))
        types[infinite] = _TEXT
        return cls(types, numbers)


def same(one: ValueColumn, other: ValueColumn) -> Mask:
    """Where two columns hold the same value; see :func:`scratchworld.world.same_value`."""
    return np.asarray((one.types == other.types) & (one.numbers == other.numbers))


class Limits:
    """The tolerances of a column's fields; see :func:`scoring.matching.matches`."""

    def __init__(self, kinds: Sequence[FieldKind | None], codes: NDArray[np.int64]) -> None:
        """``codes`` gives the place in ``kinds`` of each field."""
        classes = [kind.tolerance if kind else "exact" for kind in kinds]
        self._limits = np.array([LIMITS[one] for one in classes])[codes]
        self._turns = np.array([one == "direction" for one in classes], dtype=np.bool_)[codes]

    def match(self, one: ValueColumn, other: ValueColumn) -> Mask:
        """Where the values of two columns match."""
        with np.errstate(over="ignore", invalid="ignore"):
            distance = np.abs(one.numbers - other.numbers)
            turned = distance[self._turns] % 360
            distance[self._turns] = np.minimum(turned, 360 - turned)
            near = distance <= self._limits
        numbers = (one.types == _NUMBER) & (other.types == _NUMBER)
        return np.asarray(same(one, other) | (numbers & near))


def _doubles(values: Sequence[Any]) -> Floats:
    try:
        return np.fromiter(values, np.float64, len(values))
    except OverflowError:  # An integer beyond the doubles.
        return np.array([float(_or_text(value)) for value in values])


def _or_text(value: Any) -> Value:
    """The canonical value: a text for an infinity."""
    return normalise(value)
