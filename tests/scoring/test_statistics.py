# SPDX-License-Identifier: Apache-2.0
"""Averages, intervals and slopes against arithmetic done by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring import METRICS, Bootstrap, Figure, answer_from
from scoring.cuts import cuts_of
from scoring.results import breakdown, figures_of, slopes_of
from scoring.statistics import Ratio, ratio_figures
from scoring.table import CountsTable, count_all
from scratchworld.world import Instance

Make = Callable[..., Instance]

Floats = NDArray[np.float64]

X, Y = "/sprite/Cat/x", "/sprite/Cat/y"


def ratio_figure(above: Floats, below: Floats, unit: str, bootstrap: Bootstrap) -> Figure:
    [figure] = ratio_figures([Ratio(above, below, unit)], bootstrap)
    return figure


def overall(table: CountsTable) -> dict[str, Figure]:
    [cut] = cuts_of(table, "next_state", ("all",))
    [figures] = figures_of(table, [cut], Bootstrap(100))
    return figures


def two_projects(make: Make) -> CountsTable:
    """Project a: x found, then a no-op with one invented change. Project b: nothing found."""
    state = {X: 1, Y: 1}
    return count_all(
        [
            (make(state, {X: 2}, project="a"), answer_from({"delta": {X: 2}})),
            (make(state, {}, project="a"), answer_from({"delta": {Y: 9}})),
            (make(state, {X: 2, Y: 2}, project="b"), answer_from({"delta": {}})),
            (make(state, {}, project="b"), answer_from({"delta": {}})),
        ]
    )


@pytest.mark.parametrize(
    ("name", "value", "n", "unit"),
    [
        # TP = 1; |P| = 1 + 1 + 0 + 0, |G| = 1 + 0 + 2 + 0: 2 / (2 + 3).
        ("changed_field_f1_pooled", 2 / 5, 5, "claims and changes"),
        # Two instances have changes, with F1 of 1 and 0.
        ("changed_field_f1_instance_mean", 1 / 2, 2, "instances"),
        # Project a pools to 2 / (2 + 1), project b to 0 / (0 + 2).
        ("changed_field_f1_project_mean", (2 / 3 + 0) / 2, 2, "projects"),
        ("changed_field_f1_presence_pooled", 2 / 5, 5, "claims and changes"),
        # Two no-ops, one of them seen.
        ("no_op_accuracy", 1 / 2, 2, "instances"),
        # x and y are visible, so nothing is hidden.
        ("hidden_accuracy", None, 0, "fields"),
        # Right fields: 2, 1, 0, 2 of 2 each.
        ("full_state_accuracy", 5 / 8, 8, "fields"),
        ("full_state_accuracy_instance_mean", (1 + 1 / 2 + 0 + 1) / 4, 4, "instances"),
        ("exact_match", 2 / 4, 4, "instances"),
    ],
)
def test_averages(make_instance: Make, name: str, value: float | None, n: int, unit: str) -> None:
    figure = overall(two_projects(make_instance))[name]
    assert figure.value == pytest.approx(value)
    assert (figure.n, figure.unit) == (n, unit)


def test_a_project_without_changes_takes_no_part_in_the_project_mean(make_instance: Make) -> None:
    # Project c has no change; whether its model invents one must not change who takes part.
    for claimed in ({}, {Y: 9}):
        table = count_all(
            [
                (make_instance({X: 1, Y: 1}, {X: 2}, project="a"), answer_from({"delta": {X: 2}})),
                (make_instance({X: 1, Y: 1}, {}, project="c"), answer_from({"delta": claimed})),
            ]
        )
        figure = overall(table)["changed_field_f1_project_mean"]
        assert (figure.value, figure.n) == (1.0, 1)


def test_pooling_lies_between_its_parts() -> None:
    # Full-state accuracy of copying: 98.5 % of 970 fields and 82.1 % of 30 pool to 98.0 %.
    figure = ratio_figure(
        np.array([0.985 * 970, 0.821 * 30]), np.array([970.0, 30.0]), "fields", Bootstrap()
    )
    assert figure.value == pytest.approx(0.98008)


def test_interval_of_two_projects_by_hand() -> None:
    # Projects with 0 of 1 and 1 of 1: a draw of two gives 0, 1/2 or 1 with 1/4, 1/2, 1/4, so the
    # 2.5 % and 97.5 % points are 0 and 1.
    figure = ratio_figure(np.array([0.0, 1.0]), np.array([1.0, 1.0]), "instances", Bootstrap(4000))
    assert (figure.value, figure.low, figure.high) == (0.5, 0.0, 1.0)


def test_interval_has_the_width_that_theory_gives() -> None:
    # 400 projects, half of them right: the mean's standard error is 0.5 / 20 = 0.025.
    right = np.tile([0.0, 1.0], 200)
    figure = ratio_figure(right, np.ones(400), "instances", Bootstrap(4000))
    assert figure.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.006)
    assert figure.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.006)


def test_instances_of_a_project_stay_together() -> None:
    # The same 400 answers in two projects of 200 equal ones: the interval is all of 0 to 1.
    figure = ratio_figure(np.array([0.0, 200.0]), np.array([200.0, 200.0]), "i", Bootstrap())
    assert (figure.low, figure.high) == (0.0, 1.0)


def test_bootstrap_is_seeded_and_blocks_do_not_show() -> None:
    above, below = np.arange(9.0), np.full(9, 10.0)
    one = ratio_figure(above, below, "fields", Bootstrap(1500, 1))
    assert one == ratio_figure(above, below, "fields", Bootstrap(1500, 1))
    assert one != ratio_figure(above, below, "fields", Bootstrap(1500, 2))
    drawn = np.concatenate(list(Bootstrap(1500, 1).weights(9)))
    assert drawn.shape == (1500, 9)
    assert (drawn.sum(axis=1) == 9).all()


def test_one_project_has_no_interval() -> None:
    figure = ratio_figure(np.array([1.0]), np.array([2.0]), "fields", Bootstrap())
    assert figure == Figure(0.5, 2, "fields", None, None)


def test_nothing_to_measure_is_no_zero() -> None:
    figure = ratio_figure(np.zeros(3), np.zeros(3), "fields", Bootstrap())
    assert figure == Figure(None, 0, "fields")


def test_slope_by_hand(make_instance: Make) -> None:
    # Exact match is 1, 1/2, 0 at H = 2, 5, 10; the mean H is 17/3 and the mean value 1/2.
    # Sum (H - mean)(v - mean) = (-11/3)(1/2) + (-2/3)(0) + (13/3)(-1/2) = -4
    # Sum (H - mean)^2 = (121 + 4 + 169) / 9 = 294/9
    table = count_all(
        [
            (rollout(make_instance, 2, "a"), answer_from({"delta": {X: 2}})),
            (rollout(make_instance, 5, "a"), answer_from({"delta": {X: 2}})),
            (rollout(make_instance, 5, "a"), answer_from({"delta": {}})),
            (rollout(make_instance, 10, "a"), answer_from({"delta": {}})),
        ]
    )
    figure = slopes_of(table, Bootstrap(50))["exact_match"]
    assert figure.value == pytest.approx(-4 / (294 / 9))
    assert (figure.n, figure.unit, figure.low) == (3, "horizons", None)


def test_slope_needs_two_horizons_with_data(make_instance: Make) -> None:
    one = count_all([(rollout(make_instance, 2, "a"), answer_from({"delta": {}}))])
    assert slopes_of(one, Bootstrap(50))["exact_match"].value is None
    # At neither horizon is there a no-op.
    two = count_all([(rollout(make_instance, h, "a"), answer_from({"delta": {}})) for h in (2, 5)])
    assert slopes_of(two, Bootstrap(50))["no_op_accuracy"].value is None


def rollout(make: Make, horizon: int, project: str) -> Instance:
    return make({X: 1}, {X: 2}, task="rollout", horizon=horizon, project=project)


def test_slopes_of_rollouts(make_instance: Make) -> None:
    # Both projects right at H = 2 and wrong at H = 5: the slope is -1/3 in every draw.
    table = count_all(
        [
            (rollout(make_instance, horizon, project), answer_from({"delta": {X: claimed}}))
            for horizon, claimed in ((2, 2), (5, 9))
            for project in ("a", "b")
        ]
    )
    slope = slopes_of(table, Bootstrap(50))["exact_match"]
    assert slope.value == pytest.approx(-1 / 3)
    assert slope.low == pytest.approx(-1 / 3)
    assert slope.high == pytest.approx(-1 / 3)


def test_breakdowns_are_complete(corpus: list[Instance]) -> None:
    table = count_all([(i, answer_from({"delta": i.target})) for i in corpus])
    groups = breakdown(table, Bootstrap(10))
    # Of the corpus in conftest.py, by eye.
    assert [(g.task, g.by, g.value, g.instances, g.projects) for g in groups] == [
        ("next_state", "all", "all", 5, 4),
        ("next_state", "source", "real", 3, 2),
        ("next_state", "source", "synthetic", 2, 2),
        ("next_state", "family", "clones", 1, 1),
        ("next_state", "family", "timers", 1, 1),
        ("next_state", "split", "dev", 4, 3),
        ("next_state", "split", "test", 1, 1),
        ("next_state", "action", "wait", 5, 4),
        ("next_state", "changed", "0", 2, 2),
        ("next_state", "changed", "1", 2, 2),
        ("next_state", "changed", "2-3", 1, 1),
        ("next_state", "hidden", "some", 1, 1),
        ("next_state", "hidden", "none", 2, 2),
        ("rollout", "all", "all", 3, 3),
        ("rollout", "source", "real", 2, 2),
        ("rollout", "source", "synthetic", 1, 1),
        ("rollout", "family", "clones", 1, 1),
        ("rollout", "split", "dev", 2, 2),
        ("rollout", "split", "test", 1, 1),
        ("rollout", "horizon", "2", 2, 2),
        ("rollout", "horizon", "5", 1, 1),
        ("rollout", "action", "wait", 3, 3),
        ("rollout", "changed", "1", 1, 1),
        ("rollout", "changed", "2-3", 2, 2),
        ("rollout", "hidden", "some", 2, 2),
        ("rollout", "hidden", "none", 1, 1),
    ]
    for group in groups:
        assert {figure.value for figure in group.figures.values()} <= {1.0, None}
        assert group.statuses["ok"] == group.instances


def test_metric_names_are_distinct() -> None:
    assert len({metric.name for metric in METRICS}) == len(METRICS)
    assert len({metric.title for metric in METRICS}) == len(METRICS)


def test_an_empty_table_has_columns_and_no_rows() -> None:
    table = count_all([])
    assert len(table) == 0
    assert breakdown(table, Bootstrap()) == ()
    assert slopes_of(table, Bootstrap()) == {}
