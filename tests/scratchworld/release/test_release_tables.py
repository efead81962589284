# SPDX-License-Identifier: Apache-2.0
"""The tables of a release in other people's programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from scratchworld.release import (
    ClipName,
    InstancePictures,
    Release,
    columns_of,
    load_release,
    row_to_instance,
    write_release,
)
from scratchworld.world import CausalInstance, Instance, Query
from tests.scratchworld.release.conftest import build_instance

Make = Callable[..., Instance]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Two tasks, two splits, and texts that are hard to carry."""
    odd = {"/variable/_stage_/a~1b \U0001f600": "\x00 'quoted', \ud800", "/sprite/Cat/x": 0.1}
    instances: list[Instance] = [
        build_instance(f"{n:016x}", split=split, project=split, state=odd, target={"/x": None})
        for n, split in enumerate(("dev", "test", "test"))
    ]
    values = {name: getattr(instances[0], name) for name in Instance.__slots__}
    values |= {"instance_id": "f" * 16, "task": "causal"}
    query = Query.make("broadcast_sent", message="go")
    instances.append(CausalInstance(**values, query=query, occurs=True, chain=("a", "b")))
    out = tmp_path_factory.mktemp("tables") / "r"
    write_release(out, instances)
    return load_release(out)


def typed(rows: list[dict[str, object]]) -> list[Instance]:
    return [row_to_instance(row) for row in rows]


def test_a_frame_has_a_row_an_instance(release: Release) -> None:
    frame = release.to_pandas()
    assert list(frame.columns) == [column.name for column in columns_of("causal")]
    assert list(frame["instance_id"]) == [i.instance_id for i in release.instances()]
    assert frame["ticks"].dtype == "int64"
    assert frame["state"][0] == next(release.instances()).state
    assert frame["occurs"].tolist() == [None, None, None, True]
    assert frame["chain"].tolist() == [None, None, None, ["a", "b"]]


def test_a_frame_of_one_table_is_typed_throughout(release: Release) -> None:
    frame = release.to_pandas("causal", "dev", decode=False)
    assert frame["occurs"].dtype == bool
    assert typed(frame.to_dict("records")) == list(release.instances("causal", "dev"))
    assert len(release.to_pandas("rollout")) == 0


def test_pandas_reads_the_files(release: Release) -> None:
    files = release.data_files("next_state", "test")
    frame = pd.concat(pd.read_parquet(release.path / name) for name in files)
    assert typed(frame.to_dict("records")) == list(release.instances("next_state", "test"))


def test_duckdb_reads_the_files(release: Release) -> None:
    duckdb = pytest.importorskip("duckdb", reason="comes with the extra [hub]")
    glob = str(release.path / "data" / "next_state" / "*.parquet")
    with duckdb.connect() as connection:
        found = connection.execute("select * from read_parquet(?) order by instance_id", [glob])
        names = [each[0] for each in found.description]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
        assert typed(rows) == list(release.instances("next_state"))
        asked = connection.execute(
            "select count(*) from read_parquet(?) where json_extract(target, '$.\"/x\"') = 'null'",
            [glob],
        )
        assert asked.fetchone() == (3,)


@pytest.mark.filterwarnings("ignore")  # of the library and of what it brings along
def test_datasets_reads_the_folder_by_its_card(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="comes with the extra [hub]")
    for task in ("next_state", "causal"):
        read = datasets.load_dataset(str(release.path), task, cache_dir=str(tmp_path))
        for split, rows in read.items():
            assert typed(list(rows)) == list(release.instances(task, split))
    assert datasets.get_dataset_config_names(str(release.path)) == ["next_state", "causal"]


class Clips:
    """A clip for every instance, in both formats."""

    screenshots = False
    clip_formats = ("mp4", "webp")

    def of(self, instance_id: str) -> InstancePictures:
        return InstancePictures(
            clip=ClipName("c" * 32, (-1, 0)), target_clip=ClipName("e" * 32, (1,))
        )

    def read(self, file: str) -> bytes:
        return file.encode()


@pytest.mark.filterwarnings("ignore")  # of the library and of what it brings along
def test_datasets_knows_videos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="comes with the extra [hub]")
    write_release(tmp_path / "r", [build_instance()], pictures=Clips())
    for name in ("clips", "target_clips"):
        read = datasets.load_dataset(str(tmp_path / "r"), name, cache_dir=str(tmp_path / "cache"))
        (rows,) = read.values()
        assert isinstance(rows.features["mp4"], datasets.Video)
        # a decoder of videos is no part of the library
        (row,) = rows.cast_column("mp4", datasets.Video(decode=False)).remove_columns("webp")
        assert row["mp4"]["bytes"] == f"{row['mp4']['path']}".encode()
        assert row["ticks"] == ([-1, 0] if name == "clips" else [1])
