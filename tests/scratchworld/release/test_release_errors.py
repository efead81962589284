# SPDX-License-Identifier: Apache-2.0
"""A release that cannot be written or read says so in one line and loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scratchworld.errors import InputError, ReleaseError
from scratchworld.release import load_release, write_release
from scratchworld.release.manifest import file_digest
from scratchworld.world import Instance

Make = Callable[..., Instance]

DATA = "data/next_state/dev-00000-of-00001.parquet"


@pytest.fixture
def release(make_instance: Make, tmp_path: Path) -> Path:
    write_release(tmp_path / "r", [make_instance()])
    return tmp_path / "r"


def refused(call: Callable[[], object], *words: str) -> None:
    with pytest.raises(ReleaseError) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def edit_manifest(release: Path, **changes: object) -> None:
    path = release / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_writer_refuses_a_folder_of_other_things(make_instance: Make, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("years of work")
    refused(lambda: write_release(tmp_path / "home", [make_instance()]), "home", "not a release")
    assert [file.name for file in tmp_path.rglob("*")] == ["home", "thesis.txt"]


def test_writer_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(lambda: write_release(tmp_path / "file", []), "file", "is a file")


def test_writer_refuses_a_missing_parent(tmp_path: Path) -> None:
    refused(lambda: write_release(tmp_path / "no" / "r", []), "does not exist")


def test_writer_takes_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    write_release(tmp_path / "r", [])
    assert load_release(tmp_path / "r").counts["instances"] == 0


def test_writer_replaces_an_older_release(release: Path, make_instance: Make) -> None:
    (release / "stale.txt").write_text("")
    write_release(release, [make_instance("1" * 16)])
    assert [i.instance_id for i in load_release(release).instances()] == ["1" * 16]
    assert not (release / "stale.txt").exists()
    assert [folder.name for folder in release.parent.iterdir()] == ["r"]


def test_an_interrupted_write_leaves_the_old_release(release: Path, make_instance: Make) -> None:
    def interrupted() -> Iterator[Instance]:
        yield make_instance("1" * 16)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_release(release, interrupted())
    load_release(release).verify_hashes()
    assert [folder.name for folder in release.parent.iterdir()] == ["r"]


@pytest.mark.parametrize(
    ("second", "word"),
    [
        ({}, "twice"),
        ({"name": "1" * 16, "split": "test"}, "two splits"),
        ({"name": "1" * 16, "task": "chess"}, "chess"),
        ({"name": "1" * 16, "split": "train", "project": "b"}, "train"),
    ],
)
def test_writer_refuses_broken_instances(
    make_instance: Make, tmp_path: Path, second: dict[str, str], word: str
) -> None:
    with pytest.raises(ValueError, match=word):
        write_release(tmp_path / "r", [make_instance(), make_instance(**second)])
    assert list(tmp_path.iterdir()) == []


def test_reader_names_a_missing_folder(tmp_path: Path) -> None:
    refused(lambda: load_release(tmp_path / "gone"), "gone", "does not exist")


def test_reader_refuses_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused(lambda: load_release(tmp_path / "file"), "is not a folder")


def test_reader_refuses_a_folder_without_manifest(tmp_path: Path) -> None:
    refused(lambda: load_release(tmp_path), "manifest.json", "missing")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "other"}', "\xff", "[" * 100_000])
def test_reader_refuses_a_broken_manifest(release: Path, text: str) -> None:
    (release / "manifest.json").write_text(text, encoding="latin-1")
    refused(lambda: load_release(release), "manifest.json")


@pytest.mark.parametrize("version", [2, 0, "1", None, True])
def test_reader_refuses_another_version(release: Path, version: object) -> None:
    edit_manifest(release, format_version=version)
    refused(lambda: load_release(release), "manifest.json", f"version {version!r}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("files", None),
        ("files", {DATA: 5}),
        ("counts", {}),
        ("counts", {"instances": "many", "tasks": {}}),
        ("counts", {"instances": 1, "tasks": ["next_state"]}),
    ],
)
def test_reader_refuses_a_manifest_of_another_shape(
    release: Path, name: str, value: object
) -> None:
    edit_manifest(release, **{name: value})
    refused(lambda: load_release(release), "manifest.json", repr(name))


def test_reader_knows_no_other_task_or_split(release: Path) -> None:
    loaded = load_release(release)
    with pytest.raises(InputError, match="task 'next-state'; it is one of next_state, rollout"):
        loaded.to_pandas(task="next-state")
    with pytest.raises(InputError, match="split 'train'; it is one of dev, test"):
        next(loaded.instances(split="train"))
    with pytest.raises(InputError, match="split 'train'"):
        next(loaded.programs("train"))


def test_reader_names_an_altered_file(release: Path) -> None:
    data = bytearray((release / DATA).read_bytes())
    data[50] ^= 1
    (release / DATA).write_bytes(data)
    refused(lambda: list(load_release(release).instances()), DATA, "altered")
    refused(load_release(release).verify_hashes, DATA, "altered")


def test_reader_names_a_missing_file(release: Path) -> None:
    (release / DATA).unlink()
    refused(lambda: list(load_release(release).instances()), DATA, "missing")


def test_reader_names_a_surplus_data_file(release: Path) -> None:
    (release / "data" / "next_state" / "test-00000-of-00001.parquet").write_text("")
    refused(load_release(release).verify_hashes, "test-00000", "not listed")


def test_reader_stays_inside_the_release(release: Path) -> None:
    edit_manifest(release, files={"../secret": "0"})
    refused(load_release(release).verify_hashes, "outside")


def replace_data(release: Path, content: bytes | pa.Table) -> None:
    """Put another data file there, with a manifest that vouches for it."""
    if isinstance(content, bytes):
        (release / DATA).write_bytes(content)
    else:
        pq.write_table(content, release / DATA)
    edit_manifest(release, files={DATA: file_digest(release / DATA)})


def test_reader_refuses_what_is_not_parquet(release: Path) -> None:
    replace_data(release, b"PAR1 this is not")
    refused(lambda: list(load_release(release).instances()), DATA, "not a readable parquet")


def test_reader_names_a_missing_column(release: Path) -> None:
    replace_data(release, pq.read_table(release / DATA).drop_columns(["monitors"]))
    refused(lambda: list(load_release(release).instances()), DATA, "'monitors'")


@pytest.mark.parametrize("text", ["{", "[]", "3"])
def test_reader_names_a_broken_row(release: Path, text: str) -> None:
    table = pq.read_table(release / DATA)
    at = table.schema.get_field_index("state")
    replace_data(release, table.set_column(at, "state", pa.array([text])))
    refused(lambda: list(load_release(release).instances()), DATA, "row 0")


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("n_fields", ["many"], "is string, it must be int64"),
        ("target", [{"/x": 1}], "it must be string"),
        ("project", pa.array([None], pa.string()), "is empty in some rows"),
    ],
    ids=["text", "map", "nothing"],
)
def test_reader_names_a_column_of_another_type(
    release: Path, name: str, values: object, words: str
) -> None:
    table = pq.read_table(release / DATA)
    replace_data(release, table.set_column(table.schema.get_field_index(name), name, [values]))
    refused(lambda: list(load_release(release).instances()), DATA, repr(name), words)
