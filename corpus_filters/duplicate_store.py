# SPDX-License-Identifier: Apache-2.0
"""Fingerprints, their ranks and the hash tables of the search for near-duplicates, on disk.

What memory holds does not depend on the number of projects, but for four bytes each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from corpus_filters.fingerprint import FeatureSet, Fingerprint
from scratchworld.disk import open_scratch

__all__ = ["DuplicateStore", "Match", "Placed"]

Signature = npt.NDArray[np.uint32]

_TABLES = """
CREATE TABLE prints (sha256 TEXT, blocks INTEGER, place INTEGER, structure INTEGER,
    surface INTEGER);
CREATE TABLE ranked (rank INTEGER PRIMARY KEY, sha256 TEXT, blocks INTEGER, place INTEGER,
    structure INTEGER, surface INTEGER);
CREATE TABLE twins (key BLOB PRIMARY KEY, rank INTEGER) WITHOUT ROWID;
CREATE TABLE equals (key BLOB PRIMARY KEY, count INTEGER) WITHOUT ROWID;
CREATE TABLE bands (key BLOB, rank INTEGER, PRIMARY KEY (key, rank)) WITHOUT ROWID;
CREATE TABLE matches (rank INTEGER PRIMARY KEY, of INTEGER, structure REAL, surface REAL);
CREATE TABLE clusters (rank INTEGER PRIMARY KEY, root INTEGER);
"""


class Match(NamedTuple):
    """The kept project that another is nearly the same as."""

    of: str
    """SHA-256 of the kept file."""
    structure: float
    surface: float


class Placed(NamedTuple):
    """A file as the search found it."""

    sha256: str
    cluster: str
    """SHA-256 of the first file of its cluster."""
    match: Match | None
    """What it is nearly the same as."""


class DuplicateStore:
    """The files of one search, in a folder of its own; :meth:`rank` ends the adding."""

    def __init__(self, folder: Path) -> None:
        self._database = open_scratch(folder / "duplicates.sqlite")
        for statement in _TABLES.split(";"):
            self._database.execute(statement)
        self._features = (folder / "features").open("wb+", buffering=0)
        self._signatures = (folder / "signatures").open("wb+", buffering=0)
        self._end = 0

    def add(self, fingerprint: Fingerprint) -> None:
        """Store a fingerprint."""
        data = fingerprint.structure.tobytes() + fingerprint.surface.tobytes()
        self._features.write(data)
        sizes = fingerprint.structure.size, fingerprint.surface.size
        row = (fingerprint.sha256, fingerprint.blocks, self._end, *sizes)
        self._database.execute("INSERT INTO prints VALUES (?, ?, ?, ?, ?)", row)
        self._end += len(data)

    def rank(self) -> int:
        """Rank what was added, most blocks first, then the smallest SHA-256; return the number."""
        self._database.execute(
            "INSERT INTO ranked SELECT ROW_NUMBER() OVER (ORDER BY blocks DESC, sha256) - 1, * "
            "FROM prints ORDER BY blocks DESC, sha256"
        )
        self._database.execute("DROP TABLE prints")
        return int(self._database.execute("SELECT COUNT(*) FROM ranked").fetchone()[0])

    def fingerprint(self, rank: int) -> Fingerprint:
        """Return the fingerprint of a rank."""
        sha256, blocks, place, structure, surface = self._database.execute(
            "SELECT sha256, blocks, place, structure, surface FROM ranked WHERE rank = ?", (rank,)
        ).fetchone()
        self._features.seek(place)
        data = self._features.read(8 * (structure + surface))
        features: FeatureSet = np.frombuffer(data, dtype=np.uint64)
        return Fingerprint(sha256, blocks, features[:structure], features[structure:])

    def twin(self, key: bytes, rank: int) -> int:
        """Return the rank that first came with this key, this one if none did."""
        self._database.execute("INSERT OR IGNORE INTO twins VALUES (?, ?)", (key, rank))
        query = "SELECT rank FROM twins WHERE key = ?"
        return int(self._database.execute(query, (key,)).fetchone()[0])

    def forget_twin(self, key: bytes) -> None:
        """Let the next one with this key be the first again."""
        self._database.execute("DELETE FROM twins WHERE key = ?", (key,))

    def count_equal(self, key: bytes) -> int:
        """Count a project of this structure, and return how many there are."""
        query = (
            "INSERT INTO equals VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1 "
            "RETURNING count"
        )
        return int(self._database.execute(query, (key,)).fetchall()[0][0])

    def insert(self, rank: int, bands: Sequence[bytes]) -> None:
        """Make a project a candidate for later ones that share a band."""
        rows = [(band, rank) for band in bands]
        self._database.executemany("INSERT INTO bands VALUES (?, ?)", rows)

    def candidates(self, bands: Sequence[bytes]) -> list[int]:
        """Return the ranks of inserted projects that share a band, in order."""
        marks = ", ".join("?" * len(bands))
        query = f"SELECT DISTINCT rank FROM bands WHERE key IN ({marks}) ORDER BY rank"
        return [rank for (rank,) in self._database.execute(query, bands)]

    def put_signature(self, rank: int, signature: Signature) -> None:
        """Store the signature of a rank."""
        self._signatures.seek(rank * signature.nbytes)
        self._signatures.write(signature.tobytes())

    def signatures(self, ranks: Sequence[int], size: int) -> Signature:
        """Return the signatures of some ranks, each of ``size`` values, as rows."""
        rows: list[bytes] = []
        for rank in ranks:
            self._signatures.seek(rank * 4 * size)
            rows.append(self._signatures.read(4 * size))
        return np.frombuffer(b"".join(rows), dtype=np.uint32).reshape(len(ranks), size)

    def match(self, rank: int, of: int, structure: float, surface: float) -> None:
        """Store what a project is nearly the same as."""
        row = (rank, of, structure, surface)
        self._database.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)

    def put_clusters(self, roots: Iterator[tuple[int, int]]) -> None:
        """Store the first rank of each rank's cluster."""
        self._database.executemany("INSERT INTO clusters VALUES (?, ?)", roots)

    def placed(self) -> Iterator[Placed]:
        """Yield every file by rank, once the search is over."""
        query = (
            "SELECT one.sha256, root.sha256, kept.sha256, matches.structure, matches.surface "
            "FROM ranked AS one JOIN clusters USING (rank) "
            "JOIN ranked AS root ON root.rank = clusters.root "
            "LEFT JOIN matches ON matches.rank = one.rank "
            "LEFT JOIN ranked AS kept ON kept.rank = matches.of ORDER BY one.rank"
        )
        for sha256, cluster, of, *similarities in self._database.execute(query):
            yield Placed(sha256, cluster, None if of is None else Match(of, *similarities))

    def close(self) -> None:
        """Close the files; they belong to the folder's owner."""
        self._database.close()
        self._features.close()
        self._signatures.close()
