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
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from corpus_filters.duplicate_store import DuplicateStore, Match, Placed, Signature
from corpus_filters.fingerprint import FeatureSet, Fingerprint, similarity
from corpus_filters.thresholds import Thresholds

__all__ = ["DuplicateSearch", "Duplicates", "Match", "find_duplicates"]

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
    with tempfile.TemporaryDirectory() as folder:
        search = DuplicateSearch(Path(folder))
        try:
            for fingerprint in fingerprints:
                search.add(fingerprint)
            placed = list(search.run(thresholds, progress))
        finally:
            search.close()
    return Duplicates(
        {each.sha256: each.match for each in placed if each.match is not None},
        {each.sha256: each.cluster for each in placed},
    )


class DuplicateSearch:
    """The same for a corpus larger than memory: its files are in ``folder``, an empty one."""

    def __init__(self, folder: Path) -> None:
        from datasketch import MinHash

        self._store = DuplicateStore(folder)
        self._thresholds = Thresholds()
        self._parents = array("l")
        self._empty = MinHash(PERMUTATIONS, seed=1, hashfunc=int)

    def add(self, fingerprint: Fingerprint) -> None:
        """Add a project, in any order."""
        self._store.add(fingerprint)

    def run(
        self,
        thresholds: Thresholds | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Iterator[Placed]:
        """Search, then yield every project; none may be added any more."""
        self._thresholds = thresholds or Thresholds()
        total = self._store.rank()
        self._parents = array("l", range(total))
        for rank in range(total):
            self._place(rank)
            if progress:
                progress(rank + 1)
        self._store.put_clusters((rank, self._root(rank)) for rank in range(total))
        return self._store.placed()

    def close(self) -> None:
        """Close the files in the folder."""
        self._store.close()

    def _place(self, rank: int) -> None:
        """Keep the project of this rank, or reject it in favour of one kept before."""
        project = self._store.fingerprint(rank)
        same_structure = _key(project.structure)
        exact = same_structure + _key(project.surface)
        twin = self._store.twin(exact, rank)
        if twin != rank:
            self._reject(rank, twin, 1.0, 1.0)
            return
        signature = self._signature(project.structure)
        bands = _bands(signature)
        self._store.put_signature(rank, signature)
        best: tuple[float, float, int] | None = None
        related: list[int] = []
        for other in self._candidates(signature, bands):
            kept = self._store.fingerprint(other)
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
            self._store.forget_twin(exact)
            return
        for other in related:
            self._join(rank, other)
        if self._store.count_equal(same_structure) <= MOST_EQUAL:
            self._store.insert(rank, bands)

    def _candidates(self, signature: Signature, bands: list[bytes]) -> list[int]:
        found = self._store.candidates(bands)
        if len(found) <= MOST_COMPARED:
            return found
        agreed = (self._store.signatures(found, PERMUTATIONS) == signature).sum(axis=1)
        order = np.argsort(-agreed, kind="stable")[:MOST_COMPARED]
        return [found[place] for place in order.tolist()]

    def _signature(self, features: FeatureSet) -> Signature:
        sketch = self._empty.copy()
        sketch.update_batch((features & _LOW).tolist())
        signature: Signature = sketch.hashvalues.astype(np.uint32)
        return signature

    def _reject(self, rank: int, of: int, structure: float, surface: float) -> None:
        self._store.match(rank, of, structure, surface)
        self._join(rank, of)

    def _root(self, rank: int) -> int:
        while self._parents[rank] != rank:
            self._parents[rank] = self._parents[self._parents[rank]]
            rank = self._parents[rank]
        return rank

    def _join(self, one: int, other: int) -> None:
        roots = self._root(one), self._root(other)
        self._parents[max(roots)] = min(roots)


def _bands(signature: Signature) -> list[bytes]:
    return [
        bytes([band]) + signature[band * ROWS : (band + 1) * ROWS].tobytes()
        for band in range(BANDS)
    ]


def _key(features: FeatureSet) -> bytes:
    return hashlib.blake2b(features.tobytes(), digest_size=16).digest()
