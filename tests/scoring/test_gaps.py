# SPDX-License-Identifier: Apache-2.0
"""Perturbation gaps: pairs of an original and a perturbed instance, by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from scoring import Bootstrap, answer_from, score_release, write_predictions
from scoring.gaps import perturbation_gaps
from scoring.table import count_all
from scratchworld.cli import cli
from scratchworld.release import Publication, ReleaseFacts, load_release, write_release
from scratchworld.world import Instance

Make = Callable[..., Instance]

X, Y = "/sprite/Cat/x", "/sprite/Cat/y"


def test_a_gap_is_the_mean_of_the_differences(make_instance: Make) -> None:
    state, gold = {X: 0, Y: 0}, {X: 1}
    right, wrong = answer_from({"delta": gold}), answer_from({"delta": {}})
    half = answer_from({"delta": {X: 1, Y: 5}})  # F1 = 2 * 1 / (2 + 1)

    def one(pair: str, variant: str, project: str) -> Instance:
        return make_instance(state, gold, pair_id=pair, variant=variant, project=project)

    table = count_all(
        [
            (one("a", "renamed", "p1"), wrong),  # The original comes later: order does not matter.
            (one("a", "original", "p1"), right),
            (one("a", "moved", "p1"), right),
            (one("b", "original", "p2"), right),
            (one("b", "renamed", "p2"), half),
            (one("c", "renamed", "p3"), right),  # Its original is not in the release.
            (one("", "original", "p4"), wrong),
        ]
    )
    moved, renamed = perturbation_gaps(table, Bootstrap(200))
    assert (moved.variant, moved.figure.n, moved.figure.value) == ("moved", 1, 0)
    assert moved.figure.low is None  # One project gives no interval.
    assert (renamed.variant, renamed.figure.n, renamed.figure.unit) == ("renamed", 2, "pairs")
    assert renamed.original == 1
    assert renamed.perturbed == pytest.approx(1 / 3)
    # (1 - 0 + 1 - 2/3) / 2, between 1 - 2/3 and 1 in every draw.
    assert renamed.figure.value == pytest.approx(2 / 3)
    assert renamed.figure.low == pytest.approx(1 / 3)
    assert renamed.figure.high == pytest.approx(1)


def test_gaps_are_reported(make_instance: Make, tmp_path: Path) -> None:
    variants = ("original", "renamed")
    instances = [
        make_instance(
            {X: 0},
            {X: 1},
            instance_id=f"{number:016x}",
            project=f"{number // 2:016x}",
            pair_id=f"{number // 2}",
            variant=variants[number % 2],
        )
        for number in range(4)
    ]
    write_release(tmp_path / "r", instances, (), ReleaseFacts(Publication(name="pairs")))
    path = tmp_path / "p.jsonl"
    claims = [{X: 1} if one.variant == "original" else {} for one in instances]
    write_predictions(
        path, ((i.instance_id, {"delta": c}) for i, c in zip(instances, claims, strict=True))
    )
    evaluation = score_release(load_release(tmp_path / "r"), path, bootstrap=Bootstrap(20))
    [gap] = evaluation.gaps
    assert (gap.original, gap.perturbed, gap.figure.value) == (1, 0, 1)
    assert evaluation.document["perturbation_gaps"] == [gap.to_json()]
    arguments = ["score", tmp_path / "r", path, "--draws", "20", "--out", tmp_path / "out"]
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert "next_state  renamed           2     100.0        0.0  +100.00" in result.stdout
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert '<td class="text">renamed</td><td>2</td><td>100.0</td><td>0.0</td>' in page
