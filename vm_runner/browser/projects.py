# SPDX-License-Identifier: Apache-2.0
"""The projects of a check: which files, of which format, and what in them is hard to draw."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import NamedTuple

from scratchworld.errors import InputError, ProjectError
from vm_runner.archive import check_archive

__all__ = ["Traits", "choose_projects", "has_text", "read_traits"]

_ARCHIVES = (".sb3", ".sb2", ".sb")
_PROJECT_KEYS = (b'"targets"', b'"objName"')
_TEXT = re.compile(rb"<(?:[\w.-]+:)?text[\s>]")


class Traits(NamedTuple):
    """What a project is made of."""

    format: str
    """``sb3``, ``sb2`` or ``sb``; empty for a file that cannot be read."""
    text_costumes: int
    """How many of its SVG costumes hold text."""


def choose_projects(corpus: Path, limit: int | None = None) -> list[Path]:
    """Return the project files of a folder, or the one file given, in the order of their names.

    With a ``limit`` that many of them, evenly spread over that order.

    Raises:
        InputError: when there is none.
    """
    if corpus.is_file():
        return [corpus]
    if not corpus.is_dir():
        raise InputError(f"{corpus}: no such folder or file; give a folder of Scratch projects")
    found = sorted(
        (path for path in corpus.rglob("*") if _is_project(path)),
        key=lambda path: path.relative_to(corpus).as_posix(),
    )
    if not found:
        raise InputError(f"{corpus}: no .sb3, .sb2, .sb or project.json file in it or below")
    if limit is None or limit >= len(found):
        return found
    return [found[i * len(found) // limit] for i in range(limit)]


def _is_project(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix == ".json":
        return path.is_file() and any(key in path.read_bytes() for key in _PROJECT_KEYS)
    return suffix in _ARCHIVES and path.is_file()


def read_traits(data: bytes) -> Traits:
    """Return what can be told of a project's bytes without running it."""
    try:
        kind = check_archive(data)
        if kind == "zip":
            return _of_archive(data)
        return Traits("sb", 0) if kind == "sb1" else Traits(_format(data), 0)
    except (ProjectError, ValueError):
        return Traits("", 0)


def has_text(svg: bytes) -> bool:
    """Whether an SVG file holds a text element."""
    return bool(_TEXT.search(svg))


def _of_archive(data: bytes) -> Traits:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        project = min((n for n in names if n.split("/")[-1] == "project.json"), key=len)
        texts = sum(has_text(archive.read(name)) for name in names if name.endswith(".svg"))
        return Traits(_format(archive.read(project)), texts)


def _format(project: bytes) -> str:
    content = json.loads(project)
    return "sb3" if isinstance(content, dict) and "targets" in content else "sb2"
