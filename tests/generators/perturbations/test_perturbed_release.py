# SPDX-License-Identifier: Apache-2.0
"""Perturbed instances of a release: verified, answered by the oracle, and what the gap tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generators.build import BuildConfig, EpisodePlan, build_release
from generators.oracle import oracle_predictions
from generators.perturbations import (
    PerturbationPlan,
)
from generators.released import ReleasedProjects
from generators.synthetic import synthesize, write_projects
from generators.tasks import (
    CausalPlan,
    CounterfactualPlan,
)
from generators.verify import verify_release
from scoring import REFERENCES, Bootstrap, answer_from, fit_reference
from scoring.gaps import perturbation_gaps
from scoring.table import count_all
from scoring.tasks import SCORED_TASKS
from scratchworld.release import Release, ReleaseFacts, load_release, write_release
from scratchworld.world import TASKS
from vm_runner import VmRunner

_PERTURBED = {*TASKS} - {"decision", "keyframes"}
"""Tasks whose instances have twins; a perturbed project is asked no menus and no key frames."""

CONFIG = BuildConfig(
    seed=3,
    episodes=(EpisodePlan(2, 12),),
    horizons=(5,),
    next_state_cap=3,
    rollout_cap=3,
    causal=CausalPlan(cap=1, windows=2, tries=2),
    counterfactual=CounterfactualPlan(cap=1, windows=2, tries=6),
    perturbations=PerturbationPlan(("rename", "shift_coordinates"), 2, 8),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Path]:
    folder = tmp_path_factory.mktemp("perturbed")
    write_projects(synthesize(["hidden"], per_family=1, seed=5), folder / "corpus", 5)
    (folder / "key").write_text("00" * 32)
    build_release(folder / "corpus", folder / "out", CONFIG, key_file=folder / "key")
    return load_release(folder / "out"), folder / "corpus"


def test_verify_finds_the_one_perturbed_row_that_is_wrong(
    built: tuple[Release, Path], runners: tuple[VmRunner, VmRunner], tmp_path: Path
) -> None:
    release, corpus = built
    instances = list(release.instances())
    assert {each.variant for each in instances} == {"original", "rename", "shift_coordinates"}
    assert {each.task for each in instances if each.variant == "rename"} == _PERTURBED
    altered = next(each for each in instances if each.variant == "rename" and each.target)
    wrong = replace(altered, target=dict.fromkeys(altered.target, 1e9))
    folder = tmp_path / "out"
    facts = ReleaseFacts(seeds=release.manifest.seeds)
    write_release(folder, [wrong if each is altered else each for each in instances], (), facts)
    written = load_release(folder)
    projects = ReleasedProjects.find(corpus, bytes(32), written.manifest)
    result = verify_release(written, projects, runners[0])
    assert result.replayed == len(instances)
    assert {fault.where for fault in result.faults} == {altered.instance_id}


def test_the_oracle_answers_perturbed_instances_too(
    built: tuple[Release, Path], runners: tuple[VmRunner, VmRunner]
) -> None:
    release, corpus = built
    projects = ReleasedProjects.find(corpus, bytes(32), release.manifest)
    made = oracle_predictions(release.instances(), projects, runners[1])
    by_id = {each.instance_id: each for each in release.instances()}
    answered = [
        (by_id[name], SCORED_TASKS[by_id[name].task].form.read(said, "ok")) for name, said in made
    ]
    gaps = perturbation_gaps(count_all(answered), Bootstrap(50))
    assert {(gap.task, gap.variant) for gap in gaps} >= {(task, "rename") for task in _PERTURBED}
    assert all((gap.original, gap.perturbed, gap.figure.value) == (1, 1, 0) for gap in gaps)


def gap_of(reference: str, release: Release) -> dict[str, float]:
    predict = fit_reference(REFERENCES[reference], release)
    asked = (each for each in release.instances() if each.task in REFERENCES[reference].tasks)
    table = count_all((each, answer_from(predict(each))) for each in asked)
    gaps = perturbation_gaps(table, Bootstrap(50))
    return {gap.variant: gap.figure.value or 0 for gap in gaps if gap.task == "rollout"}


def test_the_gap_catches_a_predictor_that_knows_names_alone(built: tuple[Release, Path]) -> None:
    release = built[0]
    told = gap_of("names-told", release)
    # what moved elsewhere still moves by as much
    assert told["rename"] > 0.3 > told["shift_coordinates"]
    assert set(gap_of("copy", release).values()) == {0}
