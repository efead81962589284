# SPDX-License-Identifier: Apache-2.0
"""The first stage of a build: the verdicts of the corpus filters, and the splits."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from corpus_filters import Examined, Verdict, find_files, judge_corpus
from generators.build import (
    BuildConfig,
    EpisodePlan,
    ProjectFile,
    build_release,
    project_name,
    read_key,
)
from generators.build.filtering import decide_splits
from generators.build.ledger import Outcome
from scratchworld.release import load_release
from tests.corpus_filters.planting import plant
from tests.generators.build.ledgers import ledger_of
from tests.golden.building import Block, Target, build
from tests.golden.projects import GOLDEN

FLAG = Block("event_whenflagclicked")
CONFIG = BuildConfig(tasks=("next_state",), episodes=(EpisodePlan(1, 12), EpisodePlan(10, 6)))


class Row(NamedTuple):
    name: str
    cluster: str
    program: str
    reason: str = ""


def outcomes_of(rows: list[Row], seed: int = 0) -> list[Outcome]:
    """What becomes of each; a cluster is called by one of its projects."""
    hashes = {row.name: sha256(row.name.encode()).hexdigest() for row in rows}
    with ledger_of([ProjectFile(Path(row.name), hashes[row.name]) for row in rows]) as ledger:
        for row in rows:
            ledger.judge(hashes[row.name], Examined(Verdict(row.reason), skeleton=row.program))
            if row.cluster:
                ledger.put_in_cluster(hashes[row.name], hashes[row.cluster])
        decide_splits(ledger, BuildConfig(seed=seed))
        return list(ledger.outcomes())


def splits_of(rows: list[Row], seed: int = 0) -> dict[str, str]:
    return {one.name: one.split for one in outcomes_of(rows, seed) if one.split}


def test_a_cluster_is_in_one_split_and_so_are_equal_programs() -> None:
    # a and b by cluster, b and c by program, c and d by cluster; e is alone
    rows = [
        Row("a", "a", "p"),
        Row("b", "a", "q"),
        Row("c", "c", "q"),
        Row("d", "c", "r"),
        Row("e", "e", "s"),
    ]
    seen: set[tuple[str, str]] = set()
    for seed in range(40):
        splits = splits_of(rows, seed)
        assert len({splits[name] for name in "abcd"}) == 1
        assert splits == splits_of(rows[::-1], seed)
        seen.add((splits["a"], splits["e"]))
    assert len(seen) == 4  # each of the two groups has been in each split


def test_groups_are_called_by_their_smallest_name() -> None:
    rows = [Row("b", "b", "q"), Row("c", "c", "q"), Row("a", "c", "r")]
    rows += [Row("e", "e", "s"), Row("d", "e", "t", "hang")]
    related = {one.name: one.related for one in outcomes_of(rows)}
    assert related == {"a": "a", "b": "a", "c": "a", "d": "", "e": "e"}


def test_rejected_projects_have_no_split_and_tie_nothing() -> None:
    rows = [Row("a", "a", "p"), Row("b", "", "", "hang"), Row("c", "c", "q")]
    assert set(splits_of(rows)) == {"a", "c"}


def test_the_dev_share_is_met() -> None:
    splits = list(splits_of([Row(str(n), str(n), str(n)) for n in range(4000)]).values())
    # 4,000 draws of 1/4: one standard deviation is 27
    assert abs(splits.count("dev") - 1000) < 110


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    motion = GOLDEN["motion"]().project
    files = {
        "looks.sb3": GOLDEN["looks"]().project,
        "motion.sb3": motion,
        "moved.sb3": plant(motion, "moved_sprites"),
        "broken.sb3": b"PK\x03\x04 no more",
        "empty.sb3": build(Target("Stage"), Target("Cat")),
        "over.sb3": build(Target("Stage"), Target("Cat", [[FLAG, Block("looks_show")]])),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / "unreadable.sb3").symlink_to(folder / "nowhere")
    return folder


@pytest.mark.node
def test_build_and_corpus_say_the_same(corpus: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    build_release(corpus, tmp_path / "out", CONFIG, key_file=key)
    rows = judge_corpus(find_files(corpus))
    names = {row.file.name: project_name(read_key(key), row.file.sha256) for row in rows}
    reported = {row.project: row for row in load_release(tmp_path / "out").report()}
    assert len(reported) == len(rows) == 7
    for row in rows:
        there = reported[names[row.file.name]]
        assert (row.file.name, there.reason) == (row.file.name, row.verdict.reason)
        if row.duplicate_of:
            assert there.detail == row.verdict.detail.replace(
                row.duplicate_of, names[row.duplicate_of]
            )
            assert there.numbers["structure"] == row.structure
            assert there.numbers["surface"] == row.surface
    assert {row.verdict.reason for row in rows} == {
        "",
        "corrupt_archive",
        "near_duplicate",
        "no_scripts",
        "terminates_immediately",
        "unreadable",
    }
    assert all(str(corpus) not in row.detail for row in reported.values())
