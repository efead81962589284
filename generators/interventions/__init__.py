# SPDX-License-Identifier: Apache-2.0
"""Alterations that could be made to a window: for counterfactuals, one kind a name."""

from __future__ import annotations

from collections.abc import Iterator

from generators.interventions.actions import action_candidates
from generators.interventions.fields import field_candidates
from generators.interventions.literals import literal_candidates
from generators.interventions.situation import Candidate, Situation
from generators.interventions.thresholds import threshold_candidates

__all__ = ["KINDS", "Candidate", "Situation", "candidates"]

KINDS: tuple[str, ...] = (
    "replace_action",
    "drop_action",
    "insert_action",
    "set_variable",
    "set_item",
    "move",
    "turn",
    "set_visible",
    "set_costume",
    "threshold_across",
    "threshold_short",
    "literal",
    "event_condition",
)
"""Every kind of alteration, in the order of the report."""

_EXECUTED_SHARE = 0.75


def candidates(situation: Situation, limit: int) -> list[Candidate]:
    """Return at most ``limit`` alterations of a window, going round the kinds.

    Of the changes of blocks three in four are of blocks that the window executes: the others are
    hardly ever felt.
    """
    by_kind: dict[str, list[Candidate]] = {kind: [] for kind in KINDS}
    for candidate in _all(situation):
        by_kind[candidate.kind].append(candidate)
    queues = []
    for kind in KINDS:
        queue = by_kind[kind]
        situation.rng.shuffle(queue)
        # the last of a queue is taken first
        queue.sort(key=lambda candidate: _rank(candidate, situation))
        queues.append(queue)
    chosen: list[Candidate] = []
    while len(chosen) < limit and any(queues):
        for queue in queues:
            if queue and len(chosen) < limit:
                chosen.append(queue.pop())
    return chosen


def _all(situation: Situation) -> Iterator[Candidate]:
    yield from action_candidates(situation)
    yield from field_candidates(situation)
    yield from threshold_candidates(situation)
    yield from literal_candidates(situation)


def _rank(candidate: Candidate, situation: Situation) -> bool:
    change = candidate.alteration.intervention
    if change is None or change.type != "set_literal":
        return False
    block = str(dict(change.arguments)["block"])
    # a hat is no block that is executed; what stands below it is
    rule = f"{block.rpartition('/')[0]}/"
    executed = block in situation.executed or (
        block.endswith("/0") and any(each.startswith(rule) for each in situation.executed)
    )
    return executed and situation.rng.random() < _EXECUTED_SHARE
