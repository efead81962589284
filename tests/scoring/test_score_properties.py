# SPDX-License-Identifier: Apache-2.0
"""Laws that every score obeys, whatever the states and claims."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import Bootstrap, Counts, answer_from, count_instance
from scoring.cuts import cuts_of
from scoring.results import figures_of
from scoring.table import count_all
from scratchworld.schemas import load_schema
from scratchworld.world import Delta, Instance, State, Value, apply_delta, diff, normalise

Make = Callable[..., Instance]

NAMES = ("Cat", "a/b", "", "\ud800")
PATHS = (
    *(f"/sprite/Cat/{name}" for name in ("x", "y", "direction", "costume", "visible")),
    "/variable/_stage_/score",
    "/list/_stage_/l/1",
    "/event/go",
    "/clone/Cat/1/x",
    "no field",
)
values = st.one_of(
    st.booleans(),
    st.integers(-3, 3),
    st.floats(-400, 400),
    st.sampled_from([0.0005, 1e-7, 359.9999, "", "NaN", "1", "true"]),
).map(normalise)
paths = st.sampled_from(PATHS)
states = st.dictionaries(paths, values)
claims = st.dictionaries(paths, st.none() | values)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["delta", "state", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def shares(instance: Instance, prediction: object) -> dict[str, float | None]:
    table = count_all([(instance, answer_from(prediction))])
    [cut] = cuts_of(table, instance.task, ("all",))
    [figures] = figures_of(table, [cut], Bootstrap(1))
    return {name: figure.value for name, figure in figures.items()}


@given(state=states, following=states, claimed=claims)
def test_every_figure_lies_between_0_and_1(
    make_instance: Make, state: State, following: State, claimed: Delta
) -> None:
    figures = shares(make_instance(state, diff(state, following)), {"delta": claimed})
    assert all(value is None or 0 <= value <= 1 for value in figures.values())


@given(state=states, following=states, claimed=claims)
def test_both_forms_of_a_claim_score_the_same(
    make_instance: Make, state: State, following: State, claimed: Delta
) -> None:
    instance = make_instance(state, diff(state, following))
    as_delta = count_instance(instance, answer_from({"delta": claimed}))
    as_state = count_instance(instance, answer_from({"state": apply_delta(state, claimed)}))
    assert as_delta == as_state


@given(state=states, following=states)
def test_the_executed_delta_scores_1_on_everything(
    make_instance: Make, state: State, following: State
) -> None:
    instance = make_instance(state, diff(state, following))
    for prediction in ({"delta": instance.target}, {"state": following}):
        figures = shares(instance, prediction)
        assert set(figures.values()) <= {1.0, None}


@given(state=states, following=states)
def test_copying_earns_no_changed_field(
    make_instance: Make, state: State, following: State
) -> None:
    instance = make_instance(state, diff(state, following))
    for prediction in ({"delta": {}}, {"state": state}):
        counts = count_instance(instance, answer_from(prediction))
        assert (counts.n_pred, counts.tp_presence, counts.tp_value) == (0, 0, 0)


@given(state=states, following=states, data=st.data())
def test_one_wrong_value_costs_exactly_one_field(
    make_instance: Make, state: State, following: State, data: st.DataObject
) -> None:
    """Replace one right value of the oracle by one that is certainly wrong."""
    target = diff(state, following)
    assume(target)
    path = data.draw(st.sampled_from(sorted(target)))
    wrong: Value = "certainly wrong"
    instance = make_instance(state, target)
    right = count_instance(instance, answer_from({"delta": target}))
    mutated = count_instance(instance, answer_from({"delta": {**target, path: wrong}}))
    n = len(target)
    # Value-aware F1 falls from 2n / 2n to 2(n - 1) / 2n; presence stays at 1.
    assert (right.tp_value, mutated.tp_value) == (n, n - 1)
    assert (mutated.tp_presence, mutated.n_pred) == (n, n)
    # One field of the state is wrong now. A field that should be gone joins the union.
    joins = int(target[path] is None)
    assert mutated.fields_total == right.fields_total + joins
    assert mutated.fields_right == right.fields_right - 1 + joins
    assert mutated.exact == 0
    hidden = right.n_hidden_gold
    assert mutated.n_hidden_gold == hidden
    assert mutated.tp_hidden in (hidden, hidden - 1)


@given(state=states, following=states, data=st.data())
def test_leaving_one_change_out_costs_exactly_one_claim(
    make_instance: Make, state: State, following: State, data: st.DataObject
) -> None:
    target = diff(state, following)
    assume(target)
    path = data.draw(st.sampled_from(sorted(target)))
    rest = {key: value for key, value in target.items() if key != path}
    counts = count_instance(make_instance(state, target), answer_from({"delta": rest}))
    n = len(target)
    assert (counts.n_pred, counts.tp_presence, counts.tp_value) == (n - 1, n - 1, n - 1)


@given(prediction=anything)
def test_the_quick_check_agrees_with_the_schema(prediction: object) -> None:
    for task in ("next_state", "rollout"):
        schema = Draft202012Validator(load_schema(f"prediction_{task}"))
        assert schema.is_valid(prediction) == answer_from(prediction).usable


def test_counts_are_plain_integers(make_instance: Make) -> None:
    counts = count_instance(make_instance(), answer_from({"delta": {}}))
    assert all(type(count) is int for count in counts)
    assert isinstance(counts, Counts)
