# SPDX-License-Identifier: Apache-2.0
"""Reads the file of a project, of bounded size."""

from __future__ import annotations

from pathlib import Path

from scratchworld.errors import ProjectError

__all__ = ["MAX_FILE_BYTES", "read_project"]

MAX_FILE_BYTES = 256 * 2**20


def read_project(project: str | Path | bytes) -> bytes:
    """Return the bytes of a project file.

    Raises:
        ProjectError: ``unreadable`` or ``too_large``.
    """
    if isinstance(project, bytes):
        return project
    path = Path(project)
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise ProjectError("too_large", f"{path}: {size} bytes, at most {MAX_FILE_BYTES}")
        return path.read_bytes()
    except OSError as error:
        raise ProjectError("unreadable", f"{path}: {error.strerror or error}") from error
