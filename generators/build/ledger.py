# SPDX-License-Identifier: Apache-2.0
"""The projects of a build and what is known of each, on disk: memory does not grow with them.

It is made anew from the corpus and the work folder by every run, so it may be lost at any time.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from corpus_filters import Examined, Location
from generators.build.corpus import ProjectFile
from generators.build.offers import Offer
from generators.build.results import Head
from scratchworld.disk import open_scratch

__all__ = ["Ledger", "Outcome", "Place"]

_TABLE = """
CREATE TABLE projects (
    n INTEGER PRIMARY KEY, sha256 TEXT UNIQUE, path, name TEXT, source TEXT, family TEXT,
    reason TEXT, detail BLOB, blocks INTEGER, skeleton TEXT, cluster TEXT, structure REAL,
    surface REAL, split TEXT, related TEXT, explored INTEGER DEFAULT 0,
    numbers TEXT DEFAULT '{}', offers TEXT, share BLOB, drawn INTEGER, chosen TEXT DEFAULT '[]')
"""
_SHARE_BITS = 64


class Place(NamedTuple):
    """When the turn of an explored project is in the composition."""

    offers: bool
    """Whether it offers anything that the quota asks for."""
    share: Fraction
    drawn: int


class Outcome(NamedTuple):
    """One project at the end of a build."""

    project: ProjectFile
    name: str
    """In the release."""
    reason: str
    """Why it yields nothing; empty when it was kept."""
    detail: str
    split: str
    related: str
    """Name of the group of related projects that it is in; empty if the filters rejected it."""
    explored: bool
    numbers: dict[str, int | float | None]
    chosen: list[str]
    """Ids of its instances that are in the release."""


class Ledger:
    """One row a project; rows are added first, and learn the rest stage by stage."""

    def __init__(self, path: Path) -> None:
        self._database = open_scratch(path)
        self._database.execute(_TABLE)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(self, number: int, project: ProjectFile, name: str) -> None:
        """Add a project; of those with the same bytes the smallest ``number`` stays."""
        path = os.fsencode(project.path) if isinstance(project.path, Path) else project.path
        self._database.execute(
            "INSERT INTO projects (n, sha256, path, name, source, family) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET n = excluded.n, "
            "path = excluded.path WHERE excluded.n < n",
            (number, project.sha256, path, name, project.source, project.family),
        )

    def count(self, condition: str = "1") -> int:
        """Return the number of projects, or of those that fulfil an SQL condition."""
        query = f"SELECT COUNT(*) FROM projects WHERE {condition}"
        return int(self._database.execute(query).fetchone()[0])

    def _largest(self) -> int:
        """Return the largest number of a project."""
        return int(
            self._database.execute("SELECT COALESCE(MAX(n), -1) FROM projects").fetchone()[0]
        )

    def projects(self, order: str = "n") -> Iterator[tuple[ProjectFile, str]]:
        """Yield every project with its name, by the SQL columns of ``order``."""
        query = f"SELECT path, sha256, source, family, name FROM projects ORDER BY {order}"
        for path, *rest, name in self._database.execute(query):
            yield ProjectFile(_path(path), *rest), name

    def name(self, sha256: str) -> str:
        """Return the name of a project in the release."""
        query = "SELECT name FROM projects WHERE sha256 = ?"
        return str(self._database.execute(query, (sha256,)).fetchone()[0])

    def source(self, sha256: str) -> str:
        """Return the source of a project."""
        query = "SELECT source FROM projects WHERE sha256 = ?"
        return str(self._database.execute(query, (sha256,)).fetchone()[0])

    def judge(self, sha256: str, examined: Examined) -> None:
        """Note the verdict on a project, near-duplicates apart."""
        verdict = examined.verdict
        self._database.execute(
            "UPDATE projects SET reason = ?, detail = ?, blocks = ?, skeleton = ? WHERE sha256 = ?",
            (verdict.reason, _bytes(verdict.detail), examined.blocks, examined.skeleton, sha256),
        )

    def put_in_cluster(self, sha256: str, cluster: str) -> None:
        """Note the SHA-256 of the first project of the cluster of a project."""
        update = "UPDATE projects SET cluster = ? WHERE sha256 = ?"
        self._database.execute(update, (cluster, sha256))

    def reject_near_duplicate(
        self, sha256: str, detail: str, structure: float, surface: float
    ) -> None:
        """Note that a project is nearly the same as another."""
        self._database.execute(
            "UPDATE projects SET reason = 'near_duplicate', detail = ?, structure = ?, "
            "surface = ? WHERE sha256 = ?",
            (_bytes(detail), structure, surface, sha256),
        )

    def split(self, draw: Callable[[str], str]) -> None:
        """Give each kept project the split that ``draw`` gives to its group.

        A group is all kept projects of one cluster or one program (``skeleton``), directly or
        through others; ``draw`` gets the smallest hash of a program in it. The group is called by
        its smallest name. Eight bytes a project are held in memory.
        """
        kept = "reason = ''"
        self._database.execute("CREATE INDEX by_program ON projects (skeleton)")
        parents = array("l", range(self._largest() + 1))

        def root(n: int) -> int:
            while parents[n] != n:
                parents[n] = parents[parents[n]]
                n = parents[n]
            return n

        for query in (
            "SELECT one.n, first.n FROM projects AS one JOIN projects AS first "
            f"ON first.sha256 = one.cluster WHERE one.{kept}",
            f"SELECT n, MIN(n) OVER (PARTITION BY skeleton) FROM projects WHERE {kept}",
        ):
            for one, other in self._database.execute(query):
                roots = root(one), root(other)
                parents[max(roots)] = min(roots)
        self._database.execute("CREATE TABLE groups (n INTEGER PRIMARY KEY, root INTEGER)")
        self._database.executemany(
            "INSERT INTO groups VALUES (?, ?)", ((n, root(n)) for n in range(len(parents)))
        )
        self._database.execute(
            "CREATE TABLE programs AS SELECT root, MIN(skeleton) AS first, MIN(name) AS related "
            f"FROM projects JOIN groups USING (n) WHERE {kept} GROUP BY root"
        )
        self._database.execute("CREATE INDEX by_root ON programs (root)")
        self._database.create_function("draw", 1, draw, deterministic=True)
        self._database.execute(
            "UPDATE projects SET (split, related) = (SELECT draw(first), programs.related FROM "
            f"groups JOIN programs USING (root) WHERE groups.n = projects.n) WHERE {kept}"
        )

    def families(self) -> Iterator[tuple[str, str]]:
        """Yield each source and family that a kept project has."""
        query = "SELECT DISTINCT source, family FROM projects WHERE reason = '' ORDER BY 1, 2"
        yield from self._database.execute(query).fetchall()

    def want(self, source: str, family: str) -> None:
        """Mark the kept projects of a source and family to be explored."""
        self._database.execute(
            "UPDATE projects SET explored = 1 WHERE reason = '' AND source = ? AND family = ?",
            (source, family),
        )

    def to_explore(self) -> Iterator[tuple[ProjectFile, str]]:
        """Yield the marked projects, the largest first, so that no long one is left to the end."""
        query = (
            "SELECT path, sha256, source, family, name FROM projects WHERE explored "
            "ORDER BY blocks DESC, sha256"
        )
        # sorted before the first comes, so that rows may be written meanwhile
        for path, *rest, name in self._database.execute(query):
            yield ProjectFile(_path(path), *rest), name

    def explored(self, head: Head, place: Place | None) -> None:
        """Note what became of an explored project.

        ``place`` says which project the composition chooses first. Without one, as where the
        configuration names no quota, all that the project offers is chosen.
        """
        offers, share, drawn = None, b"", 0
        chosen = [name for offer in head.offers for name in offer.ids]
        if place is not None:
            # as many digits as tell any two shares of states of this world apart
            share = int(place.share * 2**_SHARE_BITS).to_bytes(_SHARE_BITS // 8 + 1, "big")
            offers = json.dumps(head.offers) if place.offers else None
            drawn, chosen = place.drawn, []
        self._database.execute(
            "UPDATE projects SET reason = ?, detail = ?, numbers = ?, offers = ?, share = ?, "
            "drawn = ?, chosen = ? WHERE sha256 = ?",
            (
                head.reason,
                _bytes(head.detail),
                json.dumps(head.numbers),
                offers,
                share,
                drawn,
                json.dumps(chosen),
                head.sha256,
            ),
        )

    def rank(self, source: str, most: int | None) -> int:
        """Rank the projects of a source that offer something, families in turn; return how many.

        Within a family the order is that of their places.
        """
        self._database.execute("DROP TABLE IF EXISTS ranked")
        self._database.execute("CREATE TABLE ranked (place INTEGER PRIMARY KEY, n INTEGER)")
        self._database.execute(
            "INSERT INTO ranked (n) SELECT n FROM (SELECT n, share, drawn, sha256, ROW_NUMBER() "
            "OVER (PARTITION BY family ORDER BY share, drawn, sha256) AS turn FROM projects "
            "WHERE source = ? AND offers IS NOT NULL) ORDER BY turn, share, drawn, sha256 LIMIT ?",
            (source, -1 if most is None else most),
        )
        return int(self._database.execute("SELECT COUNT(*) FROM ranked").fetchone()[0])

    def ranked(self) -> Iterator[tuple[int, list[Offer]]]:
        """Yield rank, from 0, and offers of each project that :meth:`rank` ranked."""
        query = "SELECT place - 1, offers FROM ranked JOIN projects USING (n) ORDER BY place"
        for rank, offers in self._database.execute(query):
            yield rank, [Offer.from_json(offer) for offer in json.loads(offers)]

    def choose(self, chosen: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Note the chosen ids of ranked projects."""
        self._database.executemany(
            "UPDATE projects SET chosen = ? WHERE n = (SELECT n FROM ranked WHERE place = ?)",
            ((json.dumps(ids), rank + 1) for rank, ids in chosen),
        )

    def outcomes(self) -> Iterator[Outcome]:
        """Yield every project, by its name in the release."""
        query = (
            "SELECT path, sha256, source, family, name, reason, detail, split, related, explored, "
            "numbers, structure, surface, chosen FROM projects ORDER BY name"
        )
        for row in self._database.execute(query):
            path, sha256, source, family, name, reason, detail, split, related = row[:9]
            explored, numbers, structure, surface, chosen = row[9:]
            yield Outcome(
                ProjectFile(_path(path), sha256, source, family),
                name,
                reason,
                detail.decode("utf-8", "surrogatepass"),
                split or "",
                related or "",
                bool(explored),
                json.loads(numbers) if explored else {"structure": structure, "surface": surface},
                json.loads(chosen),
            )


def _path(stored: bytes | str) -> Location:
    return Path(os.fsdecode(stored)) if isinstance(stored, bytes) else stored


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
