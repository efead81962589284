# SPDX-License-Identifier: Apache-2.0
"""The projects of a release, found again in the corpus that it was built from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from generators.build import ProjectFile, find_projects, project_name
from generators.executed import execute_as
from generators.perturbations import version_data
from generators.privacy import Privacy
from scratchworld.errors import InputError
from scratchworld.release import Manifest
from scratchworld.world import Instance
from vm_runner import VmRunner

__all__ = ["ReleasedProjects", "by_variant"]


@dataclass(frozen=True)
class ReleasedProjects:
    """The files of a corpus by their names in a release, and what is executed for its rows."""

    files: Mapping[str, ProjectFile]
    privacy: Privacy
    seed: int
    """That the release was built with; its perturbed projects are made again with it."""

    @classmethod
    def find(cls, corpus: Path, key: bytes, manifest: Manifest) -> ReleasedProjects:
        """Find the projects of the release that has this manifest.

        Raises:
            InputError: when the corpus is missing or empty.
        """
        files = {project_name(key, each.sha256): each for each in find_projects(corpus)}
        privacy = Privacy.of_release(manifest.configuration, key)
        return cls(files, privacy, int(manifest.seeds.get("build", 0)))

    def data(self, instance: Instance, runner: VmRunner) -> bytes:
        """Return the bytes of the project that is executed for a row: perturbed, if the row is.

        ``runner`` may have another project loaded afterwards.

        Raises:
            InputError: when the corpus does not hold it.
            ProjectError: when it can no longer be read, converted or rewritten, or has no such
                variant.
        """
        project = self.files.get(instance.project)
        if project is None:
            raise InputError(
                f"instance {instance.instance_id}: its project {instance.project} is not in the "
                "corpus; give the corpus and the key file that the release was built with"
            )
        data = execute_as(project, self.privacy, runner).data
        return version_data(data, instance.variant, self.seed, project.sha256)


def by_variant(instances: Iterable[Instance]) -> Iterator[list[Instance]]:
    """Group the instances of each project by variant, each in its order."""
    for _, group in groupby(instances, key=lambda instance: instance.project):
        variants: dict[str, list[Instance]] = {}
        for instance in group:
            variants.setdefault(instance.variant, []).append(instance)
        yield from variants.values()
