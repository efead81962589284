# SPDX-License-Identifier: Apache-2.0
"""Inspect AI tasks: ``inspect eval scratchworld/next_state -T release=RELEASE --model ...``.

Inspect brings providers, retries, caching, limits, logs and a viewer; prompts and scores are ours.
Needs the extra ``[inspect]``. This module is imported by Inspect, through its entry point.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Metric as InspectMetric
from inspect_ai.scorer import SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState, generate

from scoring.intake import StrictDecoder, read_output
from scoring.lm_eval_tasks import figure_over
from scoring.metrics import Metric
from scoring.tasks import FIELD_TASKS, SCORED_TASKS
from scratchworld.errors import InputError
from scratchworld.release import load_release
from scratchworld.world import Instance

__all__ = ["changed_fields", "inspect_metric", "next_state", "rollout"]


F = TypeVar("F", bound=Callable[..., object])


def _called_scratchworld(function: F) -> F:
    """Let Inspect, which names things by the package of their module, say ``scratchworld/...``."""
    function.__module__ = "scratchworld"
    return function


@task(name="next_state")
@_called_scratchworld
def next_state(
    release: str, split: str = "test", strict: bool = False, answers: str | None = None
) -> Task:
    """Which fields change in one step, and to what?"""
    return _task("next_state", release, split, strict, answers)


@task(name="rollout")
@_called_scratchworld
def rollout(
    release: str, split: str = "test", strict: bool = False, answers: str | None = None
) -> Task:
    """What is the state after several steps?"""
    return _task("rollout", release, split, strict, answers)


def _task(name: str, release: str, split: str, strict: bool, answers: str | None) -> Task:
    instances = _instances(release, name, split, answers)
    if not instances:
        raise InputError(f"{release}: has no instance of task {name!r} and split {split!r}")
    samples = [
        Sample(
            id=instance_id,
            input=SCORED_TASKS[name].prompt(instance),
            metadata={"project": instance.project},
        )
        for instance_id, instance in instances.items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=generate(),
        scorer=changed_fields(release, name, split, strict, answers),
        name=name,
    )


@lru_cache(maxsize=4)
def _instances(release: str, name: str, split: str, answers: str | None) -> dict[str, Instance]:
    loaded = load_release(release, answers)
    return {one.instance_id: one for one in loaded.instances(name, split)}


def inspect_metric(ours: Metric) -> InspectMetric:
    """One of a task's metrics over all samples; NaN when there is nothing to measure."""

    @metric(name=ours.name)
    def create() -> InspectMetric:
        def compute(scores: list[SampleScore]) -> float:
            return figure_over(ours, [score.score.metadata or {} for score in scores])

        return compute

    made: InspectMetric = create()
    return made


@scorer(
    metrics=[inspect_metric(ours) for ours in SCORED_TASKS[FIELD_TASKS[0]].metrics],
    name="changed_fields",
)
@_called_scratchworld
def changed_fields(
    release: str, name: str, split: str, strict: bool = False, answers: str | None = None
) -> Scorer:
    """Score an answer by its changed fields; the value of a sample is its value-aware F1."""
    task = SCORED_TASKS[name]
    instances = _instances(release, name, split, answers)

    async def score(state: TaskState, target: Target) -> Score:
        instance = instances[str(state.sample_id)]
        answer = read_output(state.output.completion, StrictDecoder(), task.form, strict=strict)
        counts = task.compare(instance, answer).counts
        return Score(
            value=task.score(counts),
            answer=state.output.completion,
            explanation=": ".join(filter(None, (answer.status, answer.detail))),
            metadata={
                "status": answer.status,
                "project": instance.project,
                "counts": dict(zip(task.counts, counts, strict=True)),
            },
        )

    return score
