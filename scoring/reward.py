# SPDX-License-Identifier: Apache-2.0
"""A verifiable reward for training: what one answer is worth by itself.

Scale: 0 to 1. An answer that cannot be used earns 0. Other answers earn the score of their task
(:attr:`scoring.tasks.ScoredTask.score`). For changed fields this is the value-aware F1: where
something changes, or is claimed to, 2 TP / (|P| + |G|) with the matching of
:mod:`scoring.matching`; where nothing changes and nothing is claimed, 1. So copying the input earns
0 wherever something happens, and an invented change costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.intake import StrictDecoder, read_output
from scoring.keyframes import Opening
from scoring.questions import Labelled, parse_column
from scoring.tasks import SCORED_TASKS
from scratchworld.world import Delta, State

__all__ = ["reward", "reward_function"]


def reward(
    instance: Labelled, output: str | Mapping[str, object], *, strict: bool = False
) -> float:
    """Return the reward of a model's raw text, or of a prediction object, for an instance.

    With ``strict`` a text that needs repair earns 0.
    """
    task = SCORED_TASKS[instance.task]
    if isinstance(output, str):
        answer = read_output(output, StrictDecoder(), task.form, strict=strict)
    else:
        answer = task.form.read(dict(output), "ok")
    return task.score_answer(instance, task.opened(instance, answer, Opening()))


def reward_function(
    prompts: Sequence[object], completions: Sequence[object], **columns: Sequence[object]
) -> list[float]:
    """Return the reward of each completion, in the signature of RL trainers for language models.

    ``columns`` are those of the release's data files, of which ``state``, ``target`` and
    ``monitors`` are used: their JSON texts, one a completion; and ``task``, if it is given, else
    the task is ``next_state``. A completion is a text, or a list of chat messages whose last one
    counts.

    Raises:
        TypeError: when a column is missing, or a completion is neither.
        ValueError: when the columns have other lengths than the completions.
    """
    missing = {"state", "target", "monitors"} - columns.keys()
    if missing:
        raise TypeError(f"the reward needs the columns {sorted(missing)} of the release")
    tasks = columns.get("task", ["next_state"] * len(completions))
    held = (columns[name] for name in ("state", "target", "monitors"))
    return [
        reward(_label(str(task), str(state), str(target), str(monitors)), _text(completion))
        for completion, task, state, target, monitors in zip(completions, tasks, *held, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Label:
    task: str
    state: State
    target: Delta
    monitors: tuple[str, ...]


@lru_cache(maxsize=1024)
def _label(task: str, state: str, target: str, monitors: str) -> _Label:
    """Parse the columns of an instance; trainers ask about one instance many times in a row."""
    return _Label(task, parse_column(state), parse_column(target), tuple(parse_column(monitors)))


def _text(completion: object) -> str:
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        content = completion[-1].get("content")
        return content if isinstance(content, str) else ""
    raise TypeError(
        f"a completion is a text or a list of messages, not {type(completion).__name__}"
    )
