# SPDX-License-Identifier: Apache-2.0
"""``results.json``, in the shape of evaluation harnesses.

``results`` has one entry a task with ``metric,none`` and ``metric_low,none`` / ``metric_high,none``
beside it; ``versions``, ``configs``, ``n-samples`` and ``higher_is_better`` are as harnesses write
them. Everything else that was computed follows: ``groups``, ``fields``, ``errors``, ``slopes``,
``perturbation_gaps``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.errors_of_fields import ERRORS
from scoring.field_tally import FieldTable
from scoring.fields import FieldGroup
from scoring.gaps import Gap
from scoring.results import Group
from scoring.statistics import LEVEL, Bootstrap, Figure
from scoring.tasks import SCORED_TASKS
from scratchworld import __version__
from scratchworld.release import FORMAT_VERSION, Release

__all__ = [
    "COMMONEST_UNKNOWN",
    "RESULTS_FORMAT",
    "RESULTS_FORMAT_VERSION",
    "build_document",
    "commonest_unknown",
    "harness_results",
]

RESULTS_FORMAT = "scratchworld-results"
RESULTS_FORMAT_VERSION = 2
COMMONEST_UNKNOWN = 10


def build_document(
    release: Release,
    source: Mapping[str, object],
    selection: Mapping[str, object],
    bootstrap: Bootstrap,
    groups: Sequence[Group],
    field_groups: Sequence[FieldGroup],
    slopes: Mapping[str, Figure],
    gaps: Sequence[Gap],
    fields: FieldTable,
    problems: Iterable[tuple[str, str, int, str]],
) -> dict[str, object]:
    """Return ``results.json`` as plain objects."""
    overall = [group for group in groups if group.by == "all"]
    tasks = [group.task for group in overall]
    return {
        "format": RESULTS_FORMAT,
        "format_version": RESULTS_FORMAT_VERSION,
        "tool_version": __version__,
        "results": {group.task: harness_results(group.task, group.figures) for group in overall},
        "versions": dict.fromkeys(tasks, FORMAT_VERSION),
        "configs": {task: {"task": task, **selection} for task in tasks},
        "n-samples": {
            group.task: {
                "original": group.instances,
                "effective": group.statuses["ok"] + group.statuses["repaired"],
            }
            for group in overall
        },
        "higher_is_better": {
            task: {metric.name: metric.higher_is_better for metric in SCORED_TASKS[task].metrics}
            for task in tasks
        },
        "release": {
            "name": release.manifest.name,
            "canary": release.manifest.canary,
            "files": dict(release.manifest.files),
        },
        "predictions": dict(source),
        "selection": dict(selection),
        "bootstrap": {
            "draws": bootstrap.draws,
            "seed": bootstrap.seed,
            "level": LEVEL,
            "clusters": "projects",
        },
        "groups": [group.to_json() for group in groups],
        "fields": [group.to_json() for group in field_groups],
        "errors": {
            task: {error: fields.errors[task, error] for error in ERRORS}
            for task in tasks
            if SCORED_TASKS[task].about_fields
        },
        "unknown_fields": [
            {"path": path, "claims": count} for path, count in commonest_unknown(fields)
        ],
        "problems": [
            {"status": status, "reason": reason, "instances": count, "first": first}
            for status, reason, count, first in problems
        ],
        "slopes": {name: figure.to_json() for name, figure in slopes.items()},
        "perturbation_gaps": [gap.to_json() for gap in gaps],
    }


def commonest_unknown(fields: FieldTable) -> list[tuple[str, int]]:
    """Return the ten commonest claimed paths that exist neither before nor after, with counts."""
    ordered = sorted(fields.unknown.items(), key=lambda item: (-item[1], item[0]))
    return ordered[:COMMONEST_UNKNOWN]


def harness_results(alias: str, figures: Mapping[str, Figure]) -> dict[str, object]:
    """Return figures by name as an entry of ``results``."""
    entries: dict[str, object] = {"alias": alias}
    for name, figure in figures.items():
        entries[f"{name},none"] = figure.value
        entries[f"{name}_low,none"] = figure.low
        entries[f"{name}_high,none"] = figure.high
    return entries
