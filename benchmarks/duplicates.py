# SPDX-License-Identifier: Apache-2.0
"""How long the search for near-duplicates takes, and what it finds of what was planted.

    python benchmarks/duplicates.py [PROJECTS ...]

Generates fingerprints, for each number of projects afresh: programs of 20 to 2,000 features
(log-uniform), of which two thirds are drawn from a common stock by Zipf's law, as blocks of real
projects are. One project in ten is a copy of another with 4 % of its features exchanged; one in ten
shares half of its features with another, as lessons of a course do. Small programs lose more than
4 % at times; *alike* counts the copies that still reach the thresholds.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from corpus_filters.duplicates import find_duplicates
from corpus_filters.fingerprint import FeatureSet, Fingerprint, similarity
from corpus_filters.thresholds import Thresholds

STOCK = 200_000
COMMON_SHARE = 2 / 3
COPY_SHARE = 0.1
LESSON_SHARE = 0.1
EXCHANGED = 0.04
SURFACE = 30


def main(counts: list[int]) -> None:
    """Print one line for each number of projects."""
    headers = ["projects", "seconds", "ms a project", "peak MiB"]
    headers += ["copies", "alike", "found", "others rejected"]
    print("|".join(["", *(f" {text} " for text in headers), ""]))
    print("|" + "---:|" * len(headers))
    for count in counts:
        projects, pairs = generate(count)
        by_name = {project.sha256: project for project in projects}
        alike = [pair for pair in pairs if _are_alike(by_name[pair[0]], by_name[pair[1]])]
        start = time.perf_counter()
        rejected = find_duplicates(projects).matches.keys()
        spent = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        found = sum(not rejected.isdisjoint(pair) for pair in alike)
        others = len(rejected - {name for pair in pairs for name in pair})
        cells = [f"{count:,}", f"{spent:.1f}", f"{1000 * spent / count:.2f}", str(peak)]
        cells += [f"{n:,}" for n in (len(pairs), len(alike), found, others)]
        print("|".join(["", *(f" {text} " for text in cells), ""]), flush=True)


def _are_alike(one: Fingerprint, other: Fingerprint) -> bool:
    return Thresholds().is_duplicate(
        similarity(one.structure, other.structure),
        similarity(one.surface, other.surface),
        max(one.blocks, other.blocks),
    )


def generate(count: int) -> tuple[list[Fingerprint], list[tuple[str, str]]]:
    """Return fingerprints, and the pairs of names of which one is a copy of the other."""
    rng = np.random.default_rng(0)
    stock = rng.integers(2**63, size=STOCK, dtype=np.uint64)
    projects: list[Fingerprint] = []
    copies: list[tuple[str, str]] = []
    for k in range(count):
        name = f"{int(rng.integers(2**63)):016x}{k:08x}"
        draw = rng.random()
        if projects and draw < COPY_SHARE + LESSON_SHARE:
            model = projects[int(rng.integers(len(projects)))]
            is_copy = draw < COPY_SHARE
            share = EXCHANGED if is_copy else 0.5
            structure = _exchange(model.structure, share, rng)
            surface = model.surface
            if is_copy:
                copies.append((name, model.sha256))
        else:
            size = int(np.exp(rng.uniform(np.log(20), np.log(2000))))
            common = stock[rng.zipf(1.2, size=round(size * COMMON_SHARE)) % STOCK]
            own = rng.integers(2**63, size=size - common.size, dtype=np.uint64)
            structure = np.unique(np.concatenate([common, own]))
            surface = np.unique(rng.integers(2**63, size=SURFACE, dtype=np.uint64))
        projects.append(Fingerprint(name, structure.size // 4, structure, surface))
    return projects, copies


def _exchange(features: FeatureSet, share: float, rng: np.random.Generator) -> FeatureSet:
    kept = features[rng.random(features.size) >= share]
    fresh = rng.integers(2**63, size=features.size - kept.size, dtype=np.uint64)
    return np.unique(np.concatenate([kept, fresh]))


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [1_000, 10_000, 100_000])
