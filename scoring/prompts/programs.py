# SPDX-License-Identifier: Apache-2.0
"""Finds the program of an instance in its release."""

from __future__ import annotations

from functools import cached_property

from scratchworld.release import Program, Release
from scratchworld.world import Instance

__all__ = ["ProgramIndex"]


class ProgramIndex:
    """The programs of a release, read when one is first asked for."""

    def __init__(self, release: Release) -> None:
        self._release = release

    @cached_property
    def _programs(self) -> dict[tuple[str, str], Program]:
        return {(each.project, each.variant): each for each in self._release.programs()}

    def get(self, instance: Instance) -> Program | None:
        """Return the program of an instance; ``None`` when the release does not hold it.

        Raises:
            ReleaseError: when the programs are damaged.
        """
        return self._programs.get((instance.project, instance.variant))
