# SPDX-License-Identifier: Apache-2.0
"""Leaderboards by hand, from votes and from scored predictions, and their page in Chromium."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from scoring import score_release
from scoring.leaderboard.correlation import correlate, read_win_rates
from scoring.report import write_outputs
from scoring.statistics import Bootstrap
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import load_release
from scratchworld.world import Instance
from tests.chromium import opened
from tests.scoring.ballots import points, row, write_votes

pytest.importorskip("choix", reason="needs the extra [leaderboard]")
pytest.importorskip("scipy", reason="needs the extra [leaderboard]")


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["leaderboard", *map(str, arguments), "--draws", "100"])
    return result.exit_code, result.stdout, result.stderr


def document(*arguments: object) -> dict[str, Any]:
    code, out, error = run(*arguments, "--json")
    assert code == 0, error
    found: dict[str, Any] = json.loads(out)
    return found


VOTES = [
    # Ann: a over b twice, a tie; Bob is stricter, and agrees
    *(row("i1", m, "Ann", t, "games") for m, t in (("a", 9), ("b", 5), ("c", 1))),
    *(row("i2", m, "Ann", t, "robots") for m, t in (("a", 8), ("b", 8), ("c", 2))),
    *(row("i3", m, "Ann", t, "games") for m, t in (("a", 3), ("b", 2), ("c", 4))),
    *(row("i1", m, "Bob", t, "games") for m, t in (("a", 4), ("b", 3))),
]


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    return write_votes(tmp_path / "votes.csv", *VOTES, more=("category",))


def test_outcomes_means_and_the_hard_subset_by_hand(votes: Path) -> None:
    found = document(votes, "--anchor", "b", "--hard", 2)
    board, games, robots = found["boards"]
    assert [each["category"] for each in (board, games, robots)] == ["all", "games", "robots"]
    assert [each["instances"] for each in (board, games, robots)] == [3, 2, 1]
    [ab, ac, bc] = board["win_rates"]
    assert [ab[name] for name in ("one", "other", "wins", "ties", "losses")] == ["a", "b", 3, 1, 0]
    assert ab["rate"]["value"] == 3.5 / 4
    assert (ac["wins"], ac["losses"], bc["wins"], bc["losses"]) == (2, 1, 2, 1)
    standings = {each["model"]: each for each in board["standings"]}
    assert standings["b"]["elo"]["value"] == pytest.approx(800)
    assert standings["a"]["elo"]["n"] == 4 + 3
    assert standings["a"]["total"]["value"] == (9 + 8 + 3 + 4) / 4
    # 9 is instruction 2, 8 is 1
    assert standings["a"]["means"]["instruction"]["value"] == (2 + 1 + 0 + 0) / 4
    assert (board["standings"][0]["model"], board["standings"][0]["rank"]) == ("a", 1)
    # means of i1: a 6.5, b 4, c 1; of i2 6; of i3 3
    assert found["hard"] == ["i3", "i1"]
    assert found["scales"]["total"] == 10
    assert found["agreement"][0]["raters"] == 2
    # a single instance has no interval
    assert robots["standings"][0]["elo"]["low"] is None
    assert document(votes, "--hard", 1, "--hard-models", "c")["hard"] == ["i1"]


def test_a_category_has_the_models_that_were_rated_in_it(tmp_path: Path) -> None:
    rows = [row("i1", m, "Ann", t, "x") for m, t in (("a", 9), ("b", 1))]
    rows += [row("i2", m, "Ann", t, "y") for m, t in (("b", 9), ("c", 1))]
    rows.append(row("i3", "a", "Ann", 5, "z"))
    file = write_votes(tmp_path / "v.csv", *rows, more=("category",))
    _, x, y, z = document(file, "--anchor", "a")["boards"]
    elos = [
        {each["model"]: each["elo"]["value"] for each in board["standings"]} for board in (x, y, z)
    ]
    # one game was won and one drawn
    won = points(1.5 / 0.5)
    assert elos[0] == pytest.approx({"a": 800, "b": 800 - won})
    assert elos[1] == pytest.approx({"b": 800 + won / 2, "c": 800 - won / 2})
    assert elos[2] == {"a": 800}
    table = run(file)[1].partition("total by category")[2]
    assert table.splitlines()[4].split() == ["c", "-", "1.00", "-"]


def test_the_order_of_votes_does_not_matter(votes: Path, tmp_path: Path) -> None:
    turned = VOTES[::-1]
    halves = [
        write_votes(tmp_path / f"{at}.csv", *turned[at::2], more=("category",)) for at in range(2)
    ]
    assert document(*halves) == document(votes)


def test_the_tables(votes: Path) -> None:
    code, out, _ = run(votes, "--anchor", "b")
    assert code == 0
    assert out.startswith("3 models on 3 instances\n")
    assert "total by category" in out
    assert "Elo by Bradley-Terry, b is 800; a tie is half a win." in out
    assert "Do raters agree?" in out
    assert "Judges" not in out


def test_the_page_of_the_documentation(repository: Path, votes: Path) -> None:
    text = (repository / "docs" / "protocols" / "votes.md").read_text("utf-8")
    for line in votes.read_text("utf-8").splitlines():
        assert f"    {line}\n" in text
    command = "$ scratchworld leaderboard votes.csv --anchor b --draws 100"
    assert f"```\n{command}\n{run(votes, '--anchor', 'b')[1]}```" in text


def test_judges_do_not_vote_unless_they_are_asked(tmp_path: Path) -> None:
    file = write_votes(
        tmp_path / "v.csv",
        *(row("i1", m, "Ann", t, "human") for m, t in (("a", 9), ("b", 1))),
        *(row("i1", m, "judge", t, "model") for m, t in (("a", 1), ("b", 9))),
        more=("rater_kind",),
    )
    best = {
        raters: document(file, *raters)["boards"][0]["standings"][0]["model"]
        for raters in ((), ("--raters", "human"), ("--raters", "model"))
    }
    assert list(best.values()) == ["a", "a", "b"]
    found = document(file, "--raters", "all")
    assert found["boards"][0]["standings"][0]["rank"] == 1.5
    assert [one["bias"]["value"] for one in found["judges"] if one["criterion"] == "total"] == [0]


def test_win_rates_of_another_benchmark(votes: Path, tmp_path: Path) -> None:
    run(votes, "--out", tmp_path / "own")
    own = tmp_path / "own" / "win_rates.csv"
    assert own.read_text("utf-8").splitlines()[:2] == ["one,other,win_rate", "a,b,0.875"]
    found = document(votes, "--against", own)["correlation"]
    assert found["pearson"]["value"] == pytest.approx(1)
    assert found["pearson"]["n"] == 3
    other = tmp_path / "other.csv"
    # the pair the other way round; one unknown model
    other.write_text("one,other,win_rate\nb,a,0.4\na,c,0.5\nb,c,0.3\na,z,1\n", "utf-8")
    ours = {("a", "b"): 0.875, ("a", "c"): 2 / 3, ("b", "c"): 2 / 3}
    drawn = {pair: np.array([rate]) for pair, rate in ours.items()}
    by_hand = correlate(ours, drawn, read_win_rates(other))
    x, y = np.array([0.875, 2 / 3, 2 / 3]), np.array([0.6, 0.5, 0.3])
    x, y = x - x.mean(), y - y.mean()
    assert by_hand.pearson.value == pytest.approx((x @ y) / math.sqrt((x @ x) * (y @ y)))
    assert by_hand.pearson.low == pytest.approx(by_hand.pearson.value)
    # concordant: ab-ac and ab-bc; ac-bc is a tie of ours: 2 / sqrt(2 * 3)
    assert by_hand.tau.value == pytest.approx(2 / math.sqrt(6))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("model,score\n", ":1: the columns are one, other, win_rate"),
        ("one,other,win_rate\na,b,2\n", ":2: win_rate is '2'; it is a number from 0 to 1"),
        ("one,other,win_rate\na,b\n", ":2: 2 cells under 3 columns"),
        ("one,other,win_rate\na,a,0.5\n", ":2: 'a' against itself"),
        ("one,other,win_rate\na,b,0.5\nb,a,0.4\n", ":3: another win_rate of 'b' and 'a'"),
    ],
)
def test_win_rates_that_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "w.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=re.escape(f"{file}{complaint}")):
        read_win_rates(file)


def test_what_makes_no_leaderboard(votes: Path, tmp_path: Path) -> None:
    for arguments, complaint in (
        ([votes, "--anchor", "z"], "there is no model 'z'; there are a, b, c"),
        ([votes, "--hard-models", "a,z"], "there is no model 'z'"),
        ([votes, "--raters", "model"], "no votes of raters of the kind 'model'"),
        ([votes, tmp_path], "votes and scored predictions in one leaderboard"),
        ([tmp_path], "no results.json"),
        ([write_votes(tmp_path / "1.csv", row("i", "a", "Ann", 1))], "needs two models or more"),
    ):
        code, _, error = run(*arguments)
        assert code == 2
        assert complaint in error


def test_scored_predictions(
    release: Path, corpus: list[Instance], tmp_path: Path, predictions: Callable[..., Path]
) -> None:
    def score(name: str, *wrong: int) -> Path:
        lines = [
            {"instance_id": one.instance_id, "prediction": {"delta": {"/sprite/Cat/y": 7}}}
            if at in wrong
            else {"instance_id": one.instance_id, "prediction": {"delta": dict(one.target)}}
            for at, one in enumerate(corpus)
        ]
        scored = score_release(load_release(release), predictions(*lines), bootstrap=Bootstrap(5))
        write_outputs(tmp_path / name, scored)
        return tmp_path / name

    folders = [score("right"), score("half", 0, 2, 4), score("none", *range(8))]
    found = document(*folders, "--hard", 3)
    board = found["boards"][0]
    assert [each["model"] for each in board["standings"]] == ["right", "half", "none"]
    assert [each["total"]["value"] for each in board["standings"]] == [100, 62.5, 0]
    assert [each["category"] for each in found["boards"]] == ["all", "next_state", "rollout"]
    rates = {(one["one"], one["other"]): one for one in board["win_rates"]}
    half = rates["half", "right"]
    assert (half["wins"], half["ties"], half["losses"]) == (0, 5, 3)
    assert rates["none", "right"]["losses"] == 8
    # what two of three get wrong, by id
    assert found["hard"] == [corpus[at].instance_id for at in (0, 2, 4)]
    assert found["bootstrap"]["clusters"] == 4
    renamed = document(f"best={folders[0]}", folders[1])
    assert renamed["boards"][0]["standings"][0]["model"] == "best"

    assert "--raters is about votes" in run(*folders, "--raters", "human")[2]
    assert "two models are called 'half'" in run(folders[1], folders[1])[2]
    other = json.loads((folders[1] / "results.json").read_text("utf-8"))
    other["release"]["files"] = {}
    (folders[1] / "results.json").write_text(json.dumps(other), "utf-8")
    assert "another release, than" in run(*folders)[2]
    (folders[1] / "instances.parquet").unlink()
    assert "no instances.parquet" in run(folders[1], folders[0])[2]
    (folders[1] / "results.json").write_text('{"format": "x", "format_version": 0}', "utf-8")
    assert "results.json is damaged" in run(folders[1], folders[0])[2]


@pytest.fixture
def page(votes: Path, tmp_path: Path) -> Path:
    odd = [row("i1", "<b>@JS@", "Ann", 0, "games"), row("i2", "<b>@JS@", "Ann", 10, "robots")]
    file = write_votes(tmp_path / "odd.csv", *odd, more=("category",))
    code, _, error = run(votes, file, "--out", tmp_path / "board", "--title", "Cats & dogs")
    assert code == 0, error
    return tmp_path / "board" / "leaderboard.html"


def test_the_page_holds_everything_and_is_the_same_every_time(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", text)
    files = [tmp_path / "votes.csv", tmp_path / "odd.csv"]
    run(*files, "--out", tmp_path / "again", "--title", "Cats & dogs")
    for name in ("leaderboard.html", "leaderboard.json", "win_rates.csv", "hard.txt"):
        assert (tmp_path / "again" / name).read_bytes() == (page.parent / name).read_bytes()


@pytest.fixture
def tab(page: Path) -> Iterator[Any]:
    with opened(page) as shown:
        yield shown


@pytest.mark.browser
def test_sort_and_filter_in_chromium(tab: Any) -> None:
    def models() -> list[str]:
        return [line.split("\t")[0] for line in tab.inner_text("#standings tbody").splitlines()]

    assert tab.inner_text("h1") == "Cats & dogs"
    assert tab.inner_text("#shown") == "4 of 4 models on 3 instances."
    by_rank = models()
    assert by_rank[0] == "a"
    assert tab.get_attribute("#standings th:nth-child(2)", "aria-sort") == "ascending"
    # names are shown as they are
    assert "<b>@JS@" in by_rank
    # by the keyboard: the mean, the highest first; then the lowest
    tab.focus("#standings th:nth-child(4) button")
    tab.keyboard.press("Enter")
    assert tab.get_attribute("#standings th:nth-child(4)", "aria-sort") == "descending"
    assert models()[0] == "a"
    tab.keyboard.press("Enter")
    assert models()[-1] == "a"
    assert "(" not in tab.inner_text("#standings")
    assert tab.is_visible("#standings small")
    tab.uncheck("#intervals")
    assert not tab.is_visible("#standings small")
    tab.select_option("#category", index=2)
    assert tab.inner_text("#shown") == "4 of 4 models on 1 instance."
    # the lowest mean of the robots first
    assert models() == ["c", "a", "b", "<b>@JS@"]
    tab.fill("#search", "A")
    assert models() == ["a"]
    tab.fill("#search", "")
    tab.select_option("#category", index=0)
    cells = [line.split("\t") for line in tab.inner_text("#rates tbody").splitlines()]
    rates = {line[0]: line[1:] for line in cells}
    names = [cell.strip() for cell in tab.inner_text("#rates thead").split("\t")][1:]
    assert rates["a"][names.index("b")] == "87.5"
    assert rates["b"][names.index("a")] == "12.5"
    assert "Do raters agree?" in tab.inner_text("#raters")
    # the odd one has no vote on the third
    assert tab.inner_text("#hard-count") == "2 instances, the hardest first"
