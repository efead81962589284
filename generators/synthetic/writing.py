# SPDX-License-Identifier: Apache-2.0
"""Writes synthetic projects into a folder, with an index of what each of them is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from generators.synthetic.generation import SyntheticProject
from generators.synthetic.registry import templates_by_family
from scratchworld.errors import InputError

__all__ = ["INDEX_NAME", "write_projects"]

INDEX_NAME = "synthetic.json"
"""The index of a folder of synthetic projects."""
INDEX_FORMAT = 1


def write_projects(projects: Iterable[SyntheticProject], folder: Path, seed: int) -> int:
    """Write the projects below ``folder``, then their index; return how many there are.

    Projects of an earlier run, whole or interrupted, are replaced.

    Raises:
        InputError: when ``folder`` holds anything else, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        files: dict[str, object] = {}
        for project in projects:
            path = folder / project.path
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(project.data)
            files[project.path] = _entry(project)
        index = {"format": INDEX_FORMAT, "seed": seed, "files": files}
        text = json.dumps(index, indent=2, sort_keys=True) + "\n"
        (folder / INDEX_NAME).write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{error.filename or folder}: cannot be written: {reason}") from error
    return len(files)


def _clear(folder: Path) -> None:
    """Remove what an earlier run wrote, once it is sure that nothing else is there."""
    index = folder / INDEX_NAME
    inside = sorted(path for path in folder.rglob("*") if path != index)
    for path in inside:
        if not _is_own(path.relative_to(folder).as_posix()):
            raise InputError(
                f"{folder}: holds other files, such as {path.name}; give a new or empty folder"
            )
    index.unlink(missing_ok=True)  # first, so that no index names files that are gone
    for path in reversed(inside):
        path.rmdir() if path.is_dir() else path.unlink()


def _is_own(path: str) -> bool:
    """Whether a path below the folder is a family's folder or a project in it."""
    family, _, name = path.partition("/")
    return family in templates_by_family() and (
        not name or re.fullmatch(rf"{family}-\d{{4,}}\.sb3", name) is not None
    )


def _entry(project: SyntheticProject) -> dict[str, object]:
    return {
        "family": project.family,
        "template": project.template,
        "version": project.version,
        "seed": project.seed,
        "knobs": project.knobs.to_json(),
        "sha256": project.sha256,
    }
