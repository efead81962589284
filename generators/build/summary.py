# SPDX-License-Identifier: Apache-2.0
"""The tables that a build prints at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from generators.build.build import BuildOutcome
from generators.build.composition import Share
from generators.build.sizes import render_sizes
from scoring.report.text_table import render_table, share_cell
from scratchworld.release import Release, ReportRow, Sizes
from scratchworld.world import CausalInstance, CounterfactualInstance, Delta

__all__ = ["render_summary"]


def render_summary(outcome: BuildOutcome, release: Release) -> str:
    """Return the tables of projects and instances, and of what was asked for."""
    report = release.report()
    parts = [_projects(report), _instances(release)]
    if outcome.shares:
        parts.append(_shares(outcome.shares))
    if counted := _counted(report):
        parts.append(counted)
    if kinds := _kinds(release):
        parts.append(kinds)
    if sizes := render_sizes(release):
        parts.append(sizes)
    return "\n\n".join([*parts, _coverage(report)])


def _projects(report: Sequence[ReportRow]) -> str:
    kept = sum(row.verdict == "kept" for row in report)
    reasons = Counter(row.reason for row in report if row.verdict != "kept")
    rows = [["projects in", str(len(report))], ["kept", str(kept)]]
    rows += [[f"rejected: {reason}", str(count)] for reason, count in sorted(reasons.items())]
    return render_table(("projects", "n"), rows)


def _instances(release: Release) -> str:
    groups: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for instance in release.instances():
        key = (instance.task, instance.source)
        groups.setdefault(key, []).append((instance.n_fields, instance.n_changed))
    rows = [
        [
            task,
            source,
            str(len(sizes)),
            _sizes([fields for fields, _ in sizes]),
            _sizes([changed for _, changed in sizes]),
            str(sum(changed == 0 for _, changed in sizes)),
        ]
        for (task, source), sizes in sorted(groups.items())
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


def _counted(report: Sequence[ReportRow]) -> str:
    """What was tried beyond plain windows, and what was left out and why."""
    totals: Counter[str] = Counter()
    for row in report:
        for name, value in row.numbers.items():
            task, _, what = name.partition("_")
            if task in ("causal", "counterfactual", "decision", "perturbation") and what:
                totals[f"{task}: {what.replace('_', ' ')}"] += int(value or 0)
    rows = [[name, str(count)] for name, count in sorted(totals.items())]
    return render_table(("tried and left out", "n"), rows) if rows else ""


def _kinds(release: Release) -> str:
    """Event queries by event, and counterfactuals by kind of alteration."""
    counts: Counter[tuple[str, str]] = Counter()
    marked: Counter[tuple[str, str]] = Counter()
    factual: dict[tuple[str, str], Delta] = {}
    altered: list[CounterfactualInstance] = []
    for instance in release.instances():
        if isinstance(instance, CausalInstance):
            key = (instance.task, instance.query.event)
            counts[key] += 1
            marked[key] += instance.occurs
        elif isinstance(instance, CounterfactualInstance):
            if instance.alteration is None:
                factual[instance.project, instance.pair_id] = instance.target
            else:
                altered.append(instance)
    for one in altered:
        key = (one.task, one.kind)
        counts[key] += 1
        marked[key] += one.target != factual.get((one.project, one.pair_id))
    rows = [[*key, str(count), str(marked[key])] for key, count in sorted(counts.items())]
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


def _sizes(counts: Sequence[int]) -> str:
    sizes = Sizes.of(counts)
    return f"{sizes.mean:.1f} / {sizes.median:g} / {sizes.maximum}"


def _coverage(report: Sequence[ReportRow]) -> str:
    shares = sorted(row.numbers["coverage"] or 0.0 for row in report if "coverage" in row.numbers)
    if not shares:
        return "Block coverage: no project ran"
    quarter, half = shares[len(shares) // 4], shares[len(shares) // 2]
    return (
        f"Block coverage of explored projects, per cent: median {share_cell(half)}, "
        f"lower quartile {share_cell(quarter)}"
    )
