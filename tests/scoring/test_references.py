# SPDX-License-Identifier: Apache-2.0
"""The references: what each predicts, derived by hand, and that none looks at what it must not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring import REFERENCES, fit_reference, write_predictions
from scratchworld.cli import cli
from scratchworld.release import load_release, write_release
from scratchworld.world import Delta, Instance, State

Make = Callable[..., Instance]

X, Y, D = "/sprite/Cat/x", "/sprite/Cat/y", "/sprite/Cat/direction"
SPACE = (({"type": "key_down", "key": "space"},),)
WAIT = (({"type": "wait"},),)
FITTED = ["majority", "nearest", "rule-table"]


def predict(name: str, dev: list[Instance], instance: Instance) -> dict[str, object]:
    if name == "rule-table":
        pytest.importorskip("sklearn", reason="needs the extra [references]")
    return REFERENCES[name].fit(dev)(instance)


@pytest.fixture
def dev(make_instance: Make) -> list[Instance]:
    """Space adds 10 to x in four instances; waiting changes nothing in four."""
    return [
        make_instance(
            {X: at, Y: 0},
            {X: at + 10} if pressed else {},
            instance_id=f"{pressed}{at}",
            actions=SPACE if pressed else WAIT,
            project=f"p{at % 2}",
        )
        for pressed in (True, False)
        for at in (0, 20, 55, 71)
    ]


@pytest.mark.parametrize("name", FITTED)
def test_what_dev_teaches(name: str, dev: list[Instance], make_instance: Make) -> None:
    asked = make_instance({X: 20, Y: 0}, {}, actions=SPACE, project="new")
    assert predict(name, dev, asked) == {"delta": {X: 30}}
    waiting = make_instance({X: 20, Y: 0}, {}, actions=WAIT, project="new")
    assert predict(name, dev, waiting) == {"delta": {}}


@pytest.mark.parametrize("name", sorted(REFERENCES))
def test_without_training_and_without_fields(name: str, make_instance: Make) -> None:
    for state in ({X: 1}, {}):
        instance = make_instance(state, {}, actions=SPACE)
        prediction = predict(name, [], instance)
        nothing: tuple[dict[str, object], ...] = ({"delta": {}}, {"state": state})
        if REFERENCES[name].tasks == ("causal",):
            nothing = ({"occurs": False, "chain": []},)
        if REFERENCES[name].tasks == ("decision",):
            nothing = ({"pick": 0}, {"rewards": [0]})
        assert prediction in nothing


@pytest.mark.parametrize("name", sorted({*REFERENCES} - {"labels"}))
def test_no_reference_looks_at_the_target(
    name: str, dev: list[Instance], make_instance: Make
) -> None:
    asked = make_instance({X: 20, Y: 5}, {X: 30}, actions=SPACE, step=1, history=WAIT)
    lied = replace(asked, target={X: "nothing of the kind"}, n_changed=1)
    assert predict(name, dev, asked) == predict(name, dev, lied)


def test_the_majority_is_no_change_where_most_do_not(make_instance: Make) -> None:
    # x changes in one of three, y in two of three by the same amount.
    rows: list[Delta] = [{X: 1, Y: 1}, {Y: 1}, {}]
    dev = [make_instance({X: 0, Y: 0}, target, actions=SPACE) for target in rows]
    asked = make_instance({X: 5, Y: 5}, {}, actions=SPACE)
    assert predict("majority", dev, asked) == {"delta": {Y: 6}}


def test_the_nearest_has_most_in_common(make_instance: Make) -> None:
    dev = [
        make_instance({X: 0, Y: 7}, {X: "near"}, instance_id="a", actions=SPACE),
        make_instance({X: 9, Y: 9}, {X: "far"}, instance_id="b", actions=SPACE),
    ]
    asked = make_instance({X: 0, Y: 8}, {}, actions=SPACE)
    assert predict("nearest", dev, asked) == {"delta": {X: "near"}}
    assert predict("nearest", dev[::-1], asked) == {"delta": {X: "near"}}


def moment(make: Make, step: int, state: State, **changes: Any) -> Instance:
    return make(state, {}, step=step, history=WAIT * step, actions=WAIT, **changes)


def test_what_moves_goes_on(make_instance: Make) -> None:
    earlier = moment(make_instance, 2, {X: 0, Y: 5, D: 170})
    # In two steps x moved by 6 and the direction turned by 20 over 180, so 3 and 10 a step.
    now = moment(make_instance, 4, {X: 6, Y: 5, D: -170})
    assert predict("kinematic", [earlier, now], now) == {"delta": {X: 9, D: -160}}
    far = replace(now, task="rollout", horizon=4)
    assert predict("kinematic", [earlier, now], far) == {"delta": {X: 18, D: -130}}


@pytest.mark.parametrize("other", [{"project": "b"}, {"seed": 1}, {"ticks": 5}])
def test_another_episode_says_nothing(make_instance: Make, other: dict[str, Any]) -> None:
    earlier = moment(make_instance, 2, {X: 0}, **other)
    now = moment(make_instance, 4, {X: 6})
    assert predict("kinematic", [earlier, now], now) == {"delta": {}}


def test_other_actions_are_another_episode(make_instance: Make) -> None:
    earlier = make_instance({X: 0}, {}, step=1, history=SPACE, actions=WAIT)
    now = moment(make_instance, 2, {X: 6})
    assert predict("kinematic", [earlier, now], now) == {"delta": {}}


def test_dev_is_answered_by_other_projects(make_instance: Make, tmp_path: Path) -> None:
    """Each dev project has a change of its own, so whoever saw it would get it right."""
    projects = [
        make_instance(
            {X: 0},
            {X: number + 1},
            instance_id=f"{number:016x}",
            project=f"p{number}",
            split="test" if number == 9 else "dev",
            actions=SPACE,
        )
        for number in range(10)
    ]
    write_release(tmp_path / "r", projects)
    release = load_release(tmp_path / "r")
    for name in ("majority", "nearest"):
        ask = fit_reference(REFERENCES[name], release)
        for instance in release.instances(split="dev"):
            assert ask(instance) != {"delta": instance.target}


def test_a_reference_may_learn_from_another_release(
    tmp_path: Path, dev: list[Instance], make_instance: Make
) -> None:
    write_release(tmp_path / "taught", [replace(one, split="dev") for one in dev])
    asked = make_instance({X: 20, Y: 0}, {}, actions=SPACE, project="new", split="dev")
    write_release(tmp_path / "asked", [asked])
    taught, release = (load_release(tmp_path / name) for name in ("taught", "asked"))
    # its own release has nothing else to learn from
    assert fit_reference(REFERENCES["majority"], release)(asked) == {"delta": {}}
    ask = fit_reference(REFERENCES["majority"], release, learn_from=taught)
    assert ask(asked) == {"delta": {X: 30}}


def test_the_ladder(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    result = CliRunner().invoke(cli, ["references", str(release), "--json", "--draws", "10"])
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    names = [rung["reference"] for rung in document["rungs"] if rung["task"] == "rollout"]
    able = [name for name, one in REFERENCES.items() if "rollout" in one.tasks]
    assert sorted(names + list(document["skipped"])) == sorted(able)
    # Copying: 5 of 12 rollout fields change.
    copy = document["rungs"][len(names)]["metrics"]["full_state_accuracy"]
    assert (copy["value"], copy["n"]) == (7 / 12, 12)
    # The ladder says what scoring the reference's predictions says.
    path = tmp_path / "p.jsonl"
    ask = fit_reference(REFERENCES["majority"], load_release(release))
    write_predictions(path, ((i.instance_id, ask(i)) for i in corpus))
    scored = CliRunner().invoke(cli, ["score", str(release), str(path), "--json", "--draws", "10"])
    rung = next(rung for rung in document["rungs"] if rung["reference"] == "majority")
    assert json.loads(scored.stdout)["groups"][0]["metrics"] == rung["metrics"]


def test_the_printed_ladder(release: Path) -> None:
    result = CliRunner().invoke(cli, ["references", str(release), "--split", "test"])
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    # One next-state instance with two changes among four fields, in one project: no interval.
    assert "next_state copy 1 0.0 0.0 - 0.0 50.0 0.0" in lines


def test_labels_and_the_oracle_are_perfect_or_at_fault(
    release: Path, tmp_path: Path, corpus: list[Instance]
) -> None:
    oracle = tmp_path / "oracle.jsonl"
    answers = [(one.instance_id, {"state": one.target_state()}) for one in corpus]
    write_predictions(oracle, answers)
    command = ["references", str(release), "--draws", "10", "--oracle", str(oracle)]
    result = CliRunner().invoke(cli, command)
    lines = [line.split() for line in result.stdout.splitlines()]
    for task, count in (("next_state", "5"), ("rollout", "3")):
        rungs = [line for line in lines if line[:1] == [task]]
        assert [line[1] for line in rungs[-2:]] == ["labels", "vm-oracle"]
        for rung in rungs[-2:]:
            assert rung[2] == count
            assert {cell.rstrip(")") for cell in rung[3:] if cell[0].isdigit()} == {"100.0"}
    assert "At fault" not in result.stdout
    assert result.exit_code == 0
    write_predictions(oracle, answers[1:])
    result = CliRunner().invoke(cli, command)
    assert result.stdout.endswith("At fault: vm-oracle has 1 of 8 instances wrong; it must not\n")
    assert result.exit_code == 1
    scored = CliRunner().invoke(cli, ["score", str(release), str(oracle), *command[2:]])
    assert scored.exit_code == 1
    scored = CliRunner().invoke(
        cli, ["score", str(release), str(oracle), *command[2:], "--no-references"]
    )
    assert scored.exit_code == 2
    assert "leave --no-references out" in scored.stderr


def test_a_missing_extra_is_named(release: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.tree", None)
    monkeypatch.setitem(__import__("sys").modules, "sklearn.feature_extraction", None)
    result = CliRunner().invoke(cli, ["references", str(release), "--draws", "1"])
    assert result.exit_code == 0
    assert "Left out: rule-table; the rule table needs scikit-learn" in result.stdout
