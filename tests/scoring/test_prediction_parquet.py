# SPDX-License-Identifier: Apache-2.0
"""Predictions in parquet: text columns, whatever library wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring import PredictionFile
from scratchworld.errors import PredictionError


def test_parquet(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    columns = {
        "instance_id": ["a", "b", "c"],
        "prediction": ['{"delta":\n{}}', None, None],
        "output": [None, 'so {"delta": {}}', None],
        "model": ["m"] * 3,
    }
    pq.write_table(pa.table(columns), path)
    with PredictionFile(path) as file:
        assert [file.answer(name).status for name in "abc"] == ["ok", "repaired", "schema_invalid"]
    with PredictionFile(path, strict=True) as file:
        assert [file.answer(name).usable for name in "abc"] == [True, False, False]


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())], ids=str
)
def test_parquet_with_another_kind_of_text(tmp_path: Path, kind: pa.DataType) -> None:
    path = tmp_path / "p.parquet"
    columns = [pa.array(["a"], kind), pa.array(['{"delta": {}}'], kind)]
    pq.write_table(pa.table(columns, ["instance_id", "prediction"]), path)
    with PredictionFile(path) as file:
        assert file.answer("a").status == "ok"


def test_parquet_with_a_column_twice(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table([pa.array(["a"])] * 3, ["instance_id", "output", "output"]), path)
    with pytest.raises(PredictionError, match="'output' is there twice"):
        PredictionFile(path)


def test_parquet_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table({"instance_id": ["aaaa"], "output": ["bbbb"]}), path)
    path.write_bytes(path.read_bytes().replace(b"bbbb", b"\xff\xff\xff\xff"))
    with pytest.raises(PredictionError, match="not a readable parquet file"):
        PredictionFile(path)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"instance_id": ["a"]}, "has the columns"),
        ({"instance_id": [1], "output": [""]}, "'instance_id' is int64"),
        ({"instance_id": ["a"], "prediction": [{"delta": 1}]}, "'prediction' is struct"),
    ],
)
def test_parquet_of_another_shape(tmp_path: Path, columns: dict[str, Any], words: str) -> None:
    path = tmp_path / "p.parquet"
    pq.write_table(pa.table(columns), path)
    with pytest.raises(PredictionError, match=words):
        PredictionFile(path)


def test_damaged_parquet(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(PredictionError, match="not a readable parquet file"):
        PredictionFile(path)
