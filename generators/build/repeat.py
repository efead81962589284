# SPDX-License-Identifier: Apache-2.0
"""Builds a release again from its manifest alone: what must be the same, and whether it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generators.build.config import BuildConfig
from generators.build.config_file import config_from_json
from generators.build.corpus import ProjectFile
from generators.build.identity import project_name
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import Manifest, read_manifest

__all__ = ["Repeat", "config_of", "inputs_of", "read_repeat"]

_NOT_SETTINGS = ("corpus_projects",)
"""What a manifest's configuration holds besides the settings of a build."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """A manifest that a build is to give again."""

    path: Path
    manifest: Manifest
    config: BuildConfig

    @property
    def limit(self) -> int | None:
        """How many files of the corpus were taken; ``None`` for all."""
        limit: int | None = self.manifest.inputs.get("limit")
        return limit

    def check_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Check that corpus and key are those of the release.

        Raises:
            InputError: when they are not.
        """
        stated = self.manifest.inputs
        if stated["key"] != inputs["key"]:
            raise InputError(
                f"{self.path}: built with another key file; give the one it was built with, --key"
            )
        if stated["corpus"] != inputs["corpus"]:
            raise InputError(
                f"{self.path}: built from another corpus, of {stated['projects']} projects; "
                f"here are {inputs['projects']}, or others, or in other places"
            )

    def check_versions(self, versions: Mapping[str, str]) -> None:
        """Check that every part that can change a label has the version that was used.

        Raises:
            InputError: naming each that has not.
        """
        stated = {"scratchworld": self.manifest.tool_version, **self.manifest.versions}
        here = {"scratchworld": __version__, **versions}
        other = [
            f"{name} {stated.get(name, 'absent')} (here {here.get(name, 'absent')})"
            for name in sorted(stated.keys() | here)
            if stated.get(name) != here.get(name)
        ]
        if other:
            raise InputError(
                f"{self.path}: built with {', '.join(other)}; install these versions, or build "
                "anew with a configuration of your own"
            )

    def differences(self, manifest: Manifest) -> list[str]:
        """Return what of a manifest is not as in this one: names of files, and of other keys."""
        known, found = (json.loads(each.to_json()) for each in (self.manifest, manifest))
        files = known["files"].keys() | found["files"]
        names = [n for n in sorted(files) if known["files"].get(n) != found["files"].get(n)]
        others = [key for key in sorted(known) if key != "files" and known[key] != found[key]]
        return [*names, *others]


def read_repeat(path: Path) -> Repeat:
    """Read the manifest of a release; ``path`` is its file, or the folder of the release.

    Raises:
        InputError: when it cannot be read, or does not say what it was built from.
    """
    folder = path if path.is_dir() else path.parent
    manifest = read_manifest(folder, None if path.is_dir() else path.name)
    path = path / "manifest.json" if path.is_dir() else path
    if not manifest.inputs:
        raise InputError(
            f"{path}: does not say from which corpus, as it was written by hand or by "
            "an older version; it cannot be repeated"
        )
    if manifest.tool_version != __version__:
        raise InputError(
            f"{path}: built with scratchworld {manifest.tool_version}, this is {__version__}; "
            "install that version"
        )
    return Repeat(path, manifest, config_of(manifest, str(path)))


def config_of(manifest: Manifest, name: str) -> BuildConfig:
    """Return the configuration that a manifest of this version states.

    Raises:
        InputError: naming ``name`` and the key that is wrong.
    """
    settings = {
        key: value for key, value in manifest.configuration.items() if key not in _NOT_SETTINGS
    }
    return config_from_json(settings, manifest.facts().publication, name)


def inputs_of(projects: Iterable[ProjectFile], key: bytes, limit: int | None) -> dict[str, Any]:
    """Return what the manifest says of the corpus and the key: keyed hashes, which tell neither."""
    sha = hashlib.sha256()
    count = 0
    for count, project in enumerate(projects, 1):  # noqa: B007 - the last one is their number
        sha.update(json.dumps([project.sha256, project.source, project.family]).encode("ascii"))
    return {
        "corpus": project_name(key, f"corpus {sha.hexdigest()}"),
        "key": project_name(key, "key"),
        "limit": limit,
        "projects": count,
    }
