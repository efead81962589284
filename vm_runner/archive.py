# SPDX-License-Identifier: Apache-2.0
"""Checks a project file before its bytes reach the VM: what it is, and what it would unpack to.

Sizes that an archive states are not believed: every entry is inflated in small pieces, which are
counted and thrown away, up to a bound.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import Literal

from scratchworld.errors import ProjectError

__all__ = ["ArchiveLimits", "Format", "check_archive", "detect_format"]

Format = Literal["zip", "sb1", "json"]

_SB1_MAGIC = (b"ScratchV01", b"ScratchV02")
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_JSON_STARTS = (b"{", b"\xef\xbb\xbf", b"/")
_PROJECT = "project.json"
_PIECE = 64 * 1024
_DETAIL = 120


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """Bounds on what an archive may unpack to."""

    entries: int = 10_000
    total_bytes: int = 512 * 2**20
    """Sum of all entries after unpacking."""
    entry_bytes: int = 128 * 2**20
    """One entry after unpacking."""
    ratio: float = 500.0
    """Unpacked size over packed size of the whole archive; counted above ``ratio_from`` bytes."""
    ratio_from: int = 16 * 2**20


def detect_format(data: bytes) -> Format:
    """Tell by its first bytes what a project file is: a name proves nothing.

    Raises:
        ProjectError: ``corrupt_archive`` when it is none of the formats that Scratch reads.
    """
    if data.startswith(_ZIP_MAGIC):
        return "zip"
    if data.startswith(_SB1_MAGIC):
        return "sb1"
    if data.lstrip()[:3].startswith(_JSON_STARTS):
        return "json"
    raise ProjectError(
        "corrupt_archive",
        f"neither a zip archive, a Scratch 1 file nor JSON: it starts with {data[:8]!r}",
    )


def check_archive(data: bytes, limits: ArchiveLimits | None = None) -> Format:
    """Check the bytes of a project file, and return its format.

    Raises:
        ProjectError: ``corrupt_archive``, ``too_large``, ``unsafe_path`` or
            ``missing_project_json``.
    """
    found = detect_format(data)
    if found == "zip":
        _check_zip(data, limits or ArchiveLimits())
    return found


def _check_zip(data: bytes, limits: ArchiveLimits) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) > limits.entries:
                raise ProjectError(
                    "too_large", f"{len(entries)} entries in the archive, at most {limits.entries}"
                )
            for entry in entries:
                _check_entry(entry)
            if not any(_names_project(entry.filename) for entry in entries):
                raise ProjectError("missing_project_json", "no project.json in the archive")
            _count(archive, entries, len(data), limits)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        struct.error,
        UnicodeDecodeError,
        ValueError,
    ) as error:
        text = " ".join(str(error).split())[:_DETAIL] or type(error).__name__
        raise ProjectError("corrupt_archive", text) from error


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name = entry.filename.replace("\\", "/")
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or parts[0].endswith(":"):
        raise ProjectError("unsafe_path", f"the entry {entry.filename[:_DETAIL]!r} leads outside")


def _names_project(name: str) -> bool:
    """Whether Scratch takes the entry for the project: at the top, or in a folder below it."""
    return name == _PROJECT or (name.endswith("/" + _PROJECT) and name.count("/") == 1)


def _count(
    archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], packed: int, limits: ArchiveLimits
) -> None:
    total = 0
    for entry in entries:
        size = 0
        with archive.open(entry) as stream:
            while piece := stream.read(_PIECE):
                size += len(piece)
                total += len(piece)
                if size > limits.entry_bytes:
                    name = entry.filename[:_DETAIL]
                    raise ProjectError(
                        "too_large", f"{name!r} unpacks to more than {limits.entry_bytes} bytes"
                    )
                if total > limits.total_bytes:
                    raise ProjectError(
                        "too_large", f"it unpacks to more than {limits.total_bytes} bytes"
                    )
                if total > limits.ratio_from and total > limits.ratio * packed:
                    raise ProjectError(
                        "too_large", f"it unpacks to more than {limits.ratio:g} times its size"
                    )
