# SPDX-License-Identifier: Apache-2.0
"""Votes: read cell by cell, agreement and judges by hand, training data for judges."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from scoring.statistics import Bootstrap
from scoring.votes import judge_errors, rater_agreement, read_votes, split_models
from scoring.votes import write_votes as write_written
from scratchworld.cli import cli
from scratchworld.errors import InputError
from tests.scoring.ballots import LABELS, header, row, write_votes

DRAWS = Bootstrap(100)


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["votes", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_csv_and_parquet_say_the_same(tmp_path: Path) -> None:
    more = ("total", "rater_kind", "category", "prompt", "media")
    told = [
        row("i1", "a", "Ann", 9, 9, "human", "games", '"Go, cat"', "a/i1.mp4"),
        row("i1", "a", "judge", 3, 3, "model", "games", "", ""),
    ]
    file = write_votes(tmp_path / "votes.csv", *told, "", more=more)
    [ann, judge] = read_votes([file])
    assert ann.labels == (2, 1, 1, 1, 1, 1, 1, 1)
    assert (ann.total, ann.kind, ann.category) == (9, "human", "games")
    assert (ann.prompt, ann.media) == ("Go, cat", "a/i1.mp4")
    assert (judge.total, judge.kind) == (3, "model")
    rows = [vote._asdict() for vote in (ann, judge)]
    columns = {
        **{name: [each[name] for each in rows] for name in ("instance", "model", "rater")},
        **{
            name: [each["labels"][at] for each in rows] for at, name in enumerate(LABELS.split(","))
        },
        "newton": [True, True],
        "rater_kind": [each["kind"] for each in rows],
        **{name: [each[name] or None for each in rows] for name in ("category", "prompt", "media")},
    }
    pq.write_table(pa.table(columns), tmp_path / "votes.parquet")
    assert read_votes([tmp_path / "votes.parquet"]) == [ann, judge]


GOOD = row("i1", "a", "Ann", 9)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([header(), "i1,a,Ann,4,1,1,1,1,1,1,1"],
         ":2: instruction is '4'; it is a whole number from 0 to 3"),
        ([header(), "i1,a,Ann,2,0.5,1,1,1,1,1,1"],
         ":2: newton is '0.5'; it is a whole number from 0 to 1"),
        ([header(), "i1,a,Ann,2,,1,1,1,1,1,1"], ":2: newton is ''; "),
        ([header(), "i1,,Ann,2,1,1,1,1,1,1,1"], ":2: column 'model' is empty"),
        ([header(), GOOD, "", "i1,a"], ":4: 2 cells under 11 columns"),
        ([header(), GOOD, GOOD], ":3: 'Ann' has rated 'a' on 'i1' already in "),
        ([header("total"), f"{GOOD},8"], ":2: total is 8, and the labels add up to 9"),
        ([header("rater_kind"), f"{GOOD},dog"], ":2: rater_kind is 'dog'; it is one of human, mo"),
        ([header("rater_kind"), f"{GOOD},human", f"i2{GOOD[2:]},model"],
         ":3: rater 'Ann' has the rater_kind 'model' here and 'human' in "),
        ([header("category"), f"{GOOD},x", f"{GOOD.replace('Ann', 'Bob')},y"],
         ":3: instance 'i1' has the category 'y' here and 'x' in "),
        ([header("mood"), f"{GOOD},fine"], ":1: unknown column 'mood'; known: instance, model, "),
        ([header().replace("fluid,", "")], ":1: no column 'fluid'"),
        ([header("mass")], ":1: two columns of the same name"),
        ([header(), 'i1,"a'], ":2: not CSV"),
        ([header()], ": holds no votes"),
        ([], ": holds no votes"),
    ],
)  # fmt: skip
def test_votes_that_are_refused(tmp_path: Path, lines: list[str], complaint: str) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("\n".join(lines), "utf-8")
    code, _, error = run("evaluate", file)
    assert code == 2
    assert error.startswith(f"scratchworld: error: {file}{complaint}")


def test_files_that_are_no_votes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_votes([tmp_path / "none.csv"])
    (tmp_path / "half.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match="damaged parquet"):
        read_votes([tmp_path / "half.parquet"])
    (tmp_path / "latin.csv").write_bytes(header().encode() + b"\n\xe9")
    with pytest.raises(InputError, match="neither parquet nor UTF-8"):
        read_votes([tmp_path / "latin.csv"])
    pq.write_table(pa.table({"instance": ["i"]}), tmp_path / "few.parquet")
    with pytest.raises(InputError, match="no column 'model', 'rater'"):
        read_votes([tmp_path / "few.parquet"])


def test_agreement_by_hand(tmp_path: Path) -> None:
    pytest.importorskip("scipy", reason="needs the extra [leaderboard]")
    rows = [
        row("i1", model, rater, total)
        for rater, totals in (("Ann", (9, 5, 1)), ("Bob", (7, 8, 1)))
        for model, total in zip("abc", totals, strict=True)
    ]
    votes = read_votes([write_votes(tmp_path / "v.csv", *rows)])
    [found] = rater_agreement(votes, DRAWS)
    assert (found.who, found.raters) == ("human", 2)
    # 9 and 7 are 2 apart, 5 and 8 are 3, 1 and 1 none
    assert found.within_two.value == pytest.approx(2 / 3)
    # a over c and b over c for both; a over b for Ann alone
    assert found.pairwise.value == pytest.approx(2 / 3)
    assert found.tau.value == pytest.approx((2 - 1) / 3)
    # observed: 2 * (4 + 9) of ordered pairs; expected: all ordered pairs of 9 5 1 7 8 1, by 6 - 1
    values = (9, 5, 1, 7, 8, 1)
    apart = sum((one - other) ** 2 for one in values for other in values)
    assert found.alpha.value == pytest.approx(1 - 2 * 13 / (apart / 5))
    assert list(found.alphas) == LABELS.split(",")
    # all say yes to the first of the seven, so nothing could differ
    assert found.alphas["newton"].value is None


def test_judges_by_hand(tmp_path: Path, repository: Path) -> None:
    file = write_votes(
        tmp_path / "v.csv",
        row("i1", "a", "Ann", 4, "human"),
        row("i1", "a", "Bob", 6, "human"),
        row("i2", "a", "Ann", 9, "human"),
        row("i1", "a", "judge", 8, "model"),
        row("i2", "a", "judge", 8, "model"),
        row("i3", "a", "judge", 8, "model"),
        more=("rater_kind",),
    )
    found = {one.criterion: one for one in judge_errors(read_votes([file]), DRAWS)}
    # people say 5 and 9: the judge is 3 above and 1 below
    assert found["total"].error.value == (3 + 1) / 2
    assert found["total"].bias.value == (3 - 1) / 2
    assert found["total"].error.n == 2
    # 8 is instruction 1; people have 0 and 2
    assert found["instruction"].bias.value == 0
    assert found["instruction"].error.value == 1
    # penetration is the fourth of the seven: yes from 4 on; gravity is yes for Bob alone
    assert found["penetration"].error.value == 0
    assert found["gravity"].error.value == pytest.approx((1 / 2 + 0) / 2)
    code, out, _ = run("evaluate", file, "--draws", 50)
    assert code == 0
    page = (repository / "docs" / "protocols" / "votes.md").read_text("utf-8")
    assert f"```\n$ scratchworld votes evaluate votes.csv --draws 50\n{out}```" in page
    [total] = [line.split() for line in out.splitlines() if " total " in line]
    assert total[:4] == ["judge", "total", "2", "2.00"]


def test_votes_of_the_vm_leave_labels_out(tmp_path: Path) -> None:
    of_vm = "i1,a,vm,,0,1,,,1,,,vm"
    file = write_votes(
        tmp_path / "v.csv",
        of_vm,
        row("i1", "a", "Ann", 4, "human"),
        row("i1", "a", "judge", 9, "model"),
        more=("rater_kind",),
    )
    votes = read_votes([file])
    assert (votes[0].labels, votes[0].total) == ((None, 0, 1, None, None, 1, None, None), 2)
    for name in ("again.csv", "again.parquet"):
        assert write_written(tmp_path / name, votes) == 3
        assert read_votes([tmp_path / name]) == votes
    found = {
        (one.judge, one.criterion): one.bias.value
        for one in judge_errors(votes, DRAWS, against="vm")
        if one.bias.n
    }
    # of 4 the first four of the seven are yes, so Ann denies gravity; 9 is yes in all
    assert found == {
        ("Ann", "newton"): 1, ("Ann", "mass"): 0, ("Ann", "gravity"): -1,
        ("judge", "newton"): 1, ("judge", "mass"): 0, ("judge", "gravity"): 0,
    }  # fmt: skip
    code, out, _ = run("evaluate", file, "--against", "vm", "--draws", 5)
    assert code == 0
    assert out.splitlines()[0].split("  ")[-2].strip() == "judge - VM"
    # a human label that is missing is refused as before; so is the VM's when it is out of range
    for bad in (of_vm.replace("vm", "human"), of_vm.replace(",0,1,", ",0,7,")):
        assert run("evaluate", write_votes(tmp_path / "b.csv", bad, more=("rater_kind",)))[0] == 2


def many(tmp_path: Path) -> Path:
    rows = [
        row(f"i{i}", f"m{m:02}", rater, (i + m) % 11, kind)
        for m in range(14)
        for i in range(2)
        for rater, kind in (("Ann", "human"), ("judge", "model"))
    ]
    return write_votes(tmp_path / "many.csv", *rows, more=("rater_kind",))


def test_training_data_split_by_model(tmp_path: Path) -> None:
    file, out = many(tmp_path), tmp_path / "out"
    media = "v/{model}/{instance}.mp4"
    code, said, _ = run("export", file, "--out", out, "--split-by-model", "--media", media)
    assert code == 0
    # twelve models, two instances, one human, eight labels
    assert said.splitlines() == [
        f"192 pairs in {out / 'train.jsonl'}",
        f"32 pairs in {out / 'test.jsonl'}",
    ]
    split = json.loads((out / "split.json").read_text("utf-8"))
    for part in ("train", "test"):
        lines = (out / f"{part}.jsonl").read_text("utf-8").splitlines()
        assert {json.loads(line)["model"] for line in lines} == set(split[part])
    assert not set(split["train"]) & set(split["test"])
    first = json.loads((out / "train.jsonl").read_text("utf-8").splitlines()[0])
    assert first["criterion"] == "instruction"
    question, answer = first["messages"]
    assert question["content"][0] == {"type": "video", "path": f"v/{first['model']}/i0.mp4"}
    assert question["content"][1]["text"].endswith("Answer with the number alone.")
    assert answer == {"role": "assistant", "content": [{"type": "text", "text": "0"}]}

    # the judge is held against people on the models that it was not trained with
    code, said, _ = run("evaluate", file, "--split", out / "split.json", "--json", "--draws", 5)
    assert code == 0
    found = json.loads(said)
    assert found["models"] == split["test"]
    assert found["judges"][0]["error"]["n"] == 4
    assert {one["error"]["value"] for one in found["judges"]} == {0}


def test_pairs_without_a_split(tmp_path: Path) -> None:
    file = write_votes(
        tmp_path / "v.csv",
        row("i1", "a", "Ann", 9, '"Say ""hi"""', "a.PNG"),
        more=("prompt", "media"),
    )
    assert run("export", file, "--out", tmp_path / "out")[0] == 0
    lines = (tmp_path / "out" / "pairs.jsonl").read_text("utf-8").splitlines()
    [_, second, *_] = [json.loads(line)["messages"] for line in lines]
    assert second[0]["content"][0] == {"type": "image", "path": "a.PNG"}
    assert second[0]["content"][1]["text"] == (
        'The instruction: "Say \\"hi\\"".\n'
        "Does everything that moves have a cause to move? Answer with yes or no alone."
    )
    assert second[1]["content"][0]["text"] == "yes"


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    file, out = many(tmp_path), tmp_path / "out"
    assert "says no 'media'; give the column" in run("export", file, "--out", out)[2]
    assert "only {instance} and {model}" in run("export", file, "--out", out, "--media", "{x}")[2]
    error = run("export", file, "--out", out, "--split-by-model", "--train-models", 14)[2]
    assert "14 to train with leave none for the test" in error
    judge = write_votes(tmp_path / "j.csv", f"{GOOD},model", more=("rater_kind",))
    assert "no votes of people to learn from" in run("export", judge, "--out", out)[2]
    error = run("evaluate", judge)[2]
    assert "no rater of another kind rated what raters of the kind 'human' rated" in error
    (tmp_path / "split.json").write_text("{}", "utf-8")
    code, _, error = run("evaluate", file, "--split", tmp_path / "split.json")
    assert (code, "split.json: $: 'format' is a required property" in error) == (2, True)


def test_the_same_seed_trains_with_the_same_models(tmp_path: Path) -> None:
    votes = read_votes([many(tmp_path)])
    assert split_models(votes, 12, 3) == split_models(reversed(votes), 12, 3)
    assert len({split_models(votes, 12, seed).test for seed in range(5)}) > 1
