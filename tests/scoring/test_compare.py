# SPDX-License-Identifier: Apache-2.0
"""Paired comparison against arithmetic done by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from scoring import METRICS, Bootstrap, answer_from, compare_tables, write_predictions
from scoring.permutation import holm, permutation_p
from scoring.statistics import Ratio
from scoring.table import CountsTable, count_all
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.world import Instance

Make = Callable[..., Instance]

X = "/sprite/Cat/x"
EXACT = [metric for metric in METRICS if metric.name == "exact_match"]


def ratio(*right: float) -> Ratio:
    """One instance a project, right or wrong."""
    return Ratio(np.array(right), np.ones(len(right)), "instances")


def table(make: Make, claims: str) -> CountsTable:
    """One project a letter: right, wrong value, or no claim about x: 1 to 2."""
    values = {"r": {X: 2}, "w": {X: 9}, "-": {}}
    return count_all(
        (
            make({X: 1}, {X: 2}, instance_id=str(at), project=str(at)),
            answer_from({"delta": values[letter]}),
        )
        for at, letter in enumerate(claims)
    )


def test_p_of_three_projects_by_hand() -> None:
    # The models differ in all three projects, always in favour of the first: of the 8 patterns of
    # swaps only none and all give a difference of that size, so p = 2 / 8.
    assert permutation_p(ratio(1, 1, 1), ratio(0, 0, 0), Bootstrap(100)) == 2 / 8


def test_projects_without_a_difference_do_not_matter() -> None:
    p = permutation_p(ratio(1, 1, 1, 0, 1), ratio(0, 0, 0, 0, 1), Bootstrap(100))
    assert p == 2 / 8


def test_p_by_draws_is_near_the_exact_one() -> None:
    # Ten projects, seven to three. Signs of ten: a sum of at least 4 in size is 7 or more of one
    # kind: 2 (120 + 45 + 10 + 1) / 1024 = 352 / 1024.
    one, other = ratio(*[1] * 7, *[0] * 3), ratio(*[0] * 7, *[1] * 3)
    assert permutation_p(one, other, Bootstrap(1024)) == 352 / 1024
    drawn = permutation_p(one, other, Bootstrap(1000, seed=1))
    assert drawn == pytest.approx(352 / 1024, abs=0.05)
    assert drawn == permutation_p(one, other, Bootstrap(1000, seed=1))


def test_equal_models_have_p_1() -> None:
    assert permutation_p(ratio(1, 0), ratio(1, 0), Bootstrap(100)) == 1
    assert permutation_p(ratio(1, 0), ratio(0, 1), Bootstrap(100)) == 1


def test_nothing_to_measure_has_no_p() -> None:
    empty = Ratio(np.zeros(2), np.zeros(2), "instances")
    assert permutation_p(empty, empty, Bootstrap(10)) is None


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.04: times 3, 2, 1 is 0.03, 0.04, 0.04.
    assert holm([0.04, None, 0.01, 0.02]) == [0.04, None, 0.03, 0.04]
    # 0.4 * 2 = 0.8; 0.5 * 1 may not come before it.
    assert holm([0.5, 0.4]) == [0.8, 0.8]
    assert holm([0.9, 0.8, 0.7]) == [1, 1, 1]


def test_wins_ties_and_losses(make_instance: Make) -> None:
    tables = {"a": table(make_instance, "rrw-"), "b": table(make_instance, "rw-r")}
    outcome = compare_tables(tables, Bootstrap(200), EXACT)
    [duel] = outcome.duels
    # right - right: tie; right - wrong: win; wrong - none: both earn 0, a tie; none - right: loss.
    assert (duel.wins, duel.ties, duel.losses) == (1, 2, 1)
    assert (duel.only_one, duel.only_other) == (("1",), ("3",))
    [pair] = outcome.pairs
    # Both get two of four. They differ in projects 1 and 3, in opposite directions.
    assert pair.difference.value == 0
    assert pair.p == 1
    assert {standing.rank for standing in outcome.standings} == {1.5}


def test_a_no_op_is_won_by_who_sees_it(make_instance: Make) -> None:
    instance = make_instance({X: 1}, {})
    answers = {"sees": {"delta": {}}, "invents": {"delta": {X: 5}}, "fails": None}
    tables = {
        name: count_all([(instance, answer_from(answer))]) for name, answer in answers.items()
    }
    duels = {
        (duel.one, duel.other): (duel.wins, duel.ties, duel.losses)
        for duel in compare_tables(tables, Bootstrap(10)).duels
    }
    assert duels["sees", "invents"] == (1, 0, 0)
    assert duels["sees", "fails"] == (1, 0, 0)
    assert duels["invents", "fails"] == (0, 1, 0)


def test_the_same_model_twice_is_a_tie_in_every_draw(make_instance: Make) -> None:
    tables = {name: table(make_instance, "rw-rr") for name in "ab"}
    outcome = compare_tables(tables, Bootstrap(200))
    assert all(pair.difference.value in (0, None) for pair in outcome.pairs)
    assert all(pair.difference.low in (0, None) for pair in outcome.pairs)
    assert all(pair.p in (1, None) for pair in outcome.pairs)
    assert {(one.rank_low, one.rank_high) for one in outcome.standings if one.rank} == {(1.5, 1.5)}


def test_ranks(make_instance: Make) -> None:
    tables = {"bad": table(make_instance, "----"), "good": table(make_instance, "rrrr")}
    ranks = {one.model: one for one in compare_tables(tables, Bootstrap(50), EXACT).standings}
    assert (ranks["good"].rank, ranks["good"].rank_low, ranks["good"].rank_high) == (1, 1, 1)
    assert (ranks["bad"].rank, ranks["bad"].rank_low, ranks["bad"].rank_high) == (2, 2, 2)


def test_other_instances_are_refused(make_instance: Make) -> None:
    with pytest.raises(InputError, match="other instances"):
        compare_tables({"a": table(make_instance, "r"), "b": table(make_instance, "rr")})


def test_the_command(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    right, copy = tmp_path / "right.jsonl", tmp_path / "copy.jsonl"
    write_predictions(right, ((i.instance_id, {"delta": i.target}) for i in corpus))
    write_predictions(copy, ((i.instance_id, {"delta": {}}) for i in corpus))
    result = CliRunner().invoke(cli, ["compare", str(release), str(right), f"c={copy}"])
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    # Three of five next-state instances change, in three projects: 2 / 8 patterns.
    assert "changed-field F1, pooled right - c 100.0 (100.0 to 100.0) 0.2500 0.2500" in lines
    assert any(line.startswith("right - c 3 2 0 0000000000000000, ") for line in lines)
    printed = CliRunner().invoke(cli, ["compare", str(release), str(right), str(copy), "--json"])
    assert json.loads(printed.stdout)["models"] == ["right", "copy"]


@pytest.mark.parametrize("again", [[], ["right.jsonl"]])
def test_one_model_is_no_comparison(
    release: Path, tmp_path: Path, corpus: list[Instance], again: list[str]
) -> None:
    path = tmp_path / "right.jsonl"
    write_predictions(path, ((i.instance_id, {"delta": i.target}) for i in corpus))
    more = [str(tmp_path / name) for name in again]
    result = CliRunner().invoke(cli, ["compare", str(release), str(path), *more])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_model_needs_a_name(release: Path, tmp_path: Path) -> None:
    files = [str(tmp_path / "one.jsonl"), f"={tmp_path / 'two.jsonl'}"]
    result = CliRunner().invoke(cli, ["compare", str(release), *files])
    assert result.exit_code == 2
    assert "no name before '='" in result.stderr
