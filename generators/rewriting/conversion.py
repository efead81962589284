# SPDX-License-Identifier: Apache-2.0
"""Projects of every version of Scratch as projects of Scratch 3."""

from __future__ import annotations

import json

from generators.rewriting.document import ProjectDocument, open_project
from generators.rewriting.plain import plain
from scratchworld.errors import ProjectError
from vm_runner import VmRunner
from vm_runner.archive import detect_format

__all__ = ["open_plain"]


def open_plain(data: bytes, runner: VmRunner) -> ProjectDocument:
    """Open a project of any version of Scratch, with what the VM reads alone.

    A project of Scratch 1 or 2 is what the VM in ``runner`` makes of it and would save; that is
    the same on every machine. See :func:`plain`.

    Raises:
        ProjectError: with the reason why the project cannot be loaded or opened.
    """
    try:
        document = open_project(data)
    except ProjectError as error:
        if error.reason != "not_scratch_3":
            raise
        content, assets = runner.load(data).export()
        # a bare project.json has no assets, and the VM shows its own in their place
        is_archive = detect_format(data) != "json"
        document = ProjectDocument(json.loads(content), assets, is_archive)
    return plain(document)
