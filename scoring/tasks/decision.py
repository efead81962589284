# SPDX-License-Identifier: Apache-2.0
"""The task that asks which sequence of actions is worth most.

An answer gives the return of each option, or picks one, or gives the states that each option leads
through, from which its returns are computed. Of options said to be equally good the worst counts as
picked, so an answer that tells no option from another earns nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.answer import Answer, Status, rejected
from scoring.counts import Comparison, only_counts
from scoring.forms import Form
from scoring.metrics import DECISION_METRICS
from scoring.metrics.base import MILLION
from scoring.metrics.decision_ranking import rank_correlation
from scoring.questions import Labelled
from scoring.tasks.base import ScoredTask, Worth
from scratchworld.world import DecisionInstance, Delta, follow

__all__ = ["DECISION", "Said", "picked", "returns_of"]

_COUNTS = (
    "usable",
    "exact",
    "regret",
    "regret_to_random",
    "gives_returns",
    "rank_correlation",
    "reward_error",
)
_SCALARS = (str, int, float, bool, type(None))
_DIGITS = 9
"""Decimals to which returns are compared: sums of doubles differ in their last digits."""
_LARGEST = 10**12
"""Millionths at which an error of a reward is cut off: a million times the spread of a menu."""


class Said(NamedTuple):
    """What an answer says: one of the three."""

    returns: tuple[float, ...] | None = None
    pick: int | None = None
    deltas: tuple[tuple[Delta, ...], ...] | None = None
    """Of each option the changed fields of each step."""


def _read(prediction: object, status: Status) -> Answer:
    if not isinstance(prediction, dict):
        return rejected("schema_invalid", "the prediction is not an object")
    given = [key for key in ("rewards", "pick", "deltas") if key in prediction]
    if len(given) != 1:
        what = " and ".join(map(repr, given)) or "none of 'rewards', 'pick' and 'deltas'"
        return rejected("schema_invalid", f"the prediction has {what}")
    read = {"rewards": _read_rewards, "pick": _read_pick, "deltas": _read_deltas}[given[0]]
    said = read(prediction[given[0]])
    if isinstance(said, str):
        return rejected("schema_invalid", said)
    return Answer(status, content=said)


def _read_rewards(value: object) -> Said | str:
    if not isinstance(value, list) or not value or not all(map(_is_number, value)):
        return "'rewards' is not a list of numbers"
    try:
        returns = tuple(map(float, value))
    except OverflowError:
        returns = (math.inf,)
    if not all(map(math.isfinite, returns)):
        return "a reward is beyond all numbers"
    return Said(returns=returns)


def _read_pick(value: object) -> Said | str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        return "'pick' is not the number of an option, from 0"
    return Said(pick=value)


def _read_deltas(value: object) -> Said | str:
    if not isinstance(value, list) or not value:
        return "'deltas' is not a list with an entry for each option"
    for option in value:
        if not isinstance(option, list) or not all(map(_is_delta, option)):
            return "an option of 'deltas' is not a list of maps from field to value"
    return Said(deltas=tuple(map(tuple, value)))


def _misfit(instance: Labelled, answer: Answer) -> str:
    assert isinstance(instance, DecisionInstance)
    assert isinstance(answer.content, Said)
    options = len(instance.menu)
    returns, pick, deltas = answer.content
    if pick is not None:
        return "" if pick < options else f"'pick' is {pick}; options are 0 to {options - 1}"
    given = len(returns or deltas or ())
    if given != options:
        return f"{given} options, where the menu has {options}"
    if any(len(steps) != instance.horizon for steps in deltas or ()):
        return f"an option of 'deltas' has not {instance.horizon} steps"
    return ""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_delta(value: object) -> bool:
    return isinstance(value, dict) and all(type(one) in _SCALARS for one in value.values())


def returns_of(instance: DecisionInstance, answer: Answer) -> tuple[float, ...] | None:
    """Return the return that an answer gives each option; ``None`` where it does not give any."""
    said = answer.content
    if not isinstance(said, Said):
        return None
    found = said.returns
    if said.deltas is not None and all(len(one) == instance.horizon for one in said.deltas):
        found = tuple(
            instance.reward.total(follow(instance.state, deltas)) for deltas in said.deltas
        )
    if found is None or len(found) != len(instance.menu) or not all(map(math.isfinite, found)):
        return None
    return found


def picked(instance: DecisionInstance, answer: Answer) -> int | None:
    """Return the option that an answer picks; ``None`` where it picks none that there is.

    Of several that it says to be best the one counts that is worst in truth, the first of these.
    """
    said = answer.content
    if isinstance(said, Said) and said.pick is not None:
        return said.pick if said.pick < len(instance.menu) else None
    returns = returns_of(instance, answer)
    if returns is None:
        return None
    rounded = [round(one, _DIGITS) for one in returns]
    truth, best = instance.returns(), max(rounded)
    return min((at for at, one in enumerate(rounded) if one == best), key=truth.__getitem__)


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    assert isinstance(instance, DecisionInstance)
    truth = instance.returns()
    best, worst = max(truth), min(truth)
    mean = math.fsum(truth) / len(truth)
    pick, returns = picked(instance, answer), returns_of(instance, answer)
    got = worst if pick is None else truth[pick]
    correlation = error = 0.0
    if returns is not None:
        correlation = rank_correlation([round(one, _DIGITS) for one in returns], truth)
        off = [abs(one - other) for one, other in zip(returns, truth, strict=True)]
        error = sum(min(one / (best - worst), _LARGEST) for one in off) / len(off)
    return only_counts(
        int(pick is not None),
        int(got == best),
        _millionths((best - got) / (best - worst)),
        _millionths((best - got) / (best - mean)),
        int(returns is not None),
        _millionths(correlation),
        min(_LARGEST, _millionths(error)),
    )


def _millionths(share: float) -> int:
    return round(share * MILLION)


def _label(instance: Labelled) -> dict[str, object]:
    assert isinstance(instance, DecisionInstance)
    return {"rewards": list(instance.returns())}


def _worth(counts: Mapping[str, Any]) -> Worth:
    return Worth((MILLION - counts["regret"]) * counts["usable"], MILLION, 0)


DECISION = ScoredTask(
    name="decision",
    form=Form(("rewards", "pick", "deltas"), _read, {"rewards": [0, 0, 0, 0, 0]}),
    gold=_label,
    compare=_compare,
    counts=_COUNTS,
    metrics=DECISION_METRICS,
    worth=_worth,
    breakdowns=("all", "source", "family", "split", "variant", "kind", "modality", "condition"),
    about_fields=False,
    reads_whole=True,
    headlines=("regret", "regret_to_random", "top_1", "rank_correlation", "reward_error"),
    ladder=("regret", "regret_to_random", "top_1", "rank_correlation", "reward_error"),
    compared=("regret", "top_1", "rank_correlation"),
    misfit=_misfit,
)
