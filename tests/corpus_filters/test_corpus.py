# SPDX-License-Identifier: Apache-2.0
"""``scratchworld corpus`` on a small folder, from files to the report."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from corpus_filters import (
    CorpusFile,
    Examined,
    Judged,
    Verdict,
    WorkFolder,
    examine,
    find_files,
    judge,
    judge_corpus,
    render_verdicts,
    write_corpus_report,
)
from scratchworld.cli import cli
from scratchworld.errors import InputError
from tests.corpus_filters.planting import plant
from tests.golden.building import Block, Target, build
from tests.golden.projects import GOLDEN
from vm_runner import VmRunner

FLAG = Block("event_whenflagclicked")
STAGE = Target("Stage")


def idle(*blocks: Block) -> bytes:
    return build(STAGE, Target("Cat", [[FLAG, *blocks]]))


def timer(seconds: float) -> Block:
    fields = {"WHENGREATERTHANMENU": "TIMER"}
    return Block("event_whengreaterthan", {"VALUE": seconds}, fields)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file for each of several verdicts."""
    folder = tmp_path_factory.mktemp("corpus")
    current = Block("sensing_current", fields={"CURRENTMENU": "HOUR"})
    # of two with as many blocks the one with the smaller hash is kept
    motion = GOLDEN["motion"]().project
    moved, kept = sorted(
        [motion, plant(motion, "moved_sprites")], key=lambda data: sha256(data).hexdigest()
    )[::-1]
    for name, data in {
        "kept/looks.sb3": GOLDEN["looks"]().project,
        "kept/motion.sb3": kept,
        "same_bytes.sb3": kept,
        "moved.sb3": moved,
        "broken.sb3": b"PK\x03\x04 no more",
        "broken_again.sb3": b"PK\x03\x04 no more",
        "empty.sb3": build(STAGE, Target("Cat")),
        "hour.sb3": idle(Block("motion_setx", {"X": current})),
        "over.sb3": idle(Block("looks_show")),
        "deaf.sb3": build(
            STAGE,
            Target("Cat", [[Block("event_whenkeypressed", fields={"KEY_OPTION": "a"})]]),
        ),
        "late.sb3": build(STAGE, Target("Cat", [[timer(10), Block("looks_hide")]])),
        "never.sb3": build(STAGE, Target("Cat", [[timer(100), Block("looks_hide")]])),
    }.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def rows(folder: Path) -> list[Judged]:
    return judge_corpus(find_files(folder))


@pytest.mark.node
def test_each_file_has_its_verdict(rows: list[Judged]) -> None:
    assert {row.file.name: row.verdict.reason for row in rows} == {
        "broken.sb3": "corrupt_archive",
        "broken_again.sb3": "corrupt_archive",
        "deaf.sb3": "no_state_change",
        "empty.sb3": "no_scripts",
        "hour.sb3": "calendar_dependent",
        "kept/looks.sb3": "",
        "kept/motion.sb3": "",
        "late.sb3": "",
        "never.sb3": "no_state_change",
        "moved.sb3": "near_duplicate",
        "over.sb3": "terminates_immediately",
        "same_bytes.sb3": "near_duplicate",
    }


@pytest.mark.node
def test_a_near_duplicate_names_the_kept_file(rows: list[Judged]) -> None:
    by_name = {row.file.name: row for row in rows}
    moved, same = by_name["moved.sb3"], by_name["same_bytes.sb3"]
    kept = "kept/motion.sb3"
    assert moved.duplicate_of == kept
    assert moved.structure is not None
    assert 0.8 <= moved.structure < 1  # the one sprite's place differs
    assert (same.structure, same.surface, same.duplicate_of) == (1, 1, kept)
    assert same.verdict.detail == "of kept/motion.sb3: the same bytes"
    assert {moved.cluster, same.cluster, by_name[kept].cluster} == {kept}
    assert by_name["kept/looks.sb3"].cluster == "kept/looks.sb3"
    assert by_name["empty.sb3"].cluster == ""


@pytest.mark.node
def test_two_workers_and_another_order_give_the_same(
    folder: Path, rows: list[Judged], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corpus_filters.judging._BATCH", 3)
    counts: list[tuple[int, int]] = []
    again = judge_corpus(
        find_files(folder)[::-1], workers=2, progress=lambda *count: counts.append(count)
    )
    assert again[::-1] == rows
    # of twelve files two have the bytes of another
    assert counts == [(done, 10) for done in range(11)]


@pytest.mark.node
def test_an_interrupted_run_goes_on(
    folder: Path, rows: list[Judged], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    def count(source: Path, runner: VmRunner) -> Examined:
        examined.append(source)
        return examine(source, runner)

    examined: list[Path] = []
    monkeypatch.setattr("corpus_filters.judging._BATCH", 3)
    monkeypatch.setattr("corpus_filters.judging.examine", count)

    work = WorkFolder(tmp_path / "work", {"a": 1})
    work.open()
    with pytest.raises(KeyboardInterrupt):
        judge_corpus(find_files(folder), progress=stop, work=work)
    assert len(examined) == 6  # whole batches
    again = WorkFolder(tmp_path / "work", {"a": 1})
    again.open()
    assert judge_corpus(find_files(folder), work=again) == rows
    assert len(examined) == len(set(examined)) == 10


@pytest.mark.node
def test_one_project(folder: Path) -> None:
    with VmRunner() as first, VmRunner() as second:
        assert judge(folder / "kept/motion.sb3", first, second).kept
        assert judge(folder / "hour.sb3", first, second).reason == "calendar_dependent"
        assert judge(folder / "nowhere.sb3", first, second).reason == "unreadable"


@pytest.mark.node
def test_the_command_prints_and_writes(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.parquet"
    result = CliRunner().invoke(cli, ["corpus", str(folder), "--workers", "1", "--out", str(out)])
    assert result.exit_code == 0, result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["near-duplicate", "near_duplicate", "2"] in lines
    assert list(tmp_path.iterdir()) == [out]
    assert ["all", "files", "12"] in lines
    table = pd.read_parquet(out).set_index("file")
    assert table.loc["moved.sb3", "duplicate_of"] == "kept/motion.sb3"
    assert table.loc["hour.sb3", "sentence"] == (
        "The project behaves by the date or time of day. current hour"
    )


@pytest.mark.parametrize(
    "arguments",
    [["nowhere"], [".", "--related", "0.9"], [".", "--out", "nowhere/report.parquet"]],
)
def test_wrong_input_is_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sb3").write_bytes(b"")
    result = CliRunner().invoke(cli, ["corpus", *arguments])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def judged(name: str, reason: str = "", kind: str = "game") -> Judged:
    file = CorpusFile(Path(name), name, "0" * 64)
    return Judged(file, Verdict(reason, "x" if reason else ""), kind, 3, cluster=name)


def test_the_tables() -> None:
    rows = [judged("a"), judged("b"), judged("c", "hang"), judged("d", "no_scripts", "")]
    assert render_verdicts(rows).splitlines()[:6] == [
        "verdict       reason      n",
        "------------  ----------  -",
        "kept                      2",
        "will not run  hang        1",
        "not a world   no_scripts  1",
        "all files                 4",
    ]


def test_the_report_is_the_same_to_the_byte(tmp_path: Path) -> None:
    rows = [judged("a"), judged("\udc80.sb3", "hang")]
    for name in ("one", "two"):
        write_corpus_report(tmp_path / name, rows)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert pd.read_parquet(tmp_path / "one")["file"].tolist() == ["a", "\\udc80.sb3"]
    with pytest.raises(InputError, match="cannot be written"):
        write_corpus_report(tmp_path / "no" / "where", rows)
