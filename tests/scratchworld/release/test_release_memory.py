# SPDX-License-Identifier: Apache-2.0
"""What is written of a large corpus lies on the disk meanwhile, and comes out in order."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from scratchworld.release.picture_names import PictureNames, PictureRow
from scratchworld.release.report import ReportRow, read_report, write_report

FEW, MANY = 400, 1_600


@pytest.fixture(autouse=True)
def _small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scratchworld.release.parquet.ROWS_PER_GROUP", 100)


def rows(count: int) -> Iterator[ReportRow]:
    """In no order; numbers that only some have, and one that is no integer once."""
    for n in range(count):
        name = f"{n * 7919 % count:06}"
        numbers = {"instances": n % 7, "coverage": 0.5 if n == 1 else 1}
        yield ReportRow(name, "kept", detail="d" * 200, numbers=numbers if n % 3 else {"cut": None})


def write_rows(folder: Path, count: int) -> None:
    write_report(folder / "report.parquet", rows(count), "canary")


def write_names(folder: Path, count: int) -> None:
    names = PictureNames(folder)
    try:
        for n in range(count):
            clip = f"{n * 7919 % count:032x}"
            for _ in range(2):
                names.add("clips", "test", PictureRow(clip, clip, (-10, -5, 0)))
        assert sum(1 for _ in names.rows("clips", "test")) == count
    finally:
        names.close()


@pytest.mark.parametrize("write", [write_rows, write_names])
def test_memory_does_not_grow_with_the_rows(
    tmp_path: Path, write: Callable[[Path, int], None]
) -> None:
    write(tmp_path, 10)  # what is loaded or remembered at the first time

    def peak(count: int) -> int:
        tracemalloc.start()
        try:
            write(tmp_path, count)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few = peak(FEW)
    # a name takes 80 bytes at least
    assert peak(MANY) < few + 20 * (MANY - FEW)


def test_a_report_of_many_row_groups_is_sorted(tmp_path: Path) -> None:
    write_rows(tmp_path, FEW)
    path = tmp_path / "report.parquet"
    first = path.read_bytes()
    write_report(path, reversed([*rows(FEW)]), "canary")
    assert path.read_bytes() == first
    metadata = pq.read_metadata(path)
    assert [metadata.row_group(n).num_rows for n in range(4)] == [100] * 4
    assert [row.project for row in read_report(path)] == [f"{n:06}" for n in range(FEW)]
    types = {name: str(pq.read_schema(path).field(name).type) for name in ("coverage", "instances")}
    assert types == {"coverage": "double", "instances": "int64"}
    assert {row.project: dict(row.numbers) for row in read_report(path)} == {
        row.project: {k: v for k, v in row.numbers.items() if v is not None} for row in rows(FEW)
    }


def test_names_come_sorted_by_kind_and_split(tmp_path: Path) -> None:
    names = PictureNames(tmp_path)
    added = [PictureRow("b", "x", (), 1), PictureRow("b", "y"), PictureRow("a", "z", (3, 4))]
    for row in added:
        names.add("key_frames", "test", row)
    names.add("frames", "dev", PictureRow("a", "a"))
    assert [*names.rows("key_frames", "test")] == [added[2], added[1], added[0]]
    assert (names.splits("key_frames"), names.splits("clips")) == (["test"], [])
    names.close()
    assert [*tmp_path.iterdir()] == []
