# SPDX-License-Identifier: Apache-2.0
"""Finds near-duplicates in time that grows with the number of projects, not its square.

Projects are taken in the order of their rank: most blocks first, then the smallest SHA-256. Each is
compared with the projects kept before it that MinHash and locality-sensitive hashing (datasketch)
name as candidates, by the exact similarities. It is rejected in favour of the most similar of them,
or kept. So the order of files decides nothing, and every rejected project is nearly the same as the
one named, not only as another rejected one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from corpus_filters.fingerprint import FeatureSet, Fingerprint, similarity
from corpus_filters.thresholds import Thresholds

if TYPE_CHECKING:
    from datasketch import MinHash

__all__ = ["Duplicates", "Match", "find_duplicates"]

PERMUTATIONS = 64
BANDS = 16
ROWS = PERMUTATIONS // BANDS
"""Two projects become candidates with probability 1 - (1 - s^4)^16 at similarity s of structure:
0.9998 at 0.8, 0.89 at 0.6, 0.12 at 0.3."""
MOST_COMPARED = 32
"""Candidates compared exactly; of more, those whose signatures agree most."""
MOST_EQUAL = 32
"""Kept projects of one and the same structure that later ones are compared with. Without a bound,
the many projects of three blocks would make the search quadratic."""
_LOW = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class Match:
    """The kept project that another is nearly the same as."""

    of: str
    """SHA-256 of the kept file."""
    structure: float
    surface: float


@dataclass(slots=True)
class Duplicates:
    """Which projects are nearly the same as another, and which belong together."""

    matches: dict[str, Match] = field(default_factory=dict)
    """By the SHA-256 of the rejected file."""
    clusters: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of every file to that of the first, by rank, of all that are related to it, directly
    or through others. Projects of one cluster belong in one split."""


def find_duplicates(
    fingerprints: Iterable[Fingerprint],
    thresholds: Thresholds | None = None,
    progress: Callable[[int], None] | None = None,
) -> Duplicates:
    """Find near-duplicates among projects with different SHA-256.

    The result does not depend on the order of ``fingerprints``. ``progress`` is called with the
    number of projects done.
    """
    ranked = sorted(fingerprints, key=lambda project: (-project.blocks, project.sha256))
    search = _Search(ranked, thresholds or Thresholds())
    for rank in range(len(ranked)):
        search.place(rank)
        if progress:
            progress(rank + 1)
    return search.result()


class _Search:
    def __init__(self, ranked: list[Fingerprint], thresholds: Thresholds) -> None:
        from datasketch import MinHash, MinHashLSH

        self._ranked = ranked
        self._thresholds = thresholds
        self._matches: dict[str, Match] = {}
        self._parents = list(range(len(ranked)))
        self._empty = MinHash(PERMUTATIONS, seed=1, hashfunc=int)
        self._index = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, ROWS))
        self._signatures: npt.NDArray[np.uint32] = np.zeros(
            (len(ranked), PERMUTATIONS), dtype=np.uint32
        )
        self._equal: Counter[bytes] = Counter()
        self._same: dict[tuple[bytes, bytes], int] = {}

    def place(self, rank: int) -> None:
        """Keep the project of this rank, or reject it in favour of one kept before."""
        project = self._ranked[rank]
        exact = (_key(project.structure), _key(project.surface))
        twin = self._same.setdefault(exact, rank)
        if twin != rank:
            self._reject(rank, twin, 1.0, 1.0)
            return
        sketch = self._sketch(project.structure)
        self._signatures[rank] = sketch.hashvalues
        best: tuple[float, float, int] | None = None
        related: list[int] = []
        for other in self._candidates(rank, sketch):
            kept = self._ranked[other]
            structure = similarity(project.structure, kept.structure)
            if structure < self._thresholds.related:
                continue
            surface = similarity(project.surface, kept.surface)
            # the one kept before ranks higher, so it is the larger one
            if self._thresholds.is_duplicate(structure, surface, kept.blocks):
                best = max(best or (0.0, 0.0, 0), (structure, surface, -other))
            elif self._thresholds.is_related(structure, surface):
                related.append(other)
        if best is not None:
            self._reject(rank, -best[2], best[0], best[1])
            del self._same[exact]
            return
        for other in related:
            self._join(rank, other)
        self._equal[exact[0]] += 1
        if self._equal[exact[0]] <= MOST_EQUAL:
            self._index.insert(rank, sketch)

    def result(self) -> Duplicates:
        names = [project.sha256 for project in self._ranked]
        clusters = {name: names[self._root(rank)] for rank, name in enumerate(names)}
        return Duplicates(self._matches, clusters)

    def _candidates(self, rank: int, sketch: MinHash) -> list[int]:
        found = sorted(self._index.query(sketch))
        if len(found) <= MOST_COMPARED:
            return found
        agreed = (self._signatures[found] == self._signatures[rank]).sum(axis=1)
        order = np.argsort(-agreed, kind="stable")[:MOST_COMPARED]
        return [found[place] for place in order.tolist()]

    def _sketch(self, features: FeatureSet) -> MinHash:
        sketch = self._empty.copy()
        sketch.update_batch((features & _LOW).tolist())
        return sketch

    def _reject(self, rank: int, of: int, structure: float, surface: float) -> None:
        kept = self._ranked[of].sha256
        self._matches[self._ranked[rank].sha256] = Match(kept, structure, surface)
        self._join(rank, of)

    def _root(self, rank: int) -> int:
        while self._parents[rank] != rank:
            self._parents[rank] = self._parents[self._parents[rank]]
            rank = self._parents[rank]
        return rank

    def _join(self, one: int, other: int) -> None:
        roots = self._root(one), self._root(other)
        self._parents[max(roots)] = min(roots)


def _key(features: FeatureSet) -> bytes:
    return hashlib.blake2b(features.tobytes(), digest_size=16).digest()
