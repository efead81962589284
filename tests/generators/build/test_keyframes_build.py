# SPDX-License-Identifier: Apache-2.0
"""Key frames in a built release: drawn again they are the same, and withheld they are gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from generators.build import BuildConfig, EpisodePlan, build_release, read_key
from generators.keyframes import KeyframeCheck
from generators.oracle import data_url, oracle_predictions
from generators.released import ReleasedProjects
from generators.tasks import KeyframesPlan
from generators.verify import verify_release
from scratchworld.cli import cli
from scratchworld.release import Pictures, Release, load_release, withhold_targets
from scratchworld.world import KeyframesInstance
from tests.generators.worlds import KEY_WORLD
from vm_runner import VmRunner

pytestmark = pytest.mark.node

CONFIG = BuildConfig(
    tasks=("keyframes",),
    modalities=("program",),
    episodes=(EpisodePlan(5, 20),),
    keyframes=KeyframesPlan(cap=2, windows=3, counts=(2,), steps=6),
    dev_share=0.0,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, its key and a release of it."""
    folder = tmp_path_factory.mktemp("key frames")
    (folder / "corpus").mkdir()
    (folder / "corpus" / "world.sb3").write_bytes(KEY_WORLD)
    build_release(folder / "corpus", folder / "out", CONFIG, key_file=folder / "key")
    return folder


@pytest.fixture(scope="module")
def release(folder: Path) -> Release:
    return load_release(folder / "out")


@pytest.fixture(scope="module")
def instances(release: Release) -> list[KeyframesInstance]:
    return [one for one in release.instances() if isinstance(one, KeyframesInstance)]


@pytest.fixture(scope="module")
def projects(folder: Path, release: Release) -> ReleasedProjects:
    return ReleasedProjects.find(folder / "corpus", read_key(folder / "key"), release.manifest)


@pytest.fixture(scope="module")
def runner() -> Iterator[VmRunner]:
    with VmRunner() as runner:
        yield runner


def test_key_frames_bring_the_first_frame_along(
    release: Release, instances: list[KeyframesInstance]
) -> None:
    assert release.manifest.configuration["modalities"] == ["program", "screenshot"]
    pictures = Pictures(release)
    assert len(instances) == 2
    for instance in instances:
        frames = pictures.key_frames(instance.instance_id)
        assert len(frames) == len(instance.moments)
        assert pictures.screenshot(instance.instance_id) != frames[0]
        assert len(pictures.references(instance.instance_id)) == len(instance.references)
    names = {file.split("/")[0] for file in release.manifest.files if "/" in file}
    assert names == {"data", "frames", "key_frames", "programs", "references", "schemas"}


def test_verify_draws_every_picture_again(
    release: Release,
    instances: list[KeyframesInstance],
    projects: ReleasedProjects,
    runner: VmRunner,
) -> None:
    found = verify_release(release, projects, runner)
    assert found.faults == []
    assert (found.replayed, found.digests) == (2, 2)
    drawn = sum(1 + len(each.moments) + len(each.references) for each in instances)
    assert found.pictures == drawn


def test_what_is_not_so_is_named(
    release: Release,
    instances: list[KeyframesInstance],
    projects: ReleasedProjects,
    runner: VmRunner,
) -> None:
    instance, other = instances
    data = projects.data(instance, runner)
    trace = runner.run(data, instance.episode())

    def faults(wrong: KeyframesInstance) -> list[str]:
        return list(KeyframeCheck(release).faults(wrong, trace, data, runner))

    first, second, *references = instance.references
    told = replace(
        instance,
        key_deltas=(*instance.key_deltas[:-1], {}),
        requests=other.requests,
        hints=other.hints,
        reference_moments=(),
        references=(replace(first, centre=(1, 1)), replace(second, costume="none"), *references),
    )
    assert faults(instance) == []
    assert faults(told) == [
        "another delta to moment 1",
        "its requests are not what its actions say",
        "its hints are not what happens",
        "a reference matters at another moment",
        "a reference is of a costume that the project has not",
        f"another picture of {first.name}",
    ]
    others = faults(replace(instance, instance_id=other.instance_id))
    assert others
    assert all(fault.startswith("another frame after step ") for fault in others)
    assert faults(replace(instance, instance_id="none")) == [
        "the release has no picture of it, 'none'"
    ]
    assert faults(replace(instance, moments=instance.moments[:1])) == [
        "its moments are not 2, 4 or 6 that rise to the end of its window"
    ]


def test_the_oracle_draws_the_frames(
    folder: Path,
    release: Release,
    instances: list[KeyframesInstance],
    projects: ReleasedProjects,
    runner: VmRunner,
) -> None:
    """Without the answers, into files beside its predictions; or into the predictions."""
    withhold_targets(release, folder / "public", folder / "answers")
    assert not list((folder / "public").glob("key_frames*"))
    assert list((folder / "answers").glob("key_frames/*.parquet"))
    out = folder / "made" / "oracle.jsonl"
    out.parent.mkdir()
    asked = ["predict", str(folder / "public"), "--reference", "vm-oracle", "--out", str(out)]
    files = ["--corpus", str(folder / "corpus"), "--key", str(folder / "key")]
    result = CliRunner().invoke(cli, [*asked, *files])
    assert result.exit_code == 0, result.output
    predictions = dict(oracle_predictions(instances, projects, runner))
    pictures = Pictures(release)
    for line in map(json.loads, out.read_text().splitlines()):
        frames = pictures.key_frames(line["instance_id"])
        paths = line["prediction"]["frames"]
        assert tuple((out.parent / path).read_bytes() for path in paths) == frames
        urls = [data_url("", frame) for frame in frames]
        assert predictions.pop(line["instance_id"]) == {"frames": urls}
    assert not predictions
