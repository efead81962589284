# SPDX-License-Identifier: Apache-2.0
"""The answers folder of a release whose targets are withheld: what it is, and whose it is.

It lies beside the release, never inside. The manifest of the release states the hash of each of
its files, and its own manifest the hash of the manifest of the release, so each names the other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scratchworld.errors import ReleaseError
from scratchworld.release.folders import check_target
from scratchworld.release.manifest import MANIFEST_NAME, Manifest, file_digest

__all__ = [
    "answers_folder",
    "check_answers",
    "check_answers_target",
    "is_answers",
    "write_answers_manifest",
]

_FORMAT = "scratchworld-answers"
_FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class _AnswersManifest:
    release_manifest: str
    files: Mapping[str, str]


def answers_folder(release: Path) -> Path:
    """Return where a build writes the answers of a release: beside it."""
    return release.with_name(f"{release.name}-answers")


def is_answers(folder: Path) -> bool:
    """True when the folder holds a manifest of answers, of whatever version."""
    try:
        return bool(json.loads((folder / MANIFEST_NAME).read_bytes())["format"] == _FORMAT)
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return False


def check_answers_target(path: Path) -> None:
    """Check early that answers may be written to ``path``, as :func:`check_target` does."""
    check_target(path, is_answers)


def write_answers_manifest(folder: Path, release: Path, manifest: Manifest) -> None:
    """Write the manifest of a folder of answers that is complete otherwise."""
    document = {
        "format": _FORMAT,
        "format_version": _FORMAT_VERSION,
        "name": manifest.name,
        "version": manifest.version,
        "canary": manifest.canary,
        "release_manifest": file_digest(release / MANIFEST_NAME),
        "files": dict(manifest.answers),
    }
    text = json.dumps(document, indent=2, sort_keys=True) + "\n"
    (folder / MANIFEST_NAME).write_text(text, encoding="ascii", newline="\n")


def check_answers(folder: Path, release: Path, manifest: Manifest) -> None:
    """Check that ``folder`` holds the answers of this release.

    Raises:
        ReleaseError: when it does not, or the release is not one whose targets are withheld.
    """
    if not manifest.answers:
        raise ReleaseError(f"{release}: its targets are not withheld; leave out --answers")
    found = _read(folder)
    if found.release_manifest != file_digest(release / MANIFEST_NAME):
        raise ReleaseError(f"{folder}: the answers of another release than {release}")
    if dict(found.files) != dict(manifest.answers):
        raise ReleaseError(f"{folder}: not the answers that {release / MANIFEST_NAME} names")


def _read(folder: Path) -> _AnswersManifest:
    path = folder / MANIFEST_NAME
    if not is_answers(folder):
        message = "not a folder of answers; give the one that the build wrote beside the release"
        raise ReleaseError(f"{path}: {message}")
    document = json.loads(path.read_bytes())
    version = document.get("format_version")
    if version != _FORMAT_VERSION:
        raise ReleaseError(f"{path}: format version {version!r}, not {_FORMAT_VERSION}")
    of, files = document.get("release_manifest"), document.get("files")
    if not (isinstance(of, str) and isinstance(files, dict)):
        raise ReleaseError(f"{path}: damaged; fetch the answers again")
    return _AnswersManifest(of, files)
