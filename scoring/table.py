# SPDX-License-Identifier: Apache-2.0
"""The table of counts: one row an instance, one numpy array a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.answer import Answer
from scoring.counts import Counts, count_instance
from scratchworld.world import Instance

__all__ = ["LABELS", "CountsTable", "count_all"]

LABELS = ("instance_id", "task", "source", "family", "project", "split", "variant", "status")
"""Text columns."""

NUMBERS = ("horizon", "n_fields", *Counts._fields)
"""Integer columns."""


@dataclass(frozen=True, slots=True)
class CountsTable:
    """Columns of equal length: :data:`LABELS` as text, the rest as 64-bit integers."""

    labels: Mapping[str, NDArray[np.str_]]
    numbers: Mapping[str, NDArray[np.int64]]

    def __len__(self) -> int:
        return len(self.numbers["usable"])

    def where(self, mask: NDArray[np.bool_]) -> CountsTable:
        """Return the rows for which ``mask`` is true."""
        return CountsTable(
            {name: column[mask] for name, column in self.labels.items()},
            {name: column[mask] for name, column in self.numbers.items()},
        )


def count_all(answered: Iterable[tuple[Instance, Answer]]) -> CountsTable:
    """Count every instance with its answer, holding none of them longer than it takes."""
    labels: dict[str, list[str]] = {name: [] for name in LABELS}
    numbers: list[tuple[int, ...]] = []
    for instance, answer in answered:
        for name in LABELS[:-1]:
            labels[name].append(getattr(instance, name))
        labels["status"].append(answer.status)
        counts = count_instance(instance, answer)
        numbers.append((instance.horizon, instance.n_fields, *counts))
    matrix = np.array(numbers, dtype=np.int64).reshape(len(numbers), len(NUMBERS))
    return CountsTable(
        {name: np.array(column, dtype=np.str_) for name, column in labels.items()},
        dict(zip(NUMBERS, matrix.T.copy(), strict=True)),
    )
