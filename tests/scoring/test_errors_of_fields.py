# SPDX-License-Identifier: Apache-2.0
"""The confusion of errors, the figures by kind of field, and unknown names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import Bootstrap, answer_from, score_release, write_predictions
from scoring.errors_of_fields import ERRORS
from scoring.fields import field_breakdown
from scoring.table import CountsTable, count_all
from scratchworld.release import load_release, write_release
from scratchworld.world import Instance

Make = Callable[..., Instance]

X, Y, D = "/sprite/Cat/x", "/sprite/Cat/y", "/sprite/Cat/direction"
SCORE, NAME = "/variable/_stage_/score", "/variable/_stage_/name"
SHOWN, CLONE = "/sprite/Cat/visible", "/clone/Cat/1/x"


def errors_of(table: CountsTable) -> dict[str, int]:
    return {error: count for (_, error), count in table.fields.errors.items() if count}


# name: (input, executed delta, prediction, the error of each wrong field)
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], object, dict[str, int]]] = {
    "right": ({X: 1}, {X: 2}, {"delta": {X: 2}}, {}),
    "no answer": ({X: 1}, {X: 2}, None, {"unusable": 1}),
    "left out": ({X: 1}, {X: 2}, {"delta": {}}, {"missed": 1}),
    "the old value": ({X: 1}, {X: 2}, {"delta": {X: 1}}, {"stale": 1}),
    "the old state": ({X: 1, Y: 1}, {X: 2}, {"state": {X: 1, Y: 1}}, {"stale": 1}),
    "a misspelt name": ({X: 1}, {}, {"delta": {"Cat.x": 2}}, {"unknown_field": 1}),
    "another field": ({X: 1, Y: 1}, {}, {"delta": {Y: 2}}, {"invented": 1}),
    "gone": ({X: 1}, {X: 2}, {"delta": {X: None}}, {"gone_or_not": 1}),
    "not gone": ({CLONE: 1}, {CLONE: None}, {"delta": {CLONE: 2}}, {"gone_or_not": 1}),
    "a text": ({SCORE: 1}, {SCORE: 2}, {"delta": {SCORE: "2"}}, {"wrong_type": 1}),
    "a number": ({SHOWN: False}, {SHOWN: True}, {"delta": {SHOWN: 1}}, {"wrong_type": 1}),
    "minus": ({X: 1}, {X: 20}, {"delta": {X: -20}}, {"wrong_sign": 1}),
    # 100 + 10 went to 100 - 10.
    "backwards": ({X: 100}, {X: 110}, {"delta": {X: 90}}, {"wrong_sign": 1}),
    "ten times": ({X: 1}, {X: 5}, {"delta": {X: 50}}, {"wrong_scale": 1}),
    # 100 + 10 went to 100 + 2 * 10.
    "twice the way": ({X: 100}, {X: 110}, {"delta": {X: 120}}, {"wrong_scale": 1}),
    "something else": ({X: 1}, {X: 5}, {"delta": {X: 17}}, {"other_value": 1}),
    "another text": ({NAME: "a"}, {NAME: "b"}, {"delta": {NAME: "c"}}, {"other_value": 1}),
    "from a text": ({SCORE: "a"}, {SCORE: 5}, {"delta": {SCORE: 7}}, {"other_value": 1}),
    # 0 has no sign, and no multiple.
    "not nought": ({X: 1}, {X: 0}, {"delta": {X: 7}}, {"other_value": 1}),
    "two at once": ({X: 1, Y: 1}, {X: 2}, {"delta": {Y: 2}}, {"missed": 1, "invented": 1}),
}


@pytest.mark.parametrize("name", CASES)
def test_each_error(make_instance: Make, name: str) -> None:
    state, target, prediction, expected = CASES[name]
    table = count_all([(make_instance(state, target), answer_from(prediction))])
    assert errors_of(table) == expected


def test_every_error_but_timing_occurs_above() -> None:
    seen = {error for *_, errors in CASES.values() for error in errors}
    assert seen | {"one_step_early", "one_step_late"} == set(ERRORS)


def test_every_wrong_field_has_one_error(make_instance: Make) -> None:
    table = count_all(
        [(make_instance(case[0], case[1]), answer_from(case[2])) for case in CASES.values()]
    )
    numbers = table.numbers
    # P or G, less what is right: |P| + |G| - presence TP - value TP.
    wrong = numbers["n_pred"] + numbers["n_gold"] - numbers["tp_presence"] - numbers["tp_value"]
    assert sum(errors_of(table).values()) == wrong.sum()


def test_one_step_early_and_late(make_instance: Make, tmp_path: Path) -> None:
    """x is 7, 11, 20, 26, 90 at steps 0 to 4 of one episode, and 26 at step 3 of another."""
    values = [7, 11, 20, 26, 90]
    go, wait = ({"type": "green_flag"},), ({"type": "wait"},)
    windows = [go, wait, wait, wait]

    def moment(name: str, step: int, actions: list[Any] = windows, project: str = "p") -> Instance:
        return make_instance(
            {X: values[step]},
            {X: values[step + 1]},
            instance_id=name,
            project=project,
            step=step,
            history=tuple(actions[:step]),
            actions=(actions[step],),
        )

    asked = make_instance(
        {X: 7},
        {X: 20},
        instance_id="asked",
        project="p",
        task="rollout",
        horizon=2,
        history=(),
        actions=(go, wait),
    )
    release = [asked, moment("start", 0), moment("end", 3), moment("elsewhere", 3, project="q")]
    write_release(tmp_path / "r", release)

    def errors(claimed: int, name: str = "asked") -> dict[str, int]:
        path = tmp_path / "p.jsonl"
        write_predictions(path, [(name, {"delta": {X: claimed}})])
        outcome = score_release(load_release(tmp_path / "r"), path, bootstrap=Bootstrap(1))
        found = errors_of(outcome.table)
        found.pop("unusable")  # The instances without an answer.
        return found

    # The window ends at step 2. "start" ends at step 1 with 11, "end" begins at step 3 with 26.
    assert errors(11) == {"one_step_late": 1}
    assert errors(26) == {"one_step_early": 1}
    assert errors(91) == {"other_value": 1}
    # "elsewhere" has no neighbour in its own project.
    assert errors(20, "elsewhere") == {"other_value": 1}


def test_figures_by_kind(make_instance: Make) -> None:
    state = {X: 1, Y: 1, SCORE: 1}
    # x is right, y has a wrong value; score, which is hidden, is missed; direction is invented.
    answer = answer_from({"delta": {X: 2, Y: 9, D: 5}})
    table = count_all([(make_instance(state, {X: 2, Y: 2, SCORE: 2}), answer)])
    groups = {
        (group.by, group.value): {name: figure.value for name, figure in group.figures.items()}
        for group in field_breakdown(table.fields, Bootstrap(1))
    }
    assert groups["kind", "x"] == {
        "changed_field_f1": 1,
        "changed_field_f1_presence": 1,
        "found": 1,
        "valued": 1,
    }
    assert groups["kind", "y"] == {
        "changed_field_f1": 0,
        "changed_field_f1_presence": 1,
        "found": 1,
        "valued": 0,
    }
    # Visible: P = {x, y, direction}, G = {x, y}; presence TP 2, value TP 1.
    assert groups["visibility", "visible"] == {
        "changed_field_f1": 2 * 1 / 5,
        "changed_field_f1_presence": 2 * 2 / 5,
        "found": 1,
        "valued": 1 / 2,
    }
    assert groups["visibility", "hidden"]["found"] == 0
    assert groups["visibility", "hidden"]["valued"] is None
    assert groups["kind", "direction"]["found"] is None


def test_the_ten_commonest_unknown_names(
    release: Path, tmp_path: Path, corpus: list[Instance]
) -> None:
    names = [f"Cat.{number}" for number in range(12)]
    path = tmp_path / "p.jsonl"
    # Cat.0 once, Cat.1 twice and so on.
    write_predictions(
        path,
        (
            (instance.instance_id, {"delta": dict.fromkeys(names[at:], 1)})
            for at, instance in enumerate(corpus)
        ),
    )
    outcome = score_release(load_release(release), path, bootstrap=Bootstrap(1))
    unknown: Any = outcome.document["unknown_fields"]
    # Eight instances: Cat.7 to Cat.11 are claimed in all, Cat.0 in one; ten of twelve are shown.
    assert [row["claims"] for row in unknown] == [8, 8, 8, 8, 8, 7, 6, 5, 4, 3]
    assert unknown[0]["path"] == "Cat.10"
    assert unknown[-1]["path"] == "Cat.2"
