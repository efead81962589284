# SPDX-License-Identifier: Apache-2.0
"""The project file as it is executed for the rows of a release.

Builds, checks and the oracle all go by it, so that they run the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corpus_filters import read_source
from generators.privacy import Anonymised, Privacy
from generators.rewriting import write_project
from vm_runner import VmRunner

if TYPE_CHECKING:
    from generators.build.corpus import ProjectFile

__all__ = ["ExecutedProject", "execute_as"]


@dataclass(frozen=True)
class ExecutedProject:
    """What is loaded in the place of a file of the corpus."""

    data: bytes
    """The bytes that are loaded."""
    anonymised: Anonymised | None
    """What was replaced; ``None`` when the file is executed as it is."""


def execute_as(project: ProjectFile, privacy: Privacy, runner: VmRunner) -> ExecutedProject:
    """Return what is executed for the rows of ``project``.

    The file itself; for a real one whose texts are replaced, what comes of that. ``runner``
    converts projects of Scratch 1 and 2, and may have another project loaded afterwards.

    Raises:
        ProjectError: when the project cannot be read, converted or rewritten.
    """
    anonymised = privacy.open(project, runner)
    if anonymised is None:
        return ExecutedProject(read_source(project.path), None)
    return ExecutedProject(write_project(anonymised.after), anonymised)
