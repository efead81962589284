# SPDX-License-Identifier: Apache-2.0
"""A verifiable reward for training: value-aware changed-field F1 of one answer.

Scale: 0 to 1. An answer that cannot be used earns 0. Where something changes, or is claimed to,
2 TP / (|P| + |G|) with the matching of :mod:`scoring.matching`; where nothing changes and nothing
is claimed, 1. So copying the input earns 0 wherever something happens, and an invented change
costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.answer import Answer, answer_from
from scoring.counts import count_instance
from scoring.intake import StrictDecoder, read_output
from scoring.questions import Labelled, parse_column
from scratchworld.world import Delta, State

__all__ = ["reward", "reward_function"]


def reward(
    instance: Labelled, output: str | Mapping[str, object], *, strict: bool = False
) -> float:
    """Return the reward of a model's raw text, or of a prediction object, for an instance.

    With ``strict`` a text that needs repair earns 0.
    """
    if isinstance(output, str):
        answer = read_output(output, StrictDecoder(), strict=strict)
    else:
        answer = answer_from(dict(output))
    return _f1(instance, answer)


def reward_function(
    prompts: Sequence[object], completions: Sequence[object], **columns: Sequence[object]
) -> list[float]:
    """Return the reward of each completion, in the signature of RL trainers for language models.

    ``columns`` are those of the release's data files, of which ``state``, ``target`` and
    ``monitors`` are used: their JSON texts, one a completion. A completion is a text, or a list of
    chat messages whose last one counts.

    Raises:
        TypeError: when a column is missing, or a completion is neither.
        ValueError: when the columns have other lengths than the completions.
    """
    missing = {"state", "target", "monitors"} - columns.keys()
    if missing:
        raise TypeError(f"the reward needs the columns {sorted(missing)} of the release")
    rows = zip(completions, columns["state"], columns["target"], columns["monitors"], strict=True)
    return [
        reward(_label(str(state), str(target), str(monitors)), _text(completion))
        for completion, state, target, monitors in rows
    ]


@dataclass(frozen=True, slots=True)
class _Label:
    state: State
    target: Delta
    monitors: tuple[str, ...]


@lru_cache(maxsize=1024)
def _label(state: str, target: str, monitors: str) -> _Label:
    """Parse the columns of an instance; trainers ask about one instance many times in a row."""
    return _Label(parse_column(state), parse_column(target), tuple(parse_column(monitors)))


def _text(completion: object) -> str:
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        content = completion[-1].get("content")
        return content if isinstance(content, str) else ""
    raise TypeError(
        f"a completion is a text or a list of messages, not {type(completion).__name__}"
    )


def _f1(instance: Labelled, answer: Answer) -> float:
    counts = count_instance(instance, answer)
    if not counts.usable:
        return 0.0
    below = counts.n_pred + counts.n_gold
    return 2 * counts.tp_value / below if below else 1.0
