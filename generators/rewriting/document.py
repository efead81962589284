# SPDX-License-Identifier: Apache-2.0
"""A Scratch 3 project file, opened: its ``project.json`` and its assets; and written back.

Written files are the same bytes for the same content on every machine.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generators.stored_zip import stored_zip
from scratchworld.errors import ProjectError
from vm_runner.archive import check_archive

__all__ = ["ProjectDocument", "Target", "js_order", "open_project", "write_project"]

Target = dict[str, Any]
"""One entry of ``targets`` of a ``project.json``."""

_PROJECT = "project.json"
_BACKSPACE = re.compile(r"(\\+)(b|u0008)")
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_LAST_INDEX = 2**32 - 2


@dataclass(frozen=True, slots=True)
class ProjectDocument:
    """A Scratch 3 project. Functions of this package return changed copies, and keep theirs."""

    content: dict[str, Any]
    """``project.json``."""
    assets: Mapping[str, bytes] = field(default_factory=dict)
    """Every other entry of the archive, by its name there."""
    is_archive: bool = True
    """False for a bare ``project.json``, whose costumes are Scratch's own."""

    @property
    def targets(self) -> list[Target]:
        """The stage and the sprites in the order of the file, which is that of the VM."""
        targets: list[Target] = self.content["targets"]
        return targets

    def blocks(self) -> Iterator[tuple[Target, str, dict[str, Any]]]:
        """Yield every block with its target and its id; literals inside inputs are none."""
        for target in self.targets:
            for name, block in target["blocks"].items():
                if isinstance(block, dict):
                    yield target, name, block


def open_project(data: bytes) -> ProjectDocument:
    """Open a Scratch 3 project: an ``.sb3`` file, or a bare ``project.json``.

    Raises:
        ProjectError: ``not_scratch_3`` for a project of Scratch 1 or 2; ``parse_error`` where a
            number is not one of JSON; and what :func:`vm_runner.archive.check_archive` raises.
    """
    kind = check_archive(data)
    if kind == "sb1":
        raise ProjectError("not_scratch_3", "a project of Scratch 1.4 is not rewritten")
    if kind == "json":
        return ProjectDocument(_parse(data), is_archive=False)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [entry.filename for entry in archive.infolist() if not entry.is_dir()]
        where = min((name for name in names if _is_project(name)), key=lambda name: name.count("/"))
        content = _parse(archive.read(where))
        assets = {name: archive.read(name) for name in names if name != where}
    return ProjectDocument(content, assets)


def write_project(document: ProjectDocument) -> bytes:
    """Return the bytes of the project's file: an archive, or bare JSON as it was opened."""
    # escapes keep lone surrogates, which names may hold and UTF-8 may not
    text = json.dumps(document.content, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    if not document.is_archive:
        return text.encode("ascii")
    entries = {_PROJECT: text.encode("ascii")}
    entries |= {name: document.assets[name] for name in sorted(document.assets)}
    return stored_zip(entries)


def js_order(keys: Mapping[str, Any]) -> list[str]:
    """Return the keys of a JSON object in the order in which JavaScript goes through them.

    Keys that are array indices come first, by size; the others as they stand.
    """
    indices = [key for key in keys if _INDEX.fullmatch(key) and int(key) <= _LAST_INDEX]
    first = set(indices)
    return sorted(indices, key=int) + [key for key in keys if key not in first]


def _is_project(name: str) -> bool:
    return name == _PROJECT or (name.endswith("/" + _PROJECT) and name.count("/") == 1)


def _parse(data: bytes) -> dict[str, Any]:
    try:
        # Scratch drops backspaces before it parses
        text = _BACKSPACE.sub(_without_backspace, data.decode("utf-8", errors="replace"))
        content = json.loads(text, parse_constant=_refuse, parse_float=_number)
    except (ValueError, RecursionError) as error:
        raise ProjectError("parse_error", str(error)) from error
    if not isinstance(content, dict) or not isinstance(content.get("targets"), list):
        raise ProjectError("not_scratch_3", "a project of Scratch 2 is not rewritten")
    return content


def _without_backspace(match: re.Match[str]) -> str:
    slashes = match[1]
    return slashes[:-1] if len(slashes) % 2 else match[0]


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"the number {text} is too large")
    return value
