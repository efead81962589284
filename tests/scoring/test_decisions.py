# SPDX-License-Identifier: Apache-2.0
"""Decisions: what an answer to a menu earns, derived by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import Bootstrap, plain_prompt, reward, score_references, write_predictions
from scoring.cuts import cuts_of
from scoring.intake import StrictDecoder, read_output
from scoring.keyframes import Opening
from scoring.metrics.decision_ranking import rank_correlation
from scoring.results import figures_of
from scoring.table import count_all
from scoring.tasks import SCORED_TASKS
from scoring.tasks.decision import picked
from scratchworld.cli import cli
from scratchworld.release import load_release, write_release
from scratchworld.schemas import load_schema
from scratchworld.world import DecisionInstance, Delta, Instance, Reward

Make = Callable[..., Instance]

TASK = SCORED_TASKS["decision"]
SCORE = "/variable/_stage_/score"
OTHER = "/sprite/Dog/x"
WAIT: tuple[dict[str, Any], ...] = ({"type": "wait"},)
KEY: tuple[dict[str, Any], ...] = ({"type": "key_down", "key": "space"},)
REWARDS = ((0.0, 1.0), (0.0, 5.0), (1.0, 0.0), (2.0, 1.0), (0.0, 0.0))
"""Returns 1, 5, 1, 3, 0: best 5, worst 0, mean 2."""


def decision(make: Make, **changes: Any) -> DecisionInstance:
    menu = ((WAIT, WAIT), (KEY, WAIT), (WAIT, KEY), (KEY, KEY), (WAIT, WAIT))
    common = {"task": "decision", "horizon": 2, "actions": menu[0], "instance_id": "d" * 16}
    base = make({SCORE: 10, OTHER: 0}, {SCORE: 11}, **{**common, **changes})
    return DecisionInstance(
        **{name: getattr(base, name) for name in Instance.__dataclass_fields__},
        menu=menu,
        reward=Reward("gain", (SCORE,)),
        basis="name",
        earlier={SCORE: 9, OTHER: 0},
        observed=({}, {SCORE: 10}),
        rewards=REWARDS,
        random_option=3,
    )


@pytest.fixture
def menu(make_instance: Make) -> DecisionInstance:
    return decision(make_instance)


def figures(instance: DecisionInstance, prediction: object) -> dict[str, float | None]:
    table = count_all([(instance, TASK.form.read(prediction, "ok"))])
    [of_task] = figures_of(table, [*cuts_of(table, "decision", ("all",))], Bootstrap(1))
    return {name: figure.value for name, figure in of_task.items()}


def test_the_options_themselves_earn_their_returns(menu: DecisionInstance) -> None:
    assert menu.returns() == (1, 5, 1, 3, 0)
    regrets = [figures(menu, {"pick": at})["regret"] for at in range(5)]
    # (5 - 1) / 5, 0, (5 - 1) / 5, (5 - 3) / 5, 1
    assert regrets == pytest.approx([0.8, 0, 0.8, 0.4, 1])
    to_random = [figures(menu, {"pick": at})["regret_to_random"] for at in range(5)]
    # The mean is 2, so 5 - 2 divides: 4 / 3, 0, 4 / 3, 2 / 3, 5 / 3.
    assert to_random == pytest.approx([4 / 3, 0, 4 / 3, 2 / 3, 5 / 3], abs=1e-6)
    assert [figures(menu, {"pick": at})["top_1"] for at in range(5)] == [0, 1, 0, 0, 0]
    assert figures(menu, {"pick": 1})["rank_correlation"] is None
    assert figures(menu, {"pick": 1})["reward_error"] is None


def test_rewards(menu: DecisionInstance) -> None:
    right = figures(menu, {"rewards": [1, 5, 1, 3, 0]})
    assert right == {
        "regret": 0,
        "regret_to_random": 0,
        "top_1": 1,
        "rank_correlation": 1,
        "reward_error": 0,
    }
    # Ten too much of each: the same choice and order; off by 10 of a range of 5.
    shifted = figures(menu, {"rewards": [11, 15, 11, 13, 10]})
    assert (shifted["regret"], shifted["rank_correlation"]) == (0, 1)
    assert shifted["reward_error"] == pytest.approx(2)
    # Upside down; the errors are 4 + 5 + 4 + 0 + 5 of five options and a range of 5.
    turned = figures(menu, {"rewards": [5, 0, 5, 3, 5]})
    assert turned["reward_error"] == pytest.approx(18 / 25)
    assert turned["rank_correlation"] is not None
    assert turned["rank_correlation"] < -0.5


def test_who_tells_no_option_from_another_earns_nothing(menu: DecisionInstance) -> None:
    for rewards in ([0, 0, 0, 0, 0], [7, 7, 7, 7, 7]):
        same = figures(menu, {"rewards": rewards})
        assert (same["regret"], same["top_1"], same["rank_correlation"]) == (1, 0, 0)
    # Of two that are said to be best the worse one counts.
    assert figures(menu, {"rewards": [0, 9, 0, 9, 0]})["regret"] == pytest.approx(0.4)
    assert figures(menu, {"rewards": [0, 9, 0, 9 - 1e-12, 0]})["regret"] == pytest.approx(0.4)


def test_a_state_model_needs_no_reward_head(menu: DecisionInstance) -> None:
    steps: list[list[Delta]] = [
        [{}, {SCORE: 11}],
        [{OTHER: 3}, {SCORE: 15}],
        [{SCORE: 11}, {}],
        [{SCORE: 12}, {SCORE: 13}],
        [{}, {}],
    ]
    assert figures(menu, {"deltas": steps}) == figures(menu, {"rewards": [1, 5, 1, 3, 0]})
    nothing = figures(menu, {"deltas": [[{}, {}]] * 5})
    assert (nothing["regret"], nothing["top_1"]) == (1, 0)
    # A score that is gone counts 0, as it would in Scratch.
    assert figures(menu, {"deltas": [*steps[:4], [{SCORE: None}, {}]]})["regret"] == 0


@pytest.mark.parametrize(
    "prediction",
    [
        {"rewards": [1, 2]},
        {"rewards": [0] * 6},
        {"pick": 5},
        {"deltas": [[{}, {}]] * 4},
        {"deltas": [[{}]] * 5},
    ],
)
def test_answers_to_another_menu_are_wrong(menu: DecisionInstance, prediction: object) -> None:
    answer = TASK.form.read(prediction, "ok")
    assert answer.status == "ok"
    assert TASK.opened(menu, answer, Opening()).status == "schema_invalid"
    assert picked(menu, answer) is None
    found = figures(menu, prediction)
    assert (found["regret"], found["top_1"], found["reward_error"]) == (1, 0, None)
    assert reward(menu, json.dumps(prediction)) == 0


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "rewards": st.lists(st.none() | st.booleans() | st.integers() | st.floats(-9, 9)),
            "pick": st.integers(-1, 5) | st.booleans() | st.just(2.0) | st.just(2.5) | st.none(),
            "deltas": st.lists(
                st.lists(st.dictionaries(st.sampled_from([SCORE]), st.none() | st.lists(st.none())))
                | st.none()
            ),
        },
    )
    | st.none()
)
def test_the_quick_check_agrees_with_the_schema(prediction: object) -> None:
    schema = Draft202012Validator(load_schema("prediction_decision"))
    assert schema.is_valid(prediction) == TASK.form.read(prediction, "ok").usable


def test_raw_output(menu: DecisionInstance) -> None:
    answer = read_output('Best is 1: {"pick": 1}', StrictDecoder(), TASK.form)
    assert (answer.status, picked(menu, answer)) == ("repaired", 1)
    assert reward(menu, '{"rewards": [1, 5, 1, 3, 0]}') == 1
    assert reward(menu, '{"pick": 3}') == pytest.approx(0.6)
    assert reward(menu, "no idea") == 0


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3], [10, 20, 30]) == 1
    assert rank_correlation([3, 2, 1], [10, 20, 30]) == -1
    # Ranks 0, 1.5, 1.5 against 0, 1, 2: 1.5 / sqrt(1.5 * 2).
    assert rank_correlation([1, 2, 2], [1, 2, 3]) == pytest.approx(1.5 / 3**0.5)


def test_rewards_are_read_from_states() -> None:
    cat, dog = "/sprite/Cat", "/sprite/Dog"
    near = Reward("nearness", (cat, dog))
    states = [{f"{cat}/x": x, f"{cat}/y": 0, f"{dog}/x": 0, f"{dog}/y": 4} for x in (9, 3, 0)]
    assert near.steps(states) == (-5, -4)
    assert near.total(states) == -9
    lives = Reward("survival", (SCORE,))
    assert lives.steps([{SCORE: 3}, {SCORE: 1}, {SCORE: 0}, {SCORE: True}, {}]) == (1, 0, 1, 0)
    assert Reward("gain", (SCORE,)).steps([{SCORE: "2"}, {SCORE: 3}, {SCORE: 1}]) == (3, -2)
    for one in (near, lives):
        assert Reward.from_json(one.to_json()) == one
    for wrong in ({}, {"kind": "joy"}, {"kind": "gain"}, {"kind": "gain", "path": "", "to": ""}):
        with pytest.raises(ValueError, match="reward"):
            Reward.from_json(wrong)


def test_a_release_of_menus(menu: DecisionInstance, tmp_path: Path) -> None:
    write_release(tmp_path / "r", [menu])
    release = load_release(tmp_path / "r")
    [read] = release.instances()
    assert isinstance(read, DecisionInstance)
    assert (read.menu, read.rewards, read.reward) == (menu.menu, menu.rewards, menu.reward)
    assert [one.actions for one in read.options()] == list(menu.menu)
    ladder = score_references(release, bootstrap=Bootstrap(1))
    regret = {rung.reference: rung.figures["regret"].value for rung in ladder.rungs}
    # Greedy sees 0, 0, 1, 2, 0 after the first step and takes the fourth, worth 3.
    assert regret["greedy"] == pytest.approx(0.4)
    assert (regret["copy"], regret["labels"]) == (1, 0)
    assert set(regret) == {"copy", "random-option", "greedy", "labels"}
    write_predictions(tmp_path / "p.jsonl", [(menu.instance_id, {"pick": 1})])
    command = ["score", tmp_path / "r", tmp_path / "p.jsonl", "--out", tmp_path, "--draws", "5"]
    result = CliRunner().invoke(cli, list(map(str, command)))
    assert result.exit_code == 0, result.output
    assert "best option picked" in result.stdout
    assert "<h3>decision</h3>" in (tmp_path / "report.html").read_text("utf-8")


def test_the_prompt_shows_the_menu_and_no_label(make_instance: Make) -> None:
    text = plain_prompt(decision(make_instance))
    assert "Option 3\nStep 1:" in text
    assert f'1 step ago: {{"{SCORE}": 10}}' in text
    assert f"Add up by how much the field {SCORE} grows in each step." in text
    assert '{"rewards": [0, 0, 0, 0, 0]}' in text
    told = replace(decision(make_instance), target={SCORE: 99}, rewards=(), random_option=0)
    assert plain_prompt(told) == text
