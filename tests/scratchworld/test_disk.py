# SPDX-License-Identifier: Apache-2.0
"""Tables on disk, and what a full disk is called."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from scratchworld.disk import explain_full_disk, open_scratch
from scratchworld.errors import InputError

TOLD = "out: no room on the disk .*; make room and run the same command again"


def test_a_database_that_finds_no_room(tmp_path: Path) -> None:
    with closing(open_scratch(tmp_path / "d")) as database:
        database.execute("CREATE TABLE t (x)")
        database.execute("PRAGMA max_page_count = 4")
        with pytest.raises(InputError, match=TOLD), explain_full_disk("out"):
            database.execute("INSERT INTO t VALUES (zeroblob(100000))")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_file_that_finds_no_room() -> None:
    with (
        pytest.raises(InputError, match=TOLD),
        explain_full_disk("out"),
        open("/dev/full", "wb", buffering=0) as file,
    ):
        file.write(b"x")


def test_other_errors_stay_what_they_are(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), explain_full_disk("out"):
        (tmp_path / "missing").read_bytes()


def test_a_database_replaces_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "d").write_text("no database")
    with closing(open_scratch(tmp_path / "d")) as database:
        assert database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)
