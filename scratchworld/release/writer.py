# SPDX-License-Identifier: Apache-2.0
"""Write a release folder: complete, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from scratchworld.release.picture_tables import PictureSource, PictureTables
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
    pictures: PictureSource | None = None,
) -> Manifest:
    """Write a release, replacing an older release at ``path``.

    Everything is written into a hidden sibling folder, which is then renamed: whoever looks at
    ``path`` sees the old release, or the whole new one. The same instances, report and facts give
    the same bytes, in whatever order they come. Each instance's canary is set to the release's.
    ``parts`` write what else the release holds, once the instances are written. With ``pictures``
    every instance has those that the source tells of.

    Raises:
        ReleaseError: see :func:`check_target`.
        ValueError: when an id occurs twice, a task or split is unknown, or a project is in two
            splits; nothing is written then.
    """
    path = Path(path).resolve()
    facts = facts or ReleaseFacts()
    check_target(path)
    with sibling(path, "partial") as folder:
        manifest = _fill(folder, instances, report, facts, parts, pictures)
        move_into_place(folder, path)
    return manifest


def _fill(
    folder: Path,
    instances: Iterable[Instance],
    report: Iterable[ReportRow],
    facts: ReleaseFacts,
    parts: Iterable[Part],
    pictures: PictureSource | None,
) -> Manifest:
    canary = canary_guid(facts)
    statistics = Statistics()
    tables = None if pictures is None else PictureTables(pictures, folder)
    try:
        columns = _write_instances(folder, instances, canary, statistics, tables)
        write_report(folder / REPORT_NAME, report, canary)
        for part in (*parts, *([tables] if tables else [])):
            columns |= part.write(folder, canary)
    finally:
        if tables is not None:
            tables.close()
    write_papers(folder, facts, canary, statistics.rows(), columns)
    counts = statistics.counts() | ({"pictures": tables.counts()} if tables else {})
    return write_manifest(folder, facts, canary, counts)


def _write_instances(
    folder: Path,
    instances: Iterable[Instance],
    canary: str,
    statistics: Statistics,
    pictures: PictureTables | None,
) -> dict[str, Sequence[Column]]:
    """Write the data files; return the columns of each by its path, in order."""
    files: dict[str, Sequence[Column]] = {}
    spool = Spool(folder)
    try:
        for instance in instances:
            _check(instance)
            statistics.add(instance)
            instance_id, project = instance.instance_id, instance.project
            spool.check(instance_id, project, instance.split)
            row: dict[str, Any] = instance_to_row(replace(instance, canary=canary))
            if pictures is not None:
                row |= pictures.names(instance_id, instance.split)
            spool.add((instance.task, instance.split), (project, instance_id), row)
        tables = sorted(spool.tables(), key=lambda table: (TASKS.index(table[0]), table[1]))
        for task, split in tables:
            name = f"data/{task}/{split}-00000-of-00001.parquet"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            rows: Iterable[Mapping[str, Any]] = spool.sorted_rows((task, split))
            files[name] = columns_of(task)
            if pictures is not None:
                rows, files[name] = pictures.fill(rows), pictures.columns(task)
            write_instance_rows(folder / name, files[name], rows, canary)
    finally:
        spool.discard()
    return files


def _check(instance: Instance) -> None:
    if instance.task not in TASKS or instance.split not in SPLITS:
        name = instance.instance_id
        raise ValueError(f"instance {name}: no task {instance.task!r} or split {instance.split!r}")
