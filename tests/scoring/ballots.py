# SPDX-License-Identifier: Apache-2.0
"""Vote files made by hand, and the Elo points of given odds."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

__all__ = ["LABELS", "header", "points", "row", "write_votes"]

LABELS = "instruction,newton,mass,fluid,penetration,gravity,framewise,temporal"


def header(*more: str) -> str:
    return ",".join(["instance,model,rater", LABELS, *more])


def row(instance: str, model: str, rater: str, total: int, *more: Any) -> str:
    """A vote of a total: physics and quality first, then the instruction."""
    rest = max(0, total - 7)
    ones = [1] * (total - rest) + [0] * (7 - total + rest)
    return ",".join(map(str, [instance, model, rater, rest, *ones, *more]))


def write_votes(path: Path, *rows: str, more: tuple[str, ...] = ()) -> Path:
    path.write_text("\n".join([header(*more), *rows]) + "\n", "utf-8")
    return path


def points(odds: float) -> float:
    return 400 * math.log10(odds)
