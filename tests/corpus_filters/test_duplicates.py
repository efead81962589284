# SPDX-License-Identifier: Apache-2.0
"""Near-duplicates among fingerprints made by hand."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from corpus_filters.duplicates import MOST_EQUAL, Match, find_duplicates
from corpus_filters.fingerprint import FeatureSet, Fingerprint, feature_set, similarity
from corpus_filters.thresholds import Thresholds
from scratchworld.errors import InputError


def numbers(*ranges: tuple[int, int]) -> FeatureSet:
    return feature_set(str(n) for start, stop in ranges for n in range(start, stop))


def print_of(
    name: str, structure: FeatureSet, surface: FeatureSet | None = None, blocks: int = 30
) -> Fingerprint:
    return Fingerprint(name, blocks, structure, numbers((0, 10)) if surface is None else surface)


BASE = numbers((0, 100))
OTHER_SURFACE = numbers((50, 60))


def test_similarity_by_hand() -> None:
    # {0..99} and {20..119}: 80 in common, 120 in all
    assert similarity(BASE, numbers((20, 120))) == pytest.approx(80 / 120)
    assert similarity(BASE, numbers()) == 0
    assert similarity(numbers(), numbers()) == 1


def test_features_are_the_same_on_every_machine() -> None:
    # the 64-bit BLAKE2b of "a", read as little-endian
    assert feature_set(["a", "a"]).tolist() == [0x2F42665B399EF840]
    assert feature_set(["b", "a"]).tolist() == feature_set(["a", "b", "a"]).tolist()
    assert feature_set(["a"]).dtype == np.uint64


def test_a_fingerprint_survives_json() -> None:
    one = print_of("a", BASE, numbers())
    again = Fingerprint.from_json(json.loads(json.dumps(one.to_json())))
    assert (again.sha256, again.blocks) == ("a", 30)
    assert again.structure.tolist() == BASE.tolist()
    assert again.surface.tolist() == []


def test_a_near_duplicate_is_rejected_with_both_similarities() -> None:
    near = print_of("b", numbers((0, 90)), numbers((0, 5)), blocks=29)
    found = find_duplicates([near, print_of("a", BASE)])
    # 90 of 100 features of structure, 5 of 10 of the surface
    assert found.matches == {"b": Match("a", 0.9, 0.5)}
    assert found.clusters == {"a": "a", "b": "a"}


@pytest.mark.parametrize(
    ("structure", "surface", "blocks", "rejected"),
    [
        (numbers((0, 80)), None, 30, True),  # 0.80 in structure is enough
        (numbers((0, 79)), None, 30, False),
        (numbers((0, 90)), numbers((0, 4), (20, 26)), 30, True),  # surface: 4 of 16 is 0.25
        (numbers((0, 90)), numbers((0, 3), (20, 27)), 30, False),  # 3 of 17
        (numbers((0, 95)), OTHER_SURFACE, 20, True),  # 0.95 in structure alone, of 20 blocks
        (numbers((0, 95)), OTHER_SURFACE, 19, False),
        (numbers((0, 94)), OTHER_SURFACE, 20, False),
    ],
)
def test_thresholds(
    structure: FeatureSet, surface: FeatureSet | None, blocks: int, rejected: bool
) -> None:
    larger = print_of("a", BASE, blocks=blocks)
    other = print_of("b", structure, surface, blocks=blocks)
    assert ("b" in find_duplicates([larger, other]).matches) == rejected


def test_the_larger_project_is_kept_then_the_smaller_hash() -> None:
    larger = print_of("z", BASE, blocks=31)
    assert set(find_duplicates([larger, print_of("a", BASE)]).matches) == {"a"}
    assert set(find_duplicates([print_of("b", BASE), print_of("a", BASE)]).matches) == {"b"}


def test_a_project_is_compared_with_kept_ones_only() -> None:
    # a and b: 80 of 100. b and c: 64 of 80. a and c: 64 of 100, so c is related, but kept.
    chain = [
        print_of("a", BASE, blocks=32),
        print_of("b", numbers((0, 80)), blocks=31),
        print_of("c", numbers((0, 64)), blocks=30),
    ]
    found = find_duplicates(chain)
    assert set(found.matches) == {"b"}
    assert set(found.clusters.values()) == {"a"}


def test_the_most_similar_is_named() -> None:
    far = print_of("a", numbers((0, 75), (200, 215)), blocks=32)
    near = print_of("b", numbers((0, 85), (300, 305)), blocks=31)
    found = find_duplicates([far, near, print_of("c", numbers((0, 85)), blocks=30)])
    assert found.matches["c"].of == "b"


def test_unrelated_projects_are_in_clusters_of_their_own() -> None:
    others = [print_of("a", BASE), print_of("b", numbers((500, 600)))]
    assert find_duplicates(others).clusters == {"a": "a", "b": "b"}


def test_the_order_of_projects_does_not_matter() -> None:
    rng = random.Random(5)
    projects = [
        print_of(f"{k:03}", numbers((start, start + 60)), blocks=rng.randrange(20, 40))
        for k, start in enumerate(rng.choices(range(0, 400, 3), k=120))
    ]
    expected = find_duplicates(projects)
    assert 10 < len(expected.matches) < 110
    for _ in range(3):
        rng.shuffle(projects)
        found = find_duplicates(projects)
        assert (found.matches, found.clusters) == (expected.matches, expected.clusters)


def test_very_many_small_equal_programs() -> None:
    """300 programs of one structure and three surfaces: one of each surface is kept."""
    surfaces = [numbers((10 * k, 10 * k + 10)) for k in range(3)]
    projects = [print_of(f"{k:03}", BASE, surfaces[k % 3], blocks=3) for k in range(300)]
    matches = find_duplicates(projects).matches
    assert len(matches) == 297
    assert {match.of for match in matches.values()} == {"000", "001", "002"}


def test_more_equal_programs_than_are_compared() -> None:
    """Beyond the bound a project is still found to be the same as an earlier one in all."""
    surfaces = [numbers((10 * k, 10 * k + 10)) for k in range(MOST_EQUAL + 8)]
    projects = [print_of(f"{k:03}", BASE, surface, 3) for k, surface in enumerate(surfaces)]
    projects.append(print_of("999", BASE, surfaces[-1], 3))
    assert find_duplicates(projects).matches == {"999": Match(f"{MOST_EQUAL + 7:03}", 1, 1)}


def test_progress_counts_to_the_end() -> None:
    counts: list[int] = []
    find_duplicates([print_of("a", BASE), print_of("b", BASE)], progress=counts.append)
    assert counts == [1, 2]


@pytest.mark.parametrize("values", [{"structure": 1.1}, {"surface": -0.1}, {"related": 0.9}])
def test_thresholds_out_of_range(values: dict[str, float]) -> None:
    with pytest.raises(InputError, match="threshold"):
        Thresholds(**values)  # type: ignore[arg-type]
