# SPDX-License-Identifier: Apache-2.0
"""``manifest.json``: what a release is, what it was made from, and the hash of every file."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from scratchworld import __version__
from scratchworld.errors import ReleaseError
from scratchworld.release.publication import Publication
from scratchworld.world import digest

__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "MANIFEST_NAME",
    "Manifest",
    "ReleaseFacts",
    "canary_guid",
    "file_digest",
    "is_release",
    "read_manifest",
    "write_manifest",
]

FORMAT = "scratchworld-release"
FORMAT_VERSION = 1
MANIFEST_NAME = "manifest.json"

_CANARY_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://scratchworld.invalid/canary")
_CHUNK_BYTES = 1 << 20
_ADDED_LATER = ("answers", "inputs", "publication", "version")
"""Keys that the first releases of this format version do not have."""


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """What the builder knows about a release and the writer cannot see in its instances."""

    publication: Publication = field(default_factory=Publication)
    versions: Mapping[str, str] = field(default_factory=dict)
    """Version of each part that shaped the labels: ``scratch-vm``, ``node``, ``scratch-render``."""
    seeds: Mapping[str, int] = field(default_factory=dict)
    budgets: Mapping[str, int | float] = field(default_factory=dict)
    configuration: Mapping[str, Any] = field(default_factory=dict)
    """Everything else that decides the content, as plain JSON; the canary derives from it."""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """Hashes by which a build can tell whether it has the same corpus and key, as plain JSON."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of ``manifest.json``."""

    name: str
    licence: str
    tool_version: str
    versions: Mapping[str, str]
    seeds: Mapping[str, int]
    budgets: Mapping[str, int | float]
    configuration: Mapping[str, Any]
    canary: str
    """GUID that marks every file of the release, so that training data can be searched for it."""
    counts: Mapping[str, Any]
    """See :func:`scratchworld.release.statistics.Statistics.counts`."""
    files: Mapping[str, str]
    """SHA-256 of every other file of the release, by its path inside the folder."""
    version: str = ""
    """Semantic version of the release; empty where none was stated, as in the first ones."""
    publication: Mapping[str, Any] = field(default_factory=dict)
    """The rest of :class:`scratchworld.release.publication.Publication`, as plain JSON."""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    """What the release was built from, as far as it may be told; empty where that is not known."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Where targets are withheld: SHA-256 of every file of the answers, by its path there."""

    def facts(self) -> ReleaseFacts:
        """Return what :func:`scratchworld.release.write_release` needs to write this again."""
        known = {field.name for field in fields(Publication)}
        words: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.publication.items()
            if name in known
        }
        words |= {"name": self.name, "licence": self.licence}
        if self.version:
            words["version"] = self.version
        kept = {
            each.name: getattr(self, each.name)
            for each in fields(ReleaseFacts)
            if each.name != "publication"
        }
        return ReleaseFacts(Publication(**words), **kept)

    def to_json(self) -> str:
        """Return the text of ``manifest.json``: sorted keys, ASCII, one final newline."""
        document = {"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(self)}
        return json.dumps(document, indent=2, sort_keys=True, allow_nan=False) + "\n"


def canary_guid(facts: ReleaseFacts) -> str:
    """Return the canary GUID of a release: the same for every build from the same facts."""
    identity = [__version__, facts.publication.name, dict(facts.versions), dict(facts.seeds)]
    identity += [dict(facts.budgets), dict(facts.configuration)]
    return str(uuid.uuid5(_CANARY_NAMESPACE, digest(identity)))


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, as 64 hexadecimal digits."""
    sha = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            sha.update(chunk)
    return sha.hexdigest()


def write_manifest(
    folder: Path,
    facts: ReleaseFacts,
    canary: str,
    counts: Mapping[str, Any],
    answers: Mapping[str, str] | None = None,
) -> Manifest:
    """Write the manifest of a folder that is complete otherwise, with the hash of each file.

    ``answers`` are the hashes of the answers where targets are withheld.
    """
    known = asdict(facts)
    publication = known.pop("publication")
    manifest = Manifest(
        **known,
        **{name: publication.pop(name) for name in ("name", "licence", "version")},
        publication={
            name: list(value) if isinstance(value, tuple) else value
            for name, value in publication.items()
        },
        tool_version=__version__,
        canary=canary,
        counts=counts,
        files={
            file.relative_to(folder).as_posix(): file_digest(file)
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        },
        answers=answers or {},
    )
    (folder / MANIFEST_NAME).write_text(manifest.to_json(), encoding="ascii", newline="\n")
    return manifest


def is_release(folder: Path) -> bool:
    """True when the folder holds a manifest of this format, of whatever version."""
    try:
        document = json.loads((folder / MANIFEST_NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


def read_manifest(folder: Path, name: str | None = None) -> Manifest:
    """Read and check the manifest of a release folder, or of another ``name`` in a folder.

    Raises:
        ReleaseError: when the folder or its manifest is missing, broken, or of another version.
    """
    path = folder / (name or MANIFEST_NAME)
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        raise ReleaseError(f"{folder}: {what}; give the folder that `scratchworld build` wrote")
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        message = f"{path}: missing, so this is not a release; give the folder that was built"
        raise ReleaseError(message) from None
    except OSError as error:
        raise ReleaseError(f"{path}: cannot be read ({error.strerror}); check its rights") from None
    except (ValueError, RecursionError):
        raise ReleaseError(f"{path}: not JSON; the release is damaged, fetch it again") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ReleaseError(f"{path}: not the manifest of a ScratchWorld release")
    version = document.get("format_version")
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise ReleaseError(
            f"{path}: format version {version!r}, but this scratchworld {__version__} reads "
            f"version {FORMAT_VERSION}; install the version that made it, or build it again"
        )
    return _manifest(path, document)


def _manifest(path: Path, document: Mapping[str, Any]) -> Manifest:
    values: dict[str, Any] = {}
    for each in fields(Manifest):
        name, expected = each.name, str if each.type == "str" else dict
        if name not in document and name in _ADDED_LATER:
            continue
        value = document.get(name)
        if not (isinstance(value, expected) and _is_sound(name, value)):
            raise ReleaseError(f"{path}: {name!r} is missing or broken; fetch the release again")
        values[name] = value
    return Manifest(**values)


def _is_sound(name: str, value: Any) -> bool:
    """Look one level deeper into what readers rely on: hashes are texts, counts numbers."""
    if name in ("files", "answers"):
        return all(isinstance(digest, str) for digest in value.values())
    if name == "counts":
        return type(value.get("instances")) is int and isinstance(value.get("tasks"), dict)
    return True
