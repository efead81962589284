# SPDX-License-Identifier: Apache-2.0
"""Is a release folder what it says, as far as can be told without executing anything?

Beyond the hashes: no file that nobody listed, tables of the stated columns, one canary throughout,
schemas that are schemas, splits that keep relatives together, and, where targets are withheld,
no label and no input that shows one.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pyarrow as pa
import pyarrow.parquet as pq

from scratchworld.errors import ReleaseError
from scratchworld.release.columns import Column, columns_of
from scratchworld.release.leaks import Ticks, find_revealing
from scratchworld.release.manifest import MANIFEST_NAME
from scratchworld.release.parquet import column_type, read_columns
from scratchworld.release.picture_tables import CLIP_FILES, PICTURE_COLUMNS
from scratchworld.release.programs import PROGRAM_COLUMNS, PROGRAMS
from scratchworld.release.reader import Release
from scratchworld.world import Instance

__all__ = ["ReleaseFault", "find_release_faults"]


class ReleaseFault(NamedTuple):
    """One thing that is not as the release says."""

    where: str
    """A file, a project or an instance id."""
    what: str


def find_release_faults(release: Release, pictured: Ticks | None = None) -> Iterator[ReleaseFault]:
    """Yield what is wrong with the folder; the hashes are checked first.

    ``pictured`` tells which ticks the pictures of an instance show, where there are any.

    Raises:
        ReleaseError: when a file is missing, altered or not readable, so that nothing behind it
            can be believed.
    """
    release.verify_hashes()
    yield from _unlisted(release)
    yield from _schemas(release)
    for name in release.manifest.files:
        if name.endswith(".parquet"):
            yield from _table(release, name)
    yield from _parted_relatives(release)
    if release.manifest.answers:
        yield from _revealed(release, pictured)


def _unlisted(release: Release) -> Iterator[ReleaseFault]:
    listed = {*release.manifest.files, MANIFEST_NAME}
    for file in sorted(release.path.rglob("*")):
        name = file.relative_to(release.path).as_posix()
        # hubs and version control keep hidden files of their own in a folder
        hidden = any(part.startswith(".") for part in Path(name).parts)
        if file.is_file() and not hidden and name not in listed:
            yield ReleaseFault(name, f"not listed in {MANIFEST_NAME}")


def _schemas(release: Release) -> Iterator[ReleaseFault]:
    for name in release.manifest.files:
        if name.startswith("schemas/"):
            try:
                schema = json.loads((release.path / name).read_bytes())
                jsonschema.Draft202012Validator.check_schema(schema)
            except (ValueError, RecursionError, jsonschema.SchemaError):
                yield ReleaseFault(name, "not a JSON Schema")


def _table(release: Release, name: str) -> Iterator[ReleaseFault]:
    """Check the columns of a parquet file, their types, and its canary."""
    withheld = bool(release.manifest.answers)
    try:
        with pq.ParquetFile(release.path / name) as file:
            found = {field.name: field.type for field in file.schema_arrow}
            marked = (file.metadata.metadata or {}).get(b"canary")
    except (OSError, pa.ArrowException):
        raise ReleaseError(f"{release.path / name}: not a readable parquet file") from None
    for column in _columns(name):
        if withheld and column.label:
            if column.name in found:
                yield ReleaseFault(name, f"the column {column.name!r} is not withheld")
        elif column.name not in found:
            if column not in CLIP_FILES:
                yield ReleaseFault(name, f"the column {column.name!r} is missing")
        elif found[column.name] != column_type(column):
            kind = found[column.name]
            yield ReleaseFault(name, f"the column {column.name!r} holds {kind}")
    canary = release.manifest.canary
    if release.manifest.version and marked != canary.encode():
        yield ReleaseFault(name, "its metadata has another canary")
    if "canary" in found:
        rows = read_columns(release.path / name, ("canary",))
        others = {row[0] for row in rows} - {canary}
        if others:
            yield ReleaseFault(name, f"rows with another canary, {min(others)!r}")


def _columns(name: str) -> Sequence[Column]:
    """Return the columns that a table has for certain, or may have."""
    folder, _, rest = name.partition("/")
    if folder == "data":
        return columns_of(rest.partition("/")[0])
    return PROGRAM_COLUMNS if folder == PROGRAMS else PICTURE_COLUMNS.get(folder, ())


def _parted_relatives(release: Release) -> Iterator[ReleaseFault]:
    """Look for near-duplicates and related projects in more than one split."""
    group_of = {row.project: row.related for row in release.report() if row.related}
    splits: dict[str, dict[str, str]] = {}
    for name in release.data_files():
        for project, split in release.read_columns(name, ("project", "split")):
            group = group_of.get(project, project)
            splits.setdefault(group, {}).setdefault(split, project)
    for group, first in sorted(splits.items()):
        # of a project in two splits, which is found in its rows, this tells nothing new
        if len(set(first.values())) > 1:
            members = ", ".join(f"{project} ({split})" for split, project in sorted(first.items()))
            yield ReleaseFault(group, f"related projects are in different splits: {members}")


def _revealed(release: Release, pictured: Ticks | None) -> Iterator[ReleaseFault]:
    """Look for inputs that show what another instance asks; labels are not needed for it."""
    blank = release.without_labels()
    tables = dict.fromkeys(_task_and_split(name) for name in release.data_files())
    # each table is sorted by project
    streams = [blank.instances(task, split) for task, split in tables]
    asked = heapq.merge(*streams, key=_project)
    for _, instances in groupby(asked, key=_project):
        for name, others in sorted(find_revealing(instances, pictured).items()):
            yield ReleaseFault(name, f"the input of {min(others)} shows its answer")


def _project(instance: Instance) -> str:
    return instance.project


def _task_and_split(name: str) -> tuple[str, str]:
    _, task, file = name.split("/")
    return task, file.split("-")[0]
