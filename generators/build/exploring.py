# SPDX-License-Identifier: Apache-2.0
"""The second stage of a build: every project that the filters keep, from file to instances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile
from generators.build.leaks import check_inputs
from generators.build.pictures import ticks_shown
from generators.build.project import Runners, process_project
from generators.build.results import Head, ResultFolder
from generators.pictures import FrameStore
from generators.privacy import Privacy

__all__ = ["ExploreWork", "Job"]


class Job(NamedTuple):
    """A project file and its name in the release."""

    project: ProjectFile
    name: str


@dataclass(frozen=True, slots=True)
class ExploreWork:
    """Explores projects; one whose result ``results`` holds already is not explored again.

    Their pictures go to ``pictures``.
    """

    config: BuildConfig
    privacy: Privacy
    results: ResultFolder
    pictures: FrameStore

    def start(self) -> _Explorer:
        """Return an explorer, whose processes start when they are first needed."""
        return _Explorer(self)


class _Explorer:
    def __init__(self, work: ExploreWork) -> None:
        self._work = work
        self._runners = Runners(work.config)

    def process(self, job: Job) -> Head:
        """Explore a project, store the result and return its head.

        Raises:
            LeakError: when the input of an instance gives its label away.
        """
        results = self._work.results
        stored = results.find(job.project.sha256)
        if stored is not None:
            return stored.head
        config = self._work.config
        result = process_project(
            *job, config, self._work.privacy, self._runners, self._work.pictures
        )
        for _ in check_inputs(result.instances, result.presented, config.modalities):
            pass
        return results.save(job.project.sha256, result, partial(ticks_shown, config=config))

    def close(self) -> None:
        """End the processes."""
        self._runners.close()

    def kill(self) -> None:
        """End the processes at once, from any thread."""
        self._runners.kill()
