# SPDX-License-Identifier: Apache-2.0
"""What a build in progress has so far, in a hidden folder beside the release."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpus_filters import WorkFolder
from generators.build.project import ProjectResult
from generators.pictures import FrameStore, pictures_from_json, pictures_to_json
from scratchworld.release import instance_to_row, row_to_instance

__all__ = ["BuildFolder"]


class BuildFolder:
    """Verdicts of the corpus filters, and results of projects.

    ``verdicts`` and ``results`` are what either depends on apart from the project's file. Another
    configuration gives other results, and leaves most verdicts as they are.
    """

    def __init__(
        self, release: Path, verdicts: Mapping[str, Any], results: Mapping[str, Any]
    ) -> None:
        self.path = release.parent / f".{release.name}.work"
        self.verdicts = WorkFolder(self.path / "verdicts", verdicts)
        self.results = WorkFolder(self.path / "results", results)
        # within: they are thrown away together
        self.pictures = FrameStore(self.results.path / "pictures")

    def open(self) -> None:
        """Make the folder, or take over what an interrupted build left.

        Raises:
            InputError: when the folder cannot be written.
        """
        self.verdicts.open()
        self.results.open()

    def load(self, sha256: str) -> ProjectResult | None:
        """Return the result of a project that is finished, or ``None``."""
        stored = self.results.load(sha256)
        if stored is None:
            return None
        instances = [row_to_instance(row) for row in stored.pop("instances")]
        pictures = {
            name: pictures_from_json(names) for name, names in stored.pop("pictures").items()
        }
        return ProjectResult(instances=instances, pictures=pictures, **stored)

    def save(self, sha256: str, result: ProjectResult) -> None:
        """Store a finished project: wholly, or not at all.

        Raises:
            InputError: when the disk is full or the folder is gone.
        """
        document = {
            "reason": result.reason,
            "detail": result.detail,
            "instances": [instance_to_row(instance) for instance in result.instances],
            "numbers": result.numbers,
            "presented": result.presented,
            "pictures": {name: pictures_to_json(names) for name, names in result.pictures.items()},
            "seconds": result.seconds,
        }
        self.results.save(sha256, document)

    def remove(self) -> None:
        """Delete the folder: the release is written."""
        shutil.rmtree(self.path, ignore_errors=True)
