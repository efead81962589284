# SPDX-License-Identifier: Apache-2.0
"""Finds the project files of a corpus folder, in an order that the file system does not decide."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus_filters import (
    Executor,
    LocalExecutor,
    Location,
    find_named,
    no_projects,
    number_files,
    read_source,
)
from generators.synthetic import INDEX_NAME
from scratchworld.errors import InputError, ProjectError

__all__ = ["ProjectFile", "find_projects", "scan_projects"]


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of the corpus."""

    path: Location
    sha256: str
    """Of the file's bytes; names the project within the build."""
    source: str = "real"
    family: str = ""


def find_projects(corpus: Path, limit: int | None = None) -> list[ProjectFile]:
    """Return the project files of a folder, in the order of their relative paths.

    Project files are ``.sb3``, ``.sb2`` and ``.sb`` files, and ``.json`` files that look like a
    Scratch project. Of files with the same bytes only the first is returned. ``limit`` keeps the
    first so many.

    Raises:
        InputError: when the folder is missing or holds no project file.
    """
    found: dict[str, ProjectFile] = {}
    for _, project in scan_projects(corpus, LocalExecutor()):
        found.setdefault(project.sha256, project)
        if limit is not None and len(found) >= limit:
            break
    if not found:
        raise no_projects(corpus)
    return list(found.values())


def scan_projects(corpus: Location, executor: Executor) -> Generator[tuple[int, ProjectFile]]:
    """Yield the project files below ``corpus``, each with a number that grows with its name.

    They come as the executor is done with them; a :class:`~corpus_filters.LocalExecutor` of one
    worker keeps the order. Files with the same bytes are all there.

    Raises:
        InputError: when the folder is missing.
    """
    families: dict[str, str] = {}
    for index in find_named(corpus, INDEX_NAME):
        families.update(_read_index(index))
    for number, file in number_files(corpus, executor, leave_out=INDEX_NAME):
        family = families.get(file.sha256)
        source = "real" if family is None else "synthetic"
        yield number, ProjectFile(file.path, file.sha256, source, family or "")


def _read_index(path: Location) -> dict[str, str]:
    try:
        index: dict[str, Any] = json.loads(read_source(path))
        return {entry["sha256"]: entry["family"] for entry in index["files"].values()}
    except (ProjectError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: not an index of synthetic projects ({error!r}); "
            "run `scratchworld synthesize` again"
        ) from error
