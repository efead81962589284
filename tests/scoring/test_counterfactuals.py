# SPDX-License-Identifier: Apache-2.0
"""Counterfactual pairs: every figure derived by hand; copying and invariance where theory says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from scoring import (
    REFERENCES,
    answer_from,
    fit_reference,
    plain_prompt,
    score_release,
    write_predictions,
)
from scoring.answer import MISSING, Answer
from scoring.cuts import cuts_of
from scoring.results import figures_of
from scoring.statistics import Bootstrap
from scoring.table import CountsTable, count_all
from scoring.tasks.pairing import Values, effect_matches
from scratchworld.release import load_release, write_release
from scratchworld.world import (
    Alteration,
    CounterfactualInstance,
    Delta,
    Instance,
    Intervention,
    State,
)

Make = Callable[..., Instance]
X, Y, N = "/sprite/Cat/x", "/sprite/Cat/y", "/variable/_stage_/n"
STATE: State = {X: 0, Y: 0, N: 1}
DROPPED = Alteration("drop_action", 0, 0)
SET_N = Alteration("intervene", 0, intervention=Intervention.make("set_variable", path=N, value=5))


def twin(
    make: Make, name: str, target: Delta, alteration: Alteration | None = None, **changes: Any
) -> CounterfactualInstance:
    kind = "factual" if alteration is None else alteration.type
    values = asdict(make(STATE, target, instance_id=name, task="counterfactual", **changes))
    return CounterfactualInstance(**values, kind=kind, alteration=alteration, observed=())


@pytest.fixture
def pairs(make_instance: Make) -> list[CounterfactualInstance]:
    """A pair that is affected in x, one that is in nothing but what it sets itself."""
    return [
        twin(make_instance, "f1", {X: 10}, pair_id="a", project="p1"),
        twin(make_instance, "c1", {X: 3}, DROPPED, pair_id="a", project="p1"),
        twin(make_instance, "f2", {X: 10}, pair_id="b", project="p2"),
        twin(make_instance, "c2", {X: 10, N: 5}, SET_N, pair_id="b", project="p2"),
    ]


def values(pairs: list[CounterfactualInstance], answers: list[Answer]) -> dict[str, float | None]:
    table = count_all(zip(pairs, answers, strict=True))
    return figures(table)


def figures(table: CountsTable) -> dict[str, float | None]:
    [found] = figures_of(table, list(cuts_of(table, "counterfactual", ("all",))), Bootstrap(10))
    return {name: figure.value for name, figure in found.items()}


def deltas(*claimed: Delta) -> list[Answer]:
    return [answer_from({"delta": delta}) for delta in claimed]


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        # the executed deltas
        (
            [{X: 10}, {X: 3}, {X: 10}, {X: 10, N: 5}],
            {
                "counterfactual_f1": 1,
                "factual_f1": 1,
                "counterfactual_f1_drop": 0,
                "counterfactual_exact": 1,
                "intervention_sensitivity": 1,
                "over_invariance": 0,
                "false_sensitivity": 0,
                "effect_match": 1,
            },
        ),
        # F1 2 * 1 / (2 + 3): of x 3, x 10 and n 5 one is found; the drop is (1 - 0 + 1 - 2/3) / 2
        (
            [{X: 10}, {X: 10}, {X: 10}, {X: 10}],
            {
                "counterfactual_f1": 2 / 5,
                "factual_f1": 1,
                "counterfactual_f1_drop": (1 + 1 / 3) / 2,
                "counterfactual_exact": 0,
                "intervention_sensitivity": 0,
                "over_invariance": 1,
                "false_sensitivity": 0,
                "effect_match": 0,
            },
        ),
        # the right shift from a wrong place; an invented effect on y
        (
            [{X: 20}, {X: 13}, {X: 10}, {X: 10, N: 5, Y: 1}],
            {
                "factual_f1": 2 / 4,
                "intervention_sensitivity": 1,
                "false_sensitivity": 1,
                "effect_match": 1,
                "counterfactual_exact": 0,
            },
        ),
        # copying
        (
            [{}, {}, {}, {}],
            {
                "counterfactual_f1": 0,
                "factual_f1": 0,
                "intervention_sensitivity": 0,
                "over_invariance": 1,
                "false_sensitivity": 0,
                "effect_match": 0,
            },
        ),
    ],
)
def test_figures_by_hand(
    pairs: list[CounterfactualInstance], claimed: list[Delta], expected: dict[str, float]
) -> None:
    found = values(pairs, deltas(*claimed))
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_an_answer_that_cannot_be_used_says_nothing_and_is_wrong(
    pairs: list[CounterfactualInstance],
) -> None:
    found = values(pairs, [MISSING, *deltas({X: 3}, {X: 10}, {X: 10, N: 5})])
    assert found["intervention_sensitivity"] == found["over_invariance"] == 0
    assert found["effect_match"] == 0


def test_a_counterfactual_without_its_twin_is_no_pair(
    pairs: list[CounterfactualInstance],
) -> None:
    found = values([pairs[1]], deltas({X: 3}))
    assert found["counterfactual_exact"] == 1
    assert found["intervention_sensitivity"] is None


def test_the_order_of_the_twins_does_not_matter(pairs: list[CounterfactualInstance]) -> None:
    claimed = deltas({X: 10}, {X: 3}, {X: 9}, {X: 10})
    turned = values(pairs[::-1], claimed[::-1])
    assert turned == pytest.approx(values(pairs, claimed))


@pytest.mark.parametrize(
    ("path", "said", "true", "right"),
    [
        (X, (5, 5), (7, 7), True),  # no effect in either
        (X, (5, 4), (7, 7), False),
        (X, (5, 4), (8, 7), True),  # one more, from another place
        (X, (5, 4), (7, 8), False),
        ("/sprite/Cat/direction", (-170, 170), (10, -10), True),  # 20 degrees either way round
        ("/sprite/Cat/costume", ("a", "b"), ("a", "c"), True),
        ("/sprite/Cat/costume", ("b", "a"), ("a", "c"), False),
        (N, (None, 1), (None, 2), True),  # gone in both
        (N, (None, 1), (3, 2), False),
        (N, (True, 1), (1, True), False),
    ],
)
def test_when_an_effect_is_the_true_one(path: str, said: Values, true: Values, right: bool) -> None:
    assert effect_matches(path, said, true) is right


@pytest.fixture
def folder(pairs: list[CounterfactualInstance], tmp_path: Path) -> Path:
    write_release(tmp_path / "r", pairs)
    return tmp_path / "r"


@pytest.mark.parametrize("name", ["copy", "no-change", "invariant"])
def test_references_stand_where_theory_puts_them(folder: Path, tmp_path: Path, name: str) -> None:
    release = load_release(folder)
    predict = fit_reference(REFERENCES[name], release)
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((one.instance_id, predict(one)) for one in release.instances()))
    evaluation = score_release(release, path, bootstrap=Bootstrap(10))
    found = {name: one.value for name, one in evaluation.groups[0].figures.items()}
    assert found["intervention_sensitivity"] == found["false_sensitivity"] == 0
    assert found["over_invariance"] == 1
    assert found["effect_match"] == 0
    assert found["factual_f1"] == (1 if name == "invariant" else 0)
    kinds = {group.value for group in evaluation.groups if group.by == "kind"}
    assert kinds == {"factual", "drop_action", "intervene"}


def test_the_prompt_tells_the_alteration_and_nothing_of_the_label(
    pairs: list[CounterfactualInstance],
) -> None:
    flag = (({"type": "green_flag"},),)
    factual, altered = (plain_prompt(replace(one, actions=flag)) for one in pairs[:2])
    assert "otherwise" not in factual
    assert "In step 1 the first action (clicks the green flag) is left out." in altered
    assert factual.partition("## Question")[0].strip() in altered
    for prompt in (factual, altered):
        assert "| /sprite/Cat/x | 3 |" not in prompt
