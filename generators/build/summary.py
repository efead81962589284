# SPDX-License-Identifier: Apache-2.0
"""The tables that a build prints at its end."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby

from generators.build.build import BuildOutcome
from generators.build.composition import Share
from generators.build.sizes import render_sizes
from scoring.report.text_table import render_table, share_cell
from scratchworld.release import Release, ReportRow, Sizes
from scratchworld.world import CausalInstance, CounterfactualInstance, Delta, Instance

__all__ = ["render_summary"]


def render_summary(outcome: BuildOutcome, release: Release) -> str:
    """Return the tables of projects and instances, and of what was asked for.

    Memory grows by eight bytes for each project.
    """
    projects, instances = _Projects(), _Instances()
    for row in release.report_rows():
        projects.add(row)
    for _, group in groupby(release.instances(), lambda one: (one.task, one.project)):
        instances.add(list(group))
    parts = [projects.table(), instances.table()]
    if outcome.shares:
        parts.append(_shares(outcome.shares))
    parts += filter(None, (projects.tried(), instances.kinds(), render_sizes(release)))
    return "\n\n".join([*parts, projects.coverage()])


_COUNTED = ("causal", "counterfactual", "decision", "keyframes", "perturbation")
"""What the names of such numbers start with."""


class _Projects:
    """What the rows of the report come to."""

    def __init__(self) -> None:
        self._verdicts: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._tried: Counter[str] = Counter()
        self._coverage = array("d")

    def add(self, row: ReportRow) -> None:
        self._verdicts[row.verdict] += 1
        if row.verdict != "kept":
            self._reasons[row.reason] += 1
        if "coverage" in row.numbers:
            self._coverage.append(row.numbers["coverage"] or 0.0)
        for name, value in row.numbers.items():
            task, _, what = name.partition("_")
            if task in _COUNTED and what:
                self._tried[f"{task}: {what.replace('_', ' ')}"] += int(value or 0)

    def table(self) -> str:
        rows = [["projects in", str(self._verdicts.total())], ["kept", str(self._verdicts["kept"])]]
        rows += [[f"rejected: {name}", str(n)] for name, n in sorted(self._reasons.items())]
        return render_table(("projects", "n"), rows)

    def tried(self) -> str:
        """What was tried beyond plain windows, and what was left out and why."""
        rows = [[name, str(count)] for name, count in sorted(self._tried.items())]
        return render_table(("tried and left out", "n"), rows) if rows else ""

    def coverage(self) -> str:
        shares = sorted(self._coverage)
        if not shares:
            return "Block coverage: no project ran"
        quarter, half = shares[len(shares) // 4], shares[len(shares) // 2]
        return (
            f"Block coverage of explored projects, per cent: median {share_cell(half)}, "
            f"lower quartile {share_cell(quarter)}"
        )


class _Instances:
    """Sizes of instances, events by kind, and counterfactuals by kind of alteration."""

    def __init__(self) -> None:
        self._fields: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        self._changed: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        self._kinds: Counter[tuple[str, str]] = Counter()
        self._marked: Counter[tuple[str, str]] = Counter()
        """Of these the events that occur, and the alterations that have an effect."""

    def add(self, instances: Sequence[Instance]) -> None:
        """Count those of one task and project: all twins of one are among them."""
        factual: dict[str, Delta] = {}
        for one in instances:
            self._fields[one.task, one.source][one.n_fields] += 1
            self._changed[one.task, one.source][one.n_changed] += 1
            if isinstance(one, CausalInstance):
                self._mark((one.task, one.query.event), one.occurs)
            elif isinstance(one, CounterfactualInstance) and one.alteration is None:
                factual[one.pair_id] = one.target
        for one in instances:
            if isinstance(one, CounterfactualInstance) and one.alteration is not None:
                self._mark((one.task, one.kind), one.target != factual.get(one.pair_id))

    def _mark(self, kind: tuple[str, str], marked: bool) -> None:
        self._kinds[kind] += 1
        self._marked[kind] += marked

    def table(self) -> str:
        rows = [
            [
                *key,
                str(fields.total()),
                _sizes(fields),
                _sizes(self._changed[key]),
                str(self._changed[key][0]),
            ]
            for key, fields in sorted(self._fields.items())
        ]
        headers = (
            "task",
            "source",
            "instances",
            "fields: mean / median / max",
            "changed: mean / median / max",
            "empty deltas",
        )
        return render_table(headers, rows, texts=(0, 1))

    def kinds(self) -> str:
        rows = [[*key, str(n), str(self._marked[key])] for key, n in sorted(self._kinds.items())]
        headers = ("task", "kind", "instances", "occur, or differ from the twin")
        return render_table(headers, rows, texts=(0, 1)) if rows else ""


def _shares(shares: Sequence[Share]) -> str:
    rows = [
        [share.source, share.what, str(share.asked), str(share.got), _missing(share)]
        for share in shares
    ]
    return render_table(("source", "asked for", "asked", "got", "missing"), rows, texts=(0, 1))


def _missing(share: Share) -> str:
    return str(share.asked - share.got) if share.got < share.asked else ""


def _sizes(counted: Counter[int]) -> str:
    sizes = Sizes.of_counted(counted)
    return f"{sizes.mean:.1f} / {sizes.median:g} / {sizes.maximum}"
