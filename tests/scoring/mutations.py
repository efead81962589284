# SPDX-License-Identifier: Apache-2.0
"""What one fault costs: the oracle's answers to a whole release, with a single one of them altered.

The figures after the fault are derived here by arithmetic alone, from the numbers of the labels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring import Bootstrap, Selection, count_file, write_predictions
from scoring.cuts import cuts_of
from scoring.results import figures_of
from scoring.tasks import SCORED_TASKS
from scratchworld.release import Release
from scratchworld.world import CausalInstance, Instance

__all__ = ["MUTATIONS", "Mutation", "figures_of_file", "mutate", "right_answers"]

WRONG = "certainly wrong"
Shares = dict[str, Fraction]


@dataclass(frozen=True)
class Mutation:
    """A fault in the answer to one instance, and by how much it moves the sums of its task."""

    answer: dict[str, Any]
    n_pred: int = 0
    found: int = 0
    right: int = 0


def leave_out(instance: Instance, pick: Callable[[list[str]], str]) -> Mutation | None:
    """A change is not mentioned."""
    if not instance.target:
        return None
    path = pick(sorted(instance.target))
    rest = {name: value for name, value in instance.target.items() if name != path}
    return Mutation({"delta": rest}, n_pred=-1, found=-1, right=-1)


def wrong_value(instance: Instance, pick: Callable[[list[str]], str]) -> Mutation | None:
    """A change has another value."""
    if not instance.target:
        return None
    path = pick(sorted(instance.target))
    return Mutation({"delta": {**instance.target, path: WRONG}}, right=-1)


def invented(instance: Instance, pick: Callable[[list[str]], str]) -> Mutation | None:
    """A field that keeps its value is said to change."""
    kept = sorted(instance.state.keys() - instance.target.keys())
    return Mutation({"delta": {**instance.target, pick(kept): WRONG}}, n_pred=1) if kept else None


def unknown(instance: Instance, _: Callable[[list[str]], str]) -> Mutation:
    """A field that does not exist is said to change."""
    return Mutation({"delta": {**instance.target, "/no/such/field": 1}}, n_pred=1)


MUTATIONS: Mapping[str, Callable[[Instance, Callable[[list[str]], str]], Mutation | None]] = {
    one.__name__: one for one in (leave_out, wrong_value, invented, unknown)
}


def right_answers(instances: list[Instance]) -> dict[str, dict[str, Any]]:
    """The oracle's answers by instance."""
    return {one.instance_id: SCORED_TASKS[one.task].gold(one) for one in instances}


def figures_of_file(release: Release, answers: Mapping[str, dict[str, Any]], path: Path) -> Any:
    """Write the answers, score the file, and return the values by task and metric."""
    write_predictions(path, answers.items())
    table = count_file(release, path, Selection()).table
    cuts = [cut for task in SCORED_TASKS for cut in cuts_of(table, task, ("all",))]
    return {
        cut.task: {name: figure.value for name, figure in figures.items()}
        for cut, figures in zip(cuts, figures_of(table, cuts, Bootstrap(1)), strict=True)
    }


def mutate(
    instances: list[Instance], which: int, kind: str, pick: Callable[[list[str]], str]
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]] | None:
    """Return the answers with the fault in them, and what each figure that it moves must be."""
    instance = instances[which]
    answers = right_answers(instances)
    together = [one for one in instances if one.task == instance.task]
    if isinstance(instance, CausalInstance):
        return _mutate_event(instance, together, answers, drop_link=kind == "leave_out")
    fault = MUTATIONS[kind](instance, pick)
    if fault is None:
        return None
    answers[instance.instance_id] = fault.answer
    total = sum(len(one.target) for one in together)
    changing = sum(bool(one.target) for one in together)
    n_pred, own = total + fault.n_pred, len(instance.target)
    expected: Shares = {
        "changed_field_f1_pooled": Fraction(2 * (total + fault.right), n_pred + total),
        "changed_field_f1_presence_pooled": Fraction(2 * (total + fault.found), n_pred + total),
        "exact_match": Fraction(len(together) - 1, len(together)),
    }
    if own:
        f1 = Fraction(2 * (own + fault.right), 2 * own + fault.n_pred)
        expected["changed_field_f1_instance_mean"] = (changing - 1 + f1) / changing
    else:
        quiet = len(together) - changing
        expected["no_op_accuracy"] = Fraction(quiet - 1, quiet)
    return answers, _approximately(expected)


def _mutate_event(
    instance: CausalInstance,
    together: list[Instance],
    answers: dict[str, dict[str, Any]],
    *,
    drop_link: bool,
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    occurring = sum(isinstance(one, CausalInstance) and one.occurs for one in together)
    if instance.occurs and drop_link:
        chain = list(instance.chain)
        answers[instance.instance_id] = {"occurs": True, "chain": chain[:-1]}
        expected = {
            "event_accuracy": Fraction(1),
            "chain_exact": Fraction(occurring - 1, occurring),
            "chain_similarity": (occurring - Fraction(1, len(chain))) / occurring,
        }
    else:
        answers[instance.instance_id] = {"occurs": not instance.occurs, "chain": []}
        expected = {"event_accuracy": Fraction(len(together) - 1, len(together))}
        if instance.occurs:
            expected["chain_exact"] = Fraction(occurring - 1, occurring)
        else:
            quiet = len(together) - occurring
            expected["no_hallucination"] = Fraction(quiet - 1, quiet)
    return answers, _approximately(expected)


def _approximately(shares: Shares) -> dict[str, Any]:
    return {name: pytest.approx(float(share)) for name, share in shares.items()}
