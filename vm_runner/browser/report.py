# SPDX-License-Identifier: Apache-2.0
"""What a whole check has found: a report as JSON, a table, and pictures of the worst frames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from vm_runner.browser.check import VERDICTS, ProjectCheck
from vm_runner.browser.frames import LEVELS, write_side_by_side
from vm_runner.browser.states import Difference, Run

__all__ = ["WorstFrames", "describe", "render_summary", "report_json"]

_FIELDS_SHOWN = 3
_FIELDS_KEPT = 20


def describe(check: ProjectCheck) -> str:
    """Return one line on one project."""
    words = [check.verdict]
    if check.reason or check.failure:
        words.append(check.reason or check.failure)
    if check.ours is not None:
        words.append(f"ours and Chromium: {_part(check.ours)}")
    if check.chromium is not None:
        words.append(f"Chromium and itself: {_part(check.chromium)}")
    if check.frames:
        words.append(f"frames {100 * check.worst:.3f} %")
    return f"{check.name}: {'; '.join(words)}"


def _part(difference: Difference) -> str:
    shown = [f"{path} {one!r} {other!r}" for path, one, other in difference.fields[:_FIELDS_SHOWN]]
    more = len(difference.fields) - len(shown)
    return f"tick {difference.tick}, {', '.join(shown)}{f' and {more} more' if more else ''}"


def render_summary(checks: Sequence[ProjectCheck]) -> str:
    """Return the table of verdicts, and what the frames differ by."""
    lines = [f"{len(checks)} projects"]
    for verdict in VERDICTS:
        lines.append(f"  {verdict:<30}{sum(c.verdict == verdict for c in checks):>6}")
    compared = [check for check in checks if check.frames]
    if compared:
        ours = sorted(check.worst for check in compared)
        own = sorted(max(f.chromium or 0.0 for f in check.frames) for check in compared)
        lines += [
            f"pixels that differ by more than {LEVELS} levels, worst frame of each of "
            f"{len(compared)} projects, %",
            f"  {'':<30}{'median':>8}{'90th':>8}{'max':>8}",
            f"  {'ours and Chromium':<30}{_quantiles(ours)}",
            f"  {'Chromium and itself':<30}{_quantiles(own)}",
        ]
    return "\n".join(lines)


def _quantiles(shares: Sequence[float]) -> str:
    last = len(shares) - 1
    chosen = (shares[last // 2], shares[round(0.9 * last)], shares[last])
    return "".join(f"{100 * share:>8.3f}" for share in chosen)


def report_json(checks: Iterable[ProjectCheck], facts: Mapping[str, object]) -> dict[str, Any]:
    """Return the whole report; ``facts`` say how it was made."""
    return {**facts, "projects": [_row(check) for check in checks]}


def _row(check: ProjectCheck) -> dict[str, Any]:
    row = asdict(check)
    row["traits"] = check.traits._asdict()
    row["verdict"] = check.verdict
    for side in ("ours", "chromium"):
        if row[side] is not None:
            row[side]["fields"] = row[side]["fields"][:_FIELDS_KEPT]
    return row


class _Sheet(NamedTuple):
    share: float
    name: str
    tick: int
    theirs: bytes
    ours: bytes


class WorstFrames:
    """Keeps the frames that differ most, one of each project."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._sheets: list[_Sheet] = []

    def add(self, check: ProjectCheck, runs: Mapping[str, Run]) -> None:
        """Take note of a project that was compared."""
        if not check.frames:
            return
        worst = max(check.frames, key=lambda frame: frame.ours)
        ours, reference, *_ = runs.values()
        self._sheets.append(
            _Sheet(
                worst.ours,
                check.name,
                worst.tick,
                reference.frames[worst.tick],
                ours.frames[worst.tick],
            )
        )
        self._sheets.sort(key=lambda sheet: (-sheet.share, sheet.name))
        del self._sheets[self._count :]

    def write(self, folder: Path) -> list[Path]:
        """Write ``worst-1.png`` and so on: Chromium's frame, ours, and the difference."""
        written = []
        for number, sheet in enumerate(self._sheets, 1):
            path = folder / f"worst-{number}.png"
            write_side_by_side(path, sheet.theirs, sheet.ours)
            written.append(path)
        return written
