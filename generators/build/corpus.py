# SPDX-License-Identifier: Apache-2.0
"""Finds the project files of a corpus folder, in an order that the file system does not decide."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generators.synthetic import INDEX_NAME
from scratchworld.errors import InputError

__all__ = ["ProjectFile", "find_projects"]

_ARCHIVES = (".sb3", ".sb2", ".sb")
_PROJECT_KEYS = (b'"targets"', b'"objName"')
_CHUNK_BYTES = 1 << 20


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
    if not corpus.is_dir():
        raise InputError(f"{corpus}: no such folder; give the folder that holds the projects")
    families = {}
    found: dict[str, ProjectFile] = {}
    paths = sorted(_walk(corpus), key=lambda path: path.relative_to(corpus).as_posix())
    for path in paths:
        if path.name == INDEX_NAME:
            families.update(_read_index(path))
    for path in paths:
        if not _is_project(path):
            continue
        sha256 = _hash(path)
        if sha256 in found:
            continue
        family = families.get(sha256)
        source = "real" if family is None else "synthetic"
        found[sha256] = ProjectFile(path, sha256, source, family or "")
        if limit is not None and len(found) >= limit:
            break
    if not found:
        raise InputError(f"{corpus}: holds no Scratch project (.sb3, .sb2, .sb, project.json)")
    return list(found.values())


def _walk(folder: Path) -> Iterator[Path]:
    for root, _, names in os.walk(folder):
        for name in names:
            yield Path(root, name)


def _is_project(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix in _ARCHIVES:
        return True
    if suffix != ".json" or path.name == INDEX_NAME:
        return False
    try:
        with path.open("rb") as file:
            text = file.read(_CHUNK_BYTES)
    except OSError:
        return False
    return text.lstrip().startswith(b"{") and any(key in text for key in _PROJECT_KEYS)


def _hash(path: Path) -> str:
    sha = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                sha.update(chunk)
    except OSError:
        # an unreadable file is a project of the report, named by where it is
        return hashlib.sha256(
            f"unreadable {path.name}".encode("utf-8", "surrogateescape")
        ).hexdigest()
    return sha.hexdigest()


def _read_index(path: Path) -> dict[str, str]:
    try:
        index: dict[str, Any] = json.loads(path.read_bytes())
        return {entry["sha256"]: entry["family"] for entry in index["files"].values()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: not an index of synthetic projects ({error!r}); "
            "run `scratchworld synthesize` again"
        ) from error
