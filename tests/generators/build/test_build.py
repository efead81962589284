# SPDX-License-Identifier: Apache-2.0
"""Whole builds of a small corpus of our own: the same bytes whatever happens on the way."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generators.build import BuildConfig, EpisodePlan, build_release, project_name, read_key
from generators.oracle import oracle_predictions
from generators.pictures import PicturePlan
from generators.released import ReleasedProjects
from generators.synthetic import synthesize, write_projects
from generators.tasks import CausalPlan, CounterfactualPlan
from scoring import copy_prior, score_release, write_predictions
from scoring.tasks import SCORED_TASKS
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import Release, load_release
from scratchworld.world import CounterfactualInstance
from tests.folders import contents
from tests.scoring.mutations import MUTATIONS, figures_of_file, mutate
from vm_runner import VmRunner

pytestmark = pytest.mark.node

CONFIG = BuildConfig(
    seed=3,
    episodes=(EpisodePlan(1, 24), EpisodePlan(5, 24), EpisodePlan(30, 6)),
    horizons=(2, 20),
    causal=CausalPlan(cap=2, windows=2, tries=2),
    counterfactual=CounterfactualPlan(cap=2, windows=2, tries=8),
    modalities=("program", "table", "language", "screenshot", "clip"),
    pictures=PicturePlan(history=2, interval=30, formats=("webp",)),
)
SCRIPT = """
import sys
from pathlib import Path
from tests.generators.build.test_build import CONFIG
from generators.build import build_release
if __name__ == "__main__":
    corpus, out, key, workers = sys.argv[1:]
    build_release(Path(corpus), Path(out), CONFIG, workers=int(workers), key_file=Path(key))
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_projects(synthesize(["motion", "broadcast"], per_family=2, seed=5), folder / "made", 5)
    (folder / "broken.sb3").write_bytes(b"PK\x03\x04 not an archive")
    (folder / "empty.sb2").write_bytes(b"")
    return folder


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "project.key"
    read_key(path)
    return path


@pytest.fixture(scope="module")
def release(corpus: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Release:
    out = tmp_path_factory.mktemp("release") / "out"
    build_release(corpus, out, CONFIG, key_file=key)
    return load_release(out)


def projects_of(release: Release, corpus: Path, key: bytes) -> ReleasedProjects:
    return ReleasedProjects.find(corpus, key, release.manifest)


def test_every_project_is_accounted_for(release: Release, corpus: Path, key: Path) -> None:
    rows = release.report()
    assert len(rows) == 6  # four made, one broken, one empty
    assert {row.reason for row in rows if row.verdict == "rejected"} == {"corrupt_archive"}
    assert all(row.numbers["instances"] for row in rows if row.verdict == "kept")
    assert {row.family for row in rows} == {"", "motion", "broadcast"}
    names = {row.project for row in rows}
    assert names == set(projects_of(release, corpus, read_key(key)).files)


def test_instances_are_what_the_configuration_asks_for(release: Release) -> None:
    instances = list(release.instances())
    assert {instance.ticks for instance in instances} == {1, 5, 30}
    assert {i.horizon for i in instances if i.task == "rollout"} <= {2, 20}
    assert {instance.source for instance in instances} == {"synthetic"}
    per_project = Counter((instance.project, instance.task) for instance in instances)
    caps = {"next_state": CONFIG.next_state_cap, "rollout": CONFIG.rollout_cap}
    for (_, task), count in per_project.items():
        assert count <= caps.get(task, count)
    altered = [i for i in instances if isinstance(i, CounterfactualInstance) and i.alteration]
    counterfactuals = Counter(instance.project for instance in altered)
    assert 0 < max(counterfactuals.values()) <= CONFIG.counterfactual.cap


def test_nothing_in_the_release_names_a_file(release: Release, corpus: Path) -> None:
    everything = b"".join(contents(release.path).values())
    for path in corpus.rglob("*.sb*"):
        assert path.name.encode() not in everything


def test_copying_earns_nothing_and_the_oracle_everything(
    release: Release, corpus: Path, key: Path, tmp_path: Path
) -> None:
    assert copy_prior(release).passed
    predictions = tmp_path / "oracle.jsonl"
    with VmRunner() as runner:
        projects = projects_of(release, corpus, read_key(key))
        write_predictions(predictions, oracle_predictions(release.instances(), projects, runner))
    runner_result = _invoke("score", str(release.path), str(predictions), "--json")
    assert runner_result.exit_code == 0, runner_result.output
    evaluation = score_release(release, predictions)
    for group in evaluation.groups:
        for metric in SCORED_TASKS[group.task].metrics:
            perfect = 1.0 if metric.higher_is_better else 0.0
            assert group.figures[metric.name].value in (None, perfect), metric.name
    assert {group.task for group in evaluation.groups} == set(CONFIG.tasks)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_one_fault_of_the_oracle_costs_what_arithmetic_says(
    release: Release, tmp_path: Path, data: st.DataObject
) -> None:
    instances = list(release.instances())
    which = data.draw(st.integers(0, len(instances) - 1))
    kind = data.draw(st.sampled_from(sorted(MUTATIONS)))
    made = mutate(instances, which, kind, lambda paths: data.draw(st.sampled_from(paths)))
    if made is None:
        return
    answers, expected = made
    figures = figures_of_file(release, answers, tmp_path / "mutated.jsonl")
    task = instances[which].task
    assert {name: figures[task][name] for name in expected} == expected
    for other in figures.keys() - {task}:
        for metric in SCORED_TASKS[other].metrics:
            perfect = 1.0 if metric.higher_is_better else 0.0
            assert figures[other][metric.name] in (None, perfect), metric.name


def test_two_workers_write_the_same_bytes(
    release: Release, corpus: Path, key: Path, tmp_path: Path
) -> None:
    build_release(corpus, tmp_path / "out", CONFIG, workers=2, key_file=key)
    assert contents(tmp_path / "out") == contents(release.path)


def test_a_killed_build_goes_on_and_writes_the_same_bytes(
    release: Release, corpus: Path, key: Path, tmp_path: Path, repository: Path
) -> None:
    out = tmp_path / "out"
    argv = [sys.executable, "-c", SCRIPT, str(corpus), str(out), str(key), "1"]
    process = subprocess.Popen(argv, cwd=repository)
    work = tmp_path / ".out.work"
    deadline = time.monotonic() + 120
    while len(list(work.glob("results/*.jsonl"))) < 2:
        assert process.poll() is None, "the build ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not out.exists()
    build_release(corpus, out, CONFIG, key_file=key)
    assert contents(out) == contents(release.path)
    assert not work.exists()


def test_names_need_the_key(release: Release, corpus: Path) -> None:
    projects = projects_of(release, corpus, bytes(32))
    with VmRunner() as runner, pytest.raises(InputError, match="give the corpus and the key file"):
        next(oracle_predictions(release.instances(), projects, runner))


def test_project_names_are_stable(release: Release, corpus: Path, key: Path) -> None:
    for name, project in projects_of(release, corpus, read_key(key)).files.items():
        assert name == project_name(read_key(key), project.sha256)


def _invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build", "missing", "out"), "missing: no such folder"),
        (("build", ".", "no/such/parent"), "does not exist"),
        (("predict", "missing", "--reference", "copy"), "does not exist"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = _invoke(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_the_oracle_needs_a_corpus(release: Release) -> None:
    result = _invoke("predict", str(release.path), "--reference", "vm-oracle")
    assert result.exit_code == 2
    assert "--corpus" in result.output


def test_a_composed_build_meets_its_quotas(
    corpus: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("release.toml").write_text(
        """
        tasks = ["next_state", "rollout"]
        horizons = [2]
        episodes = [{ ticks = 5, steps = 24 }]
        [synthetic]
        families = ["motion"]
        instances = { next_state = 5, rollout = 90 }
        projects = 2
        """
    )
    result = _invoke("build", str(corpus), "out", "--config", "release.toml", "--key", str(key))
    assert result.exit_code == 0, result.output
    release = load_release(Path("out"))
    instances = list(release.instances())
    assert sum(instance.task == "next_state" for instance in instances) == 5
    assert {instance.family for instance in instances} == {"motion"}
    assert release.manifest.configuration["synthetic"]["projects"] == 2
    lines = [line.split() for line in result.output.splitlines()]
    got = len(instances) - 5
    assert ["synthetic", "rollout", "90", str(got), str(90 - got)] in lines
    assert ["synthetic", "projects", "2", "2"] in lines
    explored = {row.family for row in release.report() if "coverage" in row.numbers}
    assert explored == {"motion"}


def test_programs_are_those_of_the_instances(release: Release) -> None:
    release.verify_hashes()
    programs = {(each.project, each.variant): each for each in release.programs()}
    wanted = {(each.project, each.variant, each.split) for each in release.instances()}
    assert {(*key, each.split) for key, each in programs.items()} == wanted
    for each in programs.values():
        assert each.canary == release.manifest.canary
        assert f"// {each.program['targets'][1]['rules'][0]['rule']}\n" in each.scratchblocks
    assert "config_name: programs" in (release.path / "README.md").read_text("utf-8")
