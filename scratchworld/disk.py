# SPDX-License-Identifier: Apache-2.0
"""Tables larger than memory: a throw-away SQLite database, and what a full disk is called."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scratchworld.errors import InputError

__all__ = ["explain_full_disk", "open_scratch"]

_CACHE_KIB = 8192
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def open_scratch(path: Path) -> sqlite3.Connection:
    """Open an empty database at ``path``, replacing what is there.

    It is worth nothing after the process: no journal, no waiting for the disk. What does not fit
    into 8 MiB of cache lies in the file, whatever the number of rows.
    """
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in (
        "journal_mode = OFF",
        "synchronous = OFF",
        "locking_mode = EXCLUSIVE",
        f"cache_size = -{_CACHE_KIB}",
    ):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("BEGIN")  # one transaction for all: nobody else reads, nothing is undone
    return connection


@contextmanager
def explain_full_disk(what: str) -> Iterator[None]:
    """Turn the error of a full disk within the body into one that says what to do.

    Raises:
        InputError: when there is no room for ``what``.
    """
    try:
        yield
    except (OSError, sqlite3.OperationalError) as error:
        if not _is_full(error):
            raise
        raise InputError(
            f"{what}: no room on the disk ({error}); make room and run the same command again, "
            "finished projects are kept"
        ) from error


def _is_full(error: OSError | sqlite3.OperationalError) -> bool:
    if isinstance(error, OSError):
        # pyarrow gives the number in its text alone
        return error.errno in _FULL or any(f"[Errno {number}]" in str(error) for number in _FULL)
    # SQLite says "disk I/O error" where a limit on the size of files is reached
    return any(text in str(error) for text in ("disk is full", "disk I/O error"))
