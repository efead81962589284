# SPDX-License-Identifier: Apache-2.0
"""Two VM processes for the tests of a module, a small world, and a release to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generators.build import BuildConfig, EpisodePlan, build_release, read_key
from generators.synthetic import synthesize, write_projects
from generators.tasks import CausalPlan, CounterfactualPlan, Material
from scratchworld.release import Release, load_release
from tests.generators.worlds import EPISODE, WORLD, material_of
from vm_runner import VmRunner


@pytest.fixture(scope="module")
def runners() -> Iterator[tuple[VmRunner, VmRunner]]:
    with VmRunner() as explorer, VmRunner() as verifier:
        yield explorer, verifier


@pytest.fixture(scope="module")
def material(runners: tuple[VmRunner, VmRunner]) -> Material:
    return material_of(WORLD, EPISODE, *runners)


CONFIG = BuildConfig(
    seed=3,
    episodes=(EpisodePlan(1, 12), EpisodePlan(5, 8)),
    horizons=(2, 8),
    next_state_cap=12,
    rollout_cap=12,
    causal=CausalPlan(cap=2, windows=2, tries=2),
    counterfactual=CounterfactualPlan(cap=2, windows=2, tries=8),
)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Path, Path]:
    """A release, its corpus and its key; only to be read."""
    folder = tmp_path_factory.mktemp("verify")
    corpus, key, out = folder / "corpus", folder / "project.key", folder / "out"
    write_projects(synthesize(["motion", "broadcast"], per_family=1, seed=5), corpus, 5)
    read_key(key)
    build_release(corpus, out, CONFIG, key_file=key)
    return load_release(out), corpus, key
