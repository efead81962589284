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

__all__ = ["causal", "counterfactual", "decision", "inspect_metric", "next_state", "rollout"]


F = TypeVar("F", bound=Callable[..., object])


def _called_scratchworld(function: F) -> F:
    """Let Inspect, which names things by the package of their module, say ``scratchworld/...``."""
    function.__module__ = "scratchworld"
    return function


class _Asked(NamedTuple):
    """The instances that are asked about."""

    release: str
    name: str
    split: str
    answers: str | None
    """Folder of the answers of a release whose targets are withheld."""


def _ask(name: str, question: str) -> Callable[..., Task]:
    """Make the Inspect task of that name; ``question`` becomes its description."""

    @task(name=name)
    @_called_scratchworld
    def create(
        release: str,
        split: str = "test",
        answers: str | None = None,
        strict: bool = False,
        modality: str = "table",
        format: str | None = None,
        condition: str | None = None,
    ) -> Task:
        asked = _Asked(release, name, split, answers)
        programs = ProgramIndex(load_release(release))
        samples = [
            Sample(
                id=one.instance_id,
                input=_messages(make_prompt(one, programs.get(one), modality, format, condition)),
                metadata={"project": one.project},
            )
            for one in _instances(asked).values()
        ]
        return Task(
            dataset=MemoryDataset(samples, name=name),
            solver=generate(),
            scorer=_SCORERS[name](*asked, strict),
            name=name,
        )

    create.__doc__ = question
    made: Callable[..., Task] = create
    return made


next_state = _ask("next_state", "Which fields change in one step, and to what?")
rollout = _ask("rollout", "What is the state after several steps?")
causal = _ask("causal", "Does an event occur, and by which chain of rules?")
counterfactual = _ask("counterfactual", "What is the state, had one thing been otherwise?")
decision = _ask("decision", "Which of five sequences of actions is worth most?")


def _messages(prompt: Prompt) -> list[ChatMessage]:
    return [ChatMessageSystem(content=prompt.system), ChatMessageUser(content=prompt.user)]


@lru_cache(maxsize=4)
def _instances(asked: _Asked) -> dict[str, Instance]:
    release = load_release(asked.release, asked.answers)
    if release.withheld:
        raise InputError(
            f"{asked.release}: its targets are withheld, and Inspect scores; give the folder "
            "of the answers, -T answers=DIR, or ask without scoring: scratchworld prompts"
        )
    found = {one.instance_id: one for one in release.instances(asked.name, asked.split)}
    if not found:
        raise InputError(
            f"{asked.release}: has no instance of task {asked.name!r} and split {asked.split!r}"
        )
    return found


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
    instance = _instances(_Asked(*held["asked"]))[str(score.sample_id)]
    counts = tuple(held["counts"].values())
    return {**held, "member": (instance, Comparison(counts, held["claims"], *[frozenset()] * 2))}


def _scorer(called: str, like: str) -> Callable[..., Scorer]:
    """Make a scorer of that name, with the metrics of a task."""

    @scorer(metrics=[inspect_metric(ours) for ours in SCORED_TASKS[like].metrics], name=called)
    @_called_scratchworld
    def create(
        release: str, name: str, split: str, answers: str | None = None, strict: bool = False
    ) -> Scorer:
        task = SCORED_TASKS[name]
        asked = _Asked(release, name, split, answers)
        instances = _instances(asked)

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
                metadata |= {"claims": dict(compared.claims), "asked": list(asked)}
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
    "decision": _scorer("chosen_option", "decision"),
}
"""By task. The value of a sample is what its answer is worth, 0 to 1."""
