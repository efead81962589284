# SPDX-License-Identifier: Apache-2.0
"""Win rates beside those of another benchmark: do both say the same of the same models?

Pearson's correlation of W[A, B] over the unordered pairs of models that both know, each pair taken
once, in alphabetical order; and Kendall's tau-b of the same. ``win_rates.csv`` is the form of both:
columns ``one``, ``other`` and ``win_rate``, the share of games that ``one`` wins, ties as one half.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.extras import import_scipy_stats
from scoring.statistics import Figure, percentiles
from scratchworld.errors import InputError

__all__ = ["WIN_RATE_COLUMNS", "Correlation", "WinRates", "correlate", "read_win_rates"]

Floats = NDArray[np.float64]
WIN_RATE_COLUMNS = ("one", "other", "win_rate")
WinRates = Mapping[tuple[str, str], float]
"""By pair, the names in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """How two benchmarks agree on who beats whom."""

    pearson: Figure
    """-1 to 1; ``n`` counts pairs of models. ``None`` with fewer than three, or no spread."""
    tau: Figure

    def to_json(self) -> dict[str, object]:
        """Return the figures as plain objects."""
        return {"pearson": self.pearson.to_json(), "tau": self.tau.to_json()}


def read_win_rates(file: Path) -> WinRates:
    """Read a ``win_rates.csv``.

    Raises:
        InputError: with file and line, for a file that is missing or of another form, a rate that
            is none, and two different rates of one pair.
    """
    found: dict[tuple[str, str], float] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.reader(stream, strict=True)
            if next(reader, None) != list(WIN_RATE_COLUMNS):
                raise InputError(f"{file}:1: the columns are {', '.join(WIN_RATE_COLUMNS)}")
            for row in reader:
                if row:
                    _add(found, row, f"{file}:{reader.line_num}")
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{file}: not CSV in UTF-8 ({error})") from None
    return found


def _add(found: dict[tuple[str, str], float], row: Sequence[str], place: str) -> None:
    if len(row) != len(WIN_RATE_COLUMNS):
        raise InputError(f"{place}: {len(row)} cells under {len(WIN_RATE_COLUMNS)} columns")
    one, other, text = row
    try:
        rate = float(text)
    except ValueError:
        rate = math.nan
    if not 0 <= rate <= 1:
        raise InputError(f"{place}: win_rate is {text!r}; it is a number from 0 to 1")
    if one == other:
        raise InputError(f"{place}: {one!r} against itself")
    pair, rate = ((one, other), rate) if one < other else ((other, one), 1 - rate)
    if abs(found.setdefault(pair, rate) - rate) > 1e-6:
        raise InputError(f"{place}: another win_rate of {one!r} and {other!r} than before")


def correlate(
    rates: WinRates, drawn: Mapping[tuple[str, str], Floats], other: WinRates
) -> Correlation:
    """Compare win rates with those of another benchmark; ``drawn`` are ours in each draw.

    Raises:
        InputError: when the two have no pair of models in common, or scipy is not installed.
    """
    pairs = sorted(rates.keys() & other.keys())
    if not pairs:
        raise InputError("the two benchmarks have no pair of models in common; are names the same?")
    ours = np.array([rates[pair] for pair in pairs])
    theirs = np.array([other[pair] for pair in pairs])
    if len(pairs) < 3 or np.ptp(ours) == 0 or np.ptp(theirs) == 0:
        nothing = Figure(None, len(pairs), "pairs of models")
        return Correlation(nothing, nothing)
    stats = import_scipy_stats()
    draws = np.stack([drawn[pair] for pair in pairs], axis=1)
    low = high = None
    if len(draws):
        [low], [high] = percentiles(_pearson(draws, theirs)[:, None])
    pearson = float(stats.pearsonr(ours, theirs).statistic)
    tau = float(stats.kendalltau(ours, theirs).statistic)
    return Correlation(
        Figure(pearson, len(pairs), "pairs of models", low, high),
        Figure(tau, len(pairs), "pairs of models"),
    )


def _pearson(draws: Floats, theirs: Floats) -> Floats:
    """The correlation in each draw, NaN where a draw has no spread."""
    centred = draws - draws.mean(axis=1, keepdims=True)
    other = theirs - theirs.mean()
    spread = np.sqrt((centred**2).sum(axis=1) * (other**2).sum())
    nothing = np.full(len(draws), np.nan)
    return np.asarray(np.divide(centred @ other, spread, out=nothing, where=spread > 0))
