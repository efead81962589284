# SPDX-License-Identifier: Apache-2.0
"""Plain aligned tables, in ASCII, so that they survive any terminal and any log."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from scoring.statistics import Figure

__all__ = [
    "NOTHING",
    "coefficient_cell",
    "interval_cell",
    "render_table",
    "share_cell",
    "signed_cell",
    "value_cell",
]

NOTHING = "-"
"""Stands for a value that there is not: nothing to measure, or no interval."""

_NOT_PLAIN = re.compile("[^ -~]")


def render_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], texts: Collection[int] = (0,)
) -> str:
    """Align the cells: the columns whose numbers are in ``texts`` left, the others right.

    Control characters, which names of others may hold, and all beyond ASCII become escapes.
    """
    cells = [[_plain(cell) for cell in row] for row in (headers, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]

    def line(row: Sequence[str]) -> str:
        parts = [
            cell.ljust(width) if column in texts else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(parts).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def _plain(text: str) -> str:
    return _NOT_PLAIN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def share_cell(share: float | None) -> str:
    """A share between 0 and 1 as per cent with one decimal."""
    return NOTHING if share is None else f"{_per_cent(share):.1f}"


def interval_cell(figure: Figure) -> str:
    """The interval in per cent: ``97.1 to 99.3``."""
    if figure.low is None or figure.high is None:
        return NOTHING
    return f"{_per_cent(figure.low):.1f} to {_per_cent(figure.high):.1f}"


def value_cell(figure: Figure) -> str:
    """The value in per cent, with its interval where there is one: ``98.5 (97.1 to 99.3)``."""
    if figure.low is None or figure.value is None:
        return share_cell(figure.value)
    return f"{share_cell(figure.value)} ({interval_cell(figure)})"


def coefficient_cell(figure: Figure | None) -> str:
    """A value that is no share, with two decimals and its interval: ``0.82 (0.61 to 0.95)``."""
    return _two_decimals(figure, "")


def signed_cell(figure: Figure | None) -> str:
    """The same with its sign: ``+0.12 (-0.03 to +0.31)``."""
    return _two_decimals(figure, "+")


def _two_decimals(figure: Figure | None, sign: str) -> str:
    if figure is None or figure.value is None:
        return NOTHING
    # a small negative number is 0.00 rather than -0.00
    value, *ends = (
        f"{round(number, 2) + 0.0:{sign}.2f}"
        for number in (figure.value, figure.low, figure.high)
        if number is not None
    )
    return f"{value} ({' to '.join(ends)})" if ends else value


def _per_cent(share: float) -> float:
    """Rounded as it is shown, so that a small negative share is 0.0 rather than -0.0."""
    return round(100 * share, 1) + 0.0
