# SPDX-License-Identifier: Apache-2.0
"""Predictions with the counts that each must get, derived by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring import Counts, answer_from, count_instance
from scratchworld.world import Delta, Instance, State

Make = Callable[..., Instance]

X, Y, D = "/sprite/Cat/x", "/sprite/Cat/y", "/sprite/Cat/direction"
SCORE, NAME, ITEM = "/variable/_stage_/score", "/variable/_stage_/name", "/list/_stage_/l/1"
CLONE, SHOWN, COSTUME = "/clone/Cat/1/x", "/sprite/Cat/visible", "/sprite/Cat/costume"


def f1(counts: Counts) -> tuple[float, float]:
    """(value-aware, presence)."""
    below = counts.n_pred + counts.n_gold
    return 2 * counts.tp_value / below, 2 * counts.tp_presence / below


def count(make: Make, state: State, target: Delta, prediction: object) -> Counts:
    return count_instance(make(state, target), answer_from(prediction))


# The published example: x goes from 10 to 0, y stays 0. F1 = 2 TP / (|P| + |G|), |G| = 1.
@pytest.mark.parametrize(
    ("prediction", "value_aware", "presence", "right"),
    [
        # Copying: P is empty, 2 * 0 / (0 + 1). x is wrong, y is right: 1 of 2 fields.
        ({"state": {X: 10, Y: 0}}, 0, 0, 1),
        ({"delta": {}}, 0, 0, 1),
        # x = 5: the right field with the wrong value, 2 * 1 / (1 + 1) for presence.
        ({"delta": {X: 5}}, 0, 1, 1),
        # x = 0: right.
        ({"delta": {X: 0}}, 1, 1, 2),
        # x = 0 and y = 3: 2 * 1 / (2 + 1), and y is now wrong.
        ({"delta": {X: 0, Y: 3}}, 2 / 3, 2 / 3, 1),
    ],
)
def test_the_published_example(
    make_instance: Make, prediction: object, value_aware: float, presence: float, right: int
) -> None:
    counts = count_instance(make_instance(), answer_from(prediction))
    assert f1(counts) == (value_aware, presence)
    assert (counts.fields_right, counts.fields_total) == (right, 2)
    assert counts.exact == (right == 2)


# (state, executed delta, prediction, |P|, presence TP, value TP, fields right, fields of the union)
TRICKY: dict[str, tuple[State, Delta, object, int, int, int, int, int]] = {
    "the input value is no claim": ({X: 1}, {X: 2}, {"delta": {X: 1}}, 0, 0, 0, 0, 1),
    "1.0 is 1": ({X: 1}, {}, {"delta": {X: 1.0}}, 0, 0, 0, 1, 1),
    "-0.0 is 0": ({X: 0}, {}, {"state": {X: -0.0}}, 0, 0, 0, 1, 1),
    "within 1e-3 of the input is no claim": ({X: 1}, {}, {"delta": {X: 1.0009}}, 0, 0, 0, 1, 1),
    "x within 1e-3": ({X: 0}, {X: 5}, {"delta": {X: 5.001}}, 1, 1, 1, 1, 1),
    "x beyond 1e-3": ({X: 0}, {X: 5}, {"delta": {X: 5.0011}}, 1, 1, 0, 0, 1),
    "variable within 1e-6": ({SCORE: 0}, {SCORE: 5}, {"delta": {SCORE: 5.000001}}, 1, 1, 1, 1, 1),
    "variable beyond 1e-6": ({SCORE: 0}, {SCORE: 5}, {"delta": {SCORE: 5.00001}}, 1, 1, 0, 0, 1),
    "a list item is exact": ({ITEM: 0}, {ITEM: 5}, {"delta": {ITEM: 5.0000001}}, 1, 1, 0, 0, 1),
    # The change itself is below the tolerance; it still counts, and copying still earns nothing.
    "a tiny change, found": ({X: 0}, {X: 0.0005}, {"delta": {X: 0.0005}}, 1, 1, 1, 1, 1),
    "a tiny change, copied": ({X: 0}, {X: 0.0005}, {"state": {X: 0}}, 0, 0, 0, 1, 1),
    "-180 degrees is 180": ({D: 0}, {D: 180}, {"delta": {D: -180}}, 1, 1, 1, 1, 1),
    "450 degrees is 90": ({D: 90}, {}, {"delta": {D: 450}}, 0, 0, 0, 1, 1),
    "-179.9995 is near 180": ({D: 0}, {D: 180}, {"delta": {D: -179.9995}}, 1, 1, 1, 1, 1),
    "810 degrees is 90": ({D: 0}, {D: 90}, {"delta": {D: 810}}, 1, 1, 1, 1, 1),
    "460 degrees is not 90": ({D: 0}, {D: 90}, {"delta": {D: 460}}, 1, 1, 0, 0, 1),
    "x does not turn round": ({X: 0}, {X: 10}, {"delta": {X: 370}}, 1, 1, 0, 0, 1),
    "true is not 1": ({SCORE: 1}, {SCORE: True}, {"delta": {SCORE: 1}}, 0, 0, 0, 0, 1),
    "1 is not true": ({SHOWN: False}, {SHOWN: True}, {"delta": {SHOWN: 1}}, 1, 1, 0, 0, 1),
    "false is not 0": ({SCORE: 0}, {}, {"delta": {SCORE: False}}, 1, 0, 0, 0, 1),
    "a text is not a number": ({SCORE: 1}, {SCORE: 5}, {"delta": {SCORE: "5"}}, 1, 1, 0, 0, 1),
    "texts are exact": ({NAME: "a"}, {NAME: "b"}, {"delta": {NAME: "B"}}, 1, 1, 0, 0, 1),
    "NaN is the text NaN": ({SCORE: 1}, {SCORE: "NaN"}, {"delta": {SCORE: "NaN"}}, 1, 1, 1, 1, 1),
    "1e999 is Infinity": (
        {SCORE: 1},
        {SCORE: "Infinity"},
        {"delta": {SCORE: float("inf")}},
        1,
        1,
        1,
        1,
        1,
    ),
    # The clone is gone in both, so it is no field of the union: x alone is left.
    "null is gone": ({X: 1, CLONE: 2}, {CLONE: None}, {"delta": {CLONE: None}}, 1, 1, 1, 1, 1),
    "left out of a state is gone": (
        {X: 1, CLONE: 2},
        {CLONE: None},
        {"state": {X: 1}},
        1,
        1,
        1,
        1,
        1,
    ),
    # It is gone in the executed state only: x and the clone are the union.
    "not gone": ({X: 1, CLONE: 2}, {CLONE: None}, {"delta": {CLONE: 3}}, 1, 1, 0, 1, 2),
    "null for an absent field": ({X: 1}, {}, {"delta": {CLONE: None}}, 0, 0, 0, 1, 1),
    "a new field": ({X: 1}, {CLONE: 2}, {"delta": {CLONE: 2}}, 1, 1, 1, 2, 2),
    "a new field, missed": ({X: 1}, {CLONE: 2}, {"delta": {}}, 0, 0, 0, 1, 2),
    # A field that cannot be is a false claim, and one more field of the union.
    "a field of another shape": ({X: 1}, {X: 2}, {"delta": {"Cat.x": 2}}, 1, 0, 0, 0, 2),
    # Everything left out of a state is claimed to be gone: y is, and x has the right value.
    "half a state": ({X: 1, Y: 1}, {X: 2}, {"state": {X: 2}}, 2, 1, 1, 1, 2),
}


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_predictions(make_instance: Make, name: str) -> None:
    state, target, prediction, n_pred, presence, value, right, total = TRICKY[name]
    counts = count(make_instance, state, target, prediction)
    assert counts == Counts(
        usable=1,
        n_pred=n_pred,
        n_gold=len(target),
        tp_presence=presence,
        tp_value=value,
        n_hidden_gold=counts.n_hidden_gold,
        tp_hidden=counts.tp_hidden,
        fields_total=total,
        fields_right=right,
        exact=int(right == total),
    )


def test_hidden_fields_hang_on_the_monitor(make_instance: Make) -> None:
    # Of x, score, name and the event the monitor shows score; name and the event are hidden.
    state: State = {X: 1, SCORE: 1, NAME: "a", "/event/go": 0}
    target: Delta = {X: 2, SCORE: 2, NAME: "b", "/event/go": 1}
    instance = make_instance(state, target, monitors=(SCORE,))
    # name is right, the event has a wrong value.
    answer = answer_from({"delta": {**target, "/event/go": 7}})
    counts = count_instance(instance, answer)
    assert (counts.n_hidden_gold, counts.tp_hidden) == (2, 1)
    assert instance.n_hidden_changed == 2


@pytest.mark.parametrize(
    "prediction",
    [
        None,
        [],
        3,
        "delta",
        {},
        {"delta": {}, "state": {}},
        {"delta": []},
        {"state": None},
        {"delta": {X: [1]}},
        {"state": {X: {}}},
    ],
)
def test_what_is_no_prediction(make_instance: Make, prediction: object) -> None:
    answer = answer_from(prediction)
    assert (answer.status, answer.usable) == ("schema_invalid", False)
    assert answer.detail
    counts = count_instance(make_instance(), answer)
    # Wrong in every way: no claim, and none of the two fields right.
    assert counts == Counts(0, 0, 1, 0, 0, 0, 0, 2, 0, 0)


def test_an_unusable_answer_is_wrong_even_where_nothing_changes(make_instance: Make) -> None:
    counts = count_instance(make_instance({X: 1}, {}), answer_from(None))
    assert (counts.usable, counts.fields_right, counts.fields_total, counts.exact) == (0, 0, 1, 0)
