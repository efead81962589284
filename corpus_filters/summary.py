# SPDX-License-Identifier: Apache-2.0
"""The tables that ``scratchworld corpus`` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from corpus_filters.corpus import Judged
from corpus_filters.kinds import KINDS
from corpus_filters.verdict import REASONS

__all__ = ["render_verdicts"]


def render_verdicts(rows: Sequence[Judged]) -> str:
    """Return the table of verdicts, that of kinds, and the number of clusters."""
    kept = [row for row in rows if row.verdict.kept]
    reasons = Counter(row.verdict.reason for row in rows if not row.verdict.kept)
    verdicts = [("kept", "", str(len(kept)))]
    verdicts += [
        (entry.group, reason, str(reasons[reason]))
        for reason, entry in REASONS.items()
        if reasons[reason]
    ]
    verdicts.append(("all files", "", str(len(rows))))
    kinds = Counter(row.kind for row in kept)
    clusters = len({row.cluster for row in kept})
    return "\n\n".join(
        [
            _table(("verdict", "reason", "n"), verdicts),
            _table(("kind, of kept projects", "n"), [(kind, str(kinds[kind])) for kind in KINDS]),
            f"Clusters of related projects among those kept: {clusters}",
        ]
    )


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Align all columns left but the last, a number."""
    cells = [headers, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]

    def line(row: Sequence[str]) -> str:
        texts = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        return "  ".join([*texts, row[-1].rjust(widths[-1])])

    return "\n".join([line(headers), "  ".join("-" * width for width in widths), *map(line, rows)])
