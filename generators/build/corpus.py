# SPDX-License-Identifier: Apache-2.0
"""Finds the project files of a corpus folder, in an order that the file system does not decide."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus_filters import iterate_files
from generators.synthetic import INDEX_NAME
from scratchworld.errors import InputError

__all__ = ["ProjectFile", "find_projects"]


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of the corpus."""

    path: Path
    sha256: str
    """Of the file's bytes; names the project within the build."""
    source: str = "real"
    family: str = ""


def find_projects(corpus: Path, limit: int | None = None) -> list[ProjectFile]:
    """Return the project files below ``corpus``, sorted by relative path.

    Project files are ``.sb3``, ``.sb2`` and ``.sb`` files, and ``.json`` files that look like a
    Scratch project. Of files with the same bytes only the first is returned. ``limit`` keeps the
    first so many.

    Raises:
        InputError: when the folder is missing or holds no project file.
    """
    families: dict[str, str] = {}
    for index in sorted(corpus.rglob(INDEX_NAME), key=Path.as_posix):
        families.update(_read_index(index))
    found: dict[str, ProjectFile] = {}
    for file in iterate_files(corpus, leave_out=INDEX_NAME):
        if file.sha256 in found:
            continue
        family = families.get(file.sha256)
        source = "real" if family is None else "synthetic"
        found[file.sha256] = ProjectFile(file.path, file.sha256, source, family or "")
        if limit is not None and len(found) >= limit:
            break
    return list(found.values())


def _read_index(path: Path) -> dict[str, str]:
    try:
        index: dict[str, Any] = json.loads(path.read_bytes())
        return {entry["sha256"]: entry["family"] for entry in index["files"].values()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: not an index of synthetic projects ({error!r}); "
            "run `scratchworld synthesize` again"
        ) from error
