# SPDX-License-Identifier: Apache-2.0
"""The VM oracle: predicts by executing. It must score exactly 100 on every task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from generators.build import ProjectFile, find_projects, project_name
from scratchworld.errors import InputError
from scratchworld.world import Action, Episode, Instance, Step, diff
from vm_runner import VmRunner

__all__ = ["corpus_by_name", "oracle_predictions"]


def corpus_by_name(corpus: Path, key: bytes) -> dict[str, ProjectFile]:
    """Return the project files of a corpus by their names in releases made with ``key``.

    Raises:
        InputError: when the corpus is missing or empty.
    """
    return {project_name(key, project.sha256): project for project in find_projects(corpus)}


def oracle_predictions(
    instances: Iterable[Instance], projects: Mapping[str, ProjectFile], runner: VmRunner
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield (instance id, prediction), each executed from tick 0.

    A prediction uses the instance's seed, history and actions and the project file, nothing of
    its target. Next-state predictions are deltas, rollout predictions full states.

    Raises:
        InputError: when the corpus lacks a project of the release.
        ProjectError: when a project no longer runs.
    """
    for instance in instances:
        project = projects.get(instance.project)
        if project is None:
            raise InputError(
                f"instance {instance.instance_id}: its project {instance.project} is not in the "
                "corpus; give the corpus and the key file that the release was built with"
            )
        yield instance.instance_id, _execute(instance, project, runner)


def _execute(instance: Instance, project: ProjectFile, runner: VmRunner) -> dict[str, object]:
    steps = [
        Step(instance.ticks, tuple(Action.from_json(action) for action in actions))
        for actions in (*instance.history, *instance.actions)
    ]
    trace = runner.run(project.path, Episode.of(steps, instance.seed))
    state = trace.state(len(steps))
    if instance.task == "rollout":
        return {"state": state}
    return {"delta": diff(trace.state(instance.step), state)}
