# SPDX-License-Identifier: Apache-2.0
"""Inspect AI tasks: ``inspect eval scratchworld/next_state -T release=RELEASE --model ...``.

Inspect brings providers, retries, caching, limits, logs and a viewer; prompts and scores are ours.
Needs the extra ``[inspect]``. This module is imported by Inspect, through its entry point.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Metric as InspectMetric
from inspect_ai.scorer import SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState, generate

from scoring.counts import Comparison
from scoring.intake import StrictDecoder, read_output
from scoring.lm_eval_tasks import Counted, figure_over
from scoring.metrics import Metric
from scoring.prompts import ProgramIndex, Prompt, make_prompt
from scoring.tasks import SCORED_TASKS
from scratchworld.errors import InputError
from scratchworld.release import load_release
from scratchworld.world import Instance

__all__ = ["causal", "counterfactual", "inspect_metric", "next_state", "rollout"]


F = TypeVar("F", bound=Callable[..., object])


def _called_scratchworld(function: F) -> F:
    """Let Inspect, which names things by the package of their module, say ``scratchworld/...``."""
    function.__module__ = "scratchworld"
    return function


@task(name="next_state")
@_called_scratchworld
def next_state(
    release: str,
    split: str = "test",
    strict: bool = False,
    modality: str = "table",
    format: str | None = None,
    condition: str | None = None,
) -> Task:
    """Which fields change in one step, and to what?"""
    return _task("next_state", _Asked(release, split, modality, format, condition), strict)


@task(name="rollout")
@_called_scratchworld
def rollout(
    release: str,
    split: str = "test",
    strict: bool = False,
    modality: str = "table",
    format: str | None = None,
    condition: str | None = None,
) -> Task:
    """What is the state after several steps?"""
    return _task("rollout", _Asked(release, split, modality, format, condition), strict)


@task(name="causal")
@_called_scratchworld
def causal(
    release: str,
    split: str = "test",
    strict: bool = False,
    modality: str = "table",
    format: str | None = None,
    condition: str | None = None,
) -> Task:
    """Does an event occur, and by which chain of rules?"""
    return _task("causal", _Asked(release, split, modality, format, condition), strict)


@task(name="counterfactual")
@_called_scratchworld
def counterfactual(
    release: str,
    split: str = "test",
    strict: bool = False,
    modality: str = "table",
    format: str | None = None,
    condition: str | None = None,
) -> Task:
    """What is the state after several steps, had one thing been otherwise?"""
    return _task("counterfactual", _Asked(release, split, modality, format, condition), strict)


class _Asked(NamedTuple):
    """What is asked, and in which form."""

    release: str
    split: str
    modality: str
    format: str | None
    condition: str | None


def _task(name: str, asked: _Asked, strict: bool) -> Task:
    instances = _instances(asked.release, name, asked.split)
    if not instances:
        raise InputError(
            f"{asked.release}: has no instance of task {name!r} and split {asked.split!r}"
        )
    programs = ProgramIndex(load_release(asked.release))
    samples = [
        Sample(
            id=instance_id,
            input=_messages(
                make_prompt(
                    instance,
                    programs.get(instance),
                    asked.modality,
                    asked.format,
                    asked.condition,
                )
            ),
            metadata={"project": instance.project},
        )
        for instance_id, instance in instances.items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=name),
        solver=generate(),
        scorer=_SCORERS[name](asked.release, name, asked.split, strict),
        name=name,
    )


def _messages(prompt: Prompt) -> list[ChatMessage]:
    return [ChatMessageSystem(content=prompt.system), ChatMessageUser(content=prompt.user)]


@lru_cache(maxsize=4)
def _instances(release: str, name: str, split: str) -> dict[str, Instance]:
    return {one.instance_id: one for one in load_release(release).instances(name, split)}


def inspect_metric(ours: Metric) -> InspectMetric:
    """One of a task's metrics over all samples; NaN when there is nothing to measure."""

    @metric(name=ours.name)
    def create() -> InspectMetric:
        def compute(scores: list[SampleScore]) -> float:
            return figure_over(ours, [_counted(score) for score in scores])

        return compute

    made: InspectMetric = create()
    return made


def _counted(score: SampleScore) -> Counted:
    """What a sample counted, with what takes its twin's answer besides."""
    held = dict(score.score.metadata or {})
    if "claims" not in held:
        return held
    instance = _instances(*held["asked"])[str(score.sample_id)]
    counts = tuple(held["counts"].values())
    return {**held, "member": (instance, Comparison(counts, held["claims"], *[frozenset()] * 2))}


def _scorer(called: str, like: str) -> Callable[..., Scorer]:
    """Make a scorer of that name, with the metrics of a task."""

    @scorer(metrics=[inspect_metric(ours) for ours in SCORED_TASKS[like].metrics], name=called)
    @_called_scratchworld
    def create(release: str, name: str, split: str, strict: bool = False) -> Scorer:
        task = SCORED_TASKS[name]
        instances = _instances(release, name, split)

        async def score(state: TaskState, target: Target) -> Score:
            instance = instances[str(state.sample_id)]
            answer = read_output(state.output.completion, StrictDecoder(), task.form, strict=strict)
            compared = task.compare(instance, answer)
            metadata: dict[str, Any] = {
                "status": answer.status,
                "project": instance.project,
                "counts": dict(zip(task.counts, compared.counts, strict=True)),
            }
            if task.pairing is not None:
                metadata |= {"claims": dict(compared.claims), "asked": [release, name, split]}
            return Score(
                value=task.score(compared.counts),
                answer=state.output.completion,
                explanation=": ".join(filter(None, (answer.status, answer.detail))),
                metadata=metadata,
            )

        return score

    made: Callable[..., Scorer] = create
    return made


_CHANGED_FIELDS = _scorer("changed_fields", "next_state")
_SCORERS = {
    "next_state": _CHANGED_FIELDS,
    "rollout": _CHANGED_FIELDS,
    "causal": _scorer("event_chain", "causal"),
    "counterfactual": _scorer("twins", "counterfactual"),
}
"""By task. The value of a sample is what its answer is worth, 0 to 1."""
