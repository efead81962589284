# SPDX-License-Identifier: Apache-2.0
"""Write a release folder: complete, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from scratchworld.release.columns import Column, columns_of, instance_to_row
from scratchworld.release.folders import check_target, move_into_place, sibling
from scratchworld.release.manifest import (
    Manifest,
    ReleaseFacts,
    canary_guid,
    write_manifest,
)
from scratchworld.release.papers import write_papers
from scratchworld.release.parquet import write_instance_rows
from scratchworld.release.part import Part
from scratchworld.release.report import REPORT_NAME, ReportRow, write_report
from scratchworld.release.spool import Spool
from scratchworld.release.statistics import Statistics
from scratchworld.world import TASKS, Instance

__all__ = ["SPLITS", "write_release"]

SPLITS = ("dev", "test")


def write_release(
    path: Path,
    instances: Iterable[Instance],
    report: Iterable[ReportRow] = (),
    facts: ReleaseFacts | None = None,
    parts: Iterable[Part] = (),
) -> Manifest:
    """Write a release, replacing an older release at ``path``.

    Everything is written into a hidden sibling folder, which is then renamed: whoever looks at
    ``path`` sees the old release, or the whole new one. The same instances, report and facts give
    the same bytes, in whatever order they come. Each instance's canary is set to the release's.
    ``parts`` write what else the release holds, once the instances are written.

    Raises:
        ReleaseError: see :func:`check_target`.
        ValueError: when an id occurs twice, a task or split is unknown, or a project is in two
            splits; nothing is written then.
    """
    path = Path(path).resolve()
    facts = facts or ReleaseFacts()
    check_target(path)
    with sibling(path, "partial") as folder:
        manifest = _fill(folder, instances, report, facts, parts)
        move_into_place(folder, path)
    return manifest


def _fill(
    folder: Path,
    instances: Iterable[Instance],
    report: Iterable[ReportRow],
    facts: ReleaseFacts,
    parts: Iterable[Part],
) -> Manifest:
    canary = canary_guid(facts)
    statistics = Statistics()
    files = _write_instances(folder, instances, canary, statistics)
    write_report(folder / REPORT_NAME, report, canary)
    columns: dict[str, Sequence[Column]] = {
        file: columns_of(task) for file, (task, _) in files.items()
    }
    for part in parts:
        columns |= part.write(folder, canary)
    write_papers(folder, facts, canary, statistics.rows(), columns)
    return write_manifest(folder, facts, canary, statistics.counts())


def _write_instances(
    folder: Path, instances: Iterable[Instance], canary: str, statistics: Statistics
) -> dict[str, tuple[str, str]]:
    """Write the data files; return their (task, split) pairs by path, in order."""
    files: dict[str, tuple[str, str]] = {}
    spools: dict[tuple[str, str], Spool] = {}
    seen: set[str] = set()
    split_of: dict[str, str] = {}
    try:
        for instance in instances:
            _check(instance, seen, split_of)
            statistics.add(instance)
            table = (instance.task, instance.split)
            if table not in spools:
                spools[table] = Spool(folder / f"{instance.task}-{instance.split}.spool")
            key = (instance.project, instance.task, instance.instance_id)
            spools[table].add(key, instance_to_row(replace(instance, canary=canary)))
        tables = sorted(spools, key=lambda table: (TASKS.index(table[0]), table[1]))
        for task, split in tables:
            name = f"data/{task}/{split}-00000-of-00001.parquet"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            rows = spools[task, split].sorted_rows()
            write_instance_rows(folder / name, columns_of(task), rows, canary)
            files[name] = task, split
    finally:
        for spool in spools.values():
            spool.discard()
    return files


def _check(instance: Instance, seen: set[str], split_of: dict[str, str]) -> None:
    name = instance.instance_id
    if instance.task not in TASKS or instance.split not in SPLITS:
        raise ValueError(f"instance {name}: no task {instance.task!r} or split {instance.split!r}")
    if name in seen:
        raise ValueError(f"instance {name} occurs twice")
    seen.add(name)
    if split_of.setdefault(instance.project, instance.split) != instance.split:
        raise ValueError(f"project {instance.project} is in two splits (instance {name})")
