# SPDX-License-Identifier: Apache-2.0
"""What near-duplicates are found by: two sets of features a project, as numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from corpus_filters.project import Project
from corpus_filters.structure import structure_words
from corpus_filters.surface import surface_words

__all__ = ["FeatureSet", "Fingerprint", "feature_set", "fingerprint", "similarity"]

FeatureSet = npt.NDArray[np.uint64]
"""Features as 64-bit hashes: sorted, each once."""


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    """A project as the search for near-duplicates sees it."""

    sha256: str
    """Of the file's bytes."""
    blocks: int
    """Blocks of the project, without literals and menus."""
    structure: FeatureSet
    surface: FeatureSet

    def to_json(self) -> dict[str, str | int]:
        """Return the fingerprint as plain JSON, the features as hexadecimal digits."""
        return {
            "sha256": self.sha256,
            "blocks": self.blocks,
            "structure": self.structure.astype("<u8").tobytes().hex(),
            "surface": self.surface.astype("<u8").tobytes().hex(),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Fingerprint:
        """Return the fingerprint that :meth:`to_json` gave."""
        return cls(
            stored["sha256"],
            stored["blocks"],
            _from_bytes(bytes.fromhex(stored["structure"])),
            _from_bytes(bytes.fromhex(stored["surface"])),
        )


def fingerprint(project: Project, pictures: Sequence[str], sha256: str) -> Fingerprint:
    """Return the fingerprint of a project; ``pictures`` are the words of its pictures."""
    return Fingerprint(
        sha256=sha256,
        blocks=project.block_count,
        structure=feature_set(structure_words(project)),
        surface=feature_set(surface_words(project, pictures)),
    )


def feature_set(words: Iterable[str]) -> FeatureSet:
    """Hash each word; the same on every machine."""
    hashes = [
        hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for word in words
    ]
    return np.unique(_from_bytes(b"".join(hashes)))


def _from_bytes(data: bytes) -> FeatureSet:
    return np.frombuffer(data, dtype="<u8").astype(np.uint64)


def similarity(one: FeatureSet, other: FeatureSet) -> float:
    """Return the Jaccard similarity of two sets, 0 to 1; two empty sets are alike."""
    common = np.intersect1d(one, other, assume_unique=True).size
    union = one.size + other.size - common
    return common / union if union else 1.0
