# SPDX-License-Identifier: Apache-2.0
"""The pictures in a built release, by our reader and by the library that others use."""

from __future__ import annotations

import hashlib
import io
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from PIL import Image

from generators.build import BuildConfig, EpisodePlan, build_release, read_key
from generators.build.pictures import ticks_shown
from generators.build.sizes import render_sizes, sizes_of
from generators.pictures import PicturePlan
from generators.released import ReleasedProjects
from generators.synthetic import synthesize, write_projects
from generators.tasks import CounterfactualPlan
from scratchworld.errors import ReleaseError
from scratchworld.release import (
    Pictures,
    Release,
    find_revealing,
    load_release,
    withhold_targets,
    without_revealing,
)
from scratchworld.world import CounterfactualInstance
from vm_runner import VmRunner

pytestmark = pytest.mark.node

CONFIG = BuildConfig(
    episodes=(EpisodePlan(5, 24),),
    horizons=(2,),
    tasks=("next_state", "rollout", "counterfactual"),
    counterfactual=CounterfactualPlan(cap=2, windows=2, tries=8),
    modalities=("screenshot", "clip"),
    pictures=PicturePlan(history=2, interval=5, formats=("webp",)),
    dev_share=0.0,
)
INPUT_FILES = ("data", "frames", "clips")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_projects(synthesize(["motion"], per_family=1, seed=5), folder / "made", 5)
    return folder


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("key") / "project.key"


@pytest.fixture(scope="module")
def release(corpus: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Release:
    out = tmp_path_factory.mktemp("release") / "out"
    build_release(corpus, out, CONFIG, key_file=key)
    return load_release(out)


def test_every_instance_has_its_pictures(release: Release) -> None:
    pictures = Pictures(release)
    names: dict[str, str] = {}
    for shot in pictures.screenshots():
        names[shot.instance_id] = shot.name
        assert pictures.screenshot(shot.instance_id) == shot.png
        assert pictures.frame(shot.name) == shot.png
        assert hashlib.sha256(shot.png).hexdigest().startswith(shot.name)
    instances = list(release.instances())
    assert list(names) == [instance.instance_id for instance in instances]
    for instance in instances:
        history = pictures.history(instance.instance_id)
        shown = instance.task in ("rollout", "counterfactual")
        assert len(history) == (min(2, instance.step) if shown else 0)
        before = pictures.clip(instance.instance_id)
        after = pictures.target_clip(instance.instance_id)
        assert before.ticks[0] == -min(2, instance.step) * instance.ticks
        assert before.ticks[-1] == 0
        assert after.ticks[-1] == instance.horizon * instance.ticks
        assert min(after.ticks) > 0
        with Image.open(io.BytesIO(before.files["webp"])) as clip:
            assert clip.size == (480, 360)


def test_a_frame_is_what_the_project_shows(release: Release, corpus: Path, key: Path) -> None:
    """By hand, from tick 0: the last state of the longest episode of one project."""
    instance = max(release.instances("rollout"), key=lambda each: (each.step, each.instance_id))
    projects = ReleasedProjects.find(corpus, read_key(key), release.manifest)
    project = projects.files[instance.project]
    with VmRunner(trace=False) as runner:
        session = runner.load(project.path)
        session.start(instance.seed)
        session.run(instance.episode().steps[: instance.step])
        assert session.frame() == Pictures(release).screenshot(instance.instance_id)


def test_each_picture_is_stored_once(release: Release) -> None:
    for file in sorted(release.path.glob("frames/*.parquet")):
        frames = pq.read_table(file)
        names = frames["frame"].to_pylist()
        assert names == sorted(set(names))
        kept = {cell["bytes"] for cell in frames["image"].to_pylist()}
        assert len(kept) == len(names)


def test_twins_do_not_tell_each_other_apart_before(release: Release) -> None:
    pictures = Pictures(release)
    twins: dict[str, list[CounterfactualInstance]] = {}
    for instance in release.instances("counterfactual"):
        assert isinstance(instance, CounterfactualInstance)
        twins.setdefault(instance.pair_id, []).append(instance)
    for pair in twins.values():
        assert len({pictures.screenshot(each.instance_id) for each in pair}) == 1
        assert len({pictures.clip(each.instance_id).files["webp"] for each in pair}) == 1


def test_what_comes_after_is_in_no_file_of_inputs(release: Release) -> None:
    """Nor does a name tell whether the stage changes."""
    targets = pq.read_table(sorted(release.path.glob("target_clips/*.parquet")))
    assert "clip" not in targets.column_names
    for file in release.manifest.files:
        if file.startswith(INPUT_FILES):
            names = pq.read_schema(release.path / file).names
            assert not [name for name in names if name.startswith("target_")]


def test_withheld_targets_take_their_pictures_along(release: Release, tmp_path: Path) -> None:
    public, answers = tmp_path / "public", tmp_path / "answers"
    manifest = withhold_targets(release, public, answers)
    assert not [name for name in manifest.files if name.startswith("target_clips/")]
    first = next(release.instances()).instance_id
    complete = Pictures(release)
    asked = Pictures(load_release(public))
    assert asked.screenshot(first) == complete.screenshot(first)
    assert asked.history(first) == complete.history(first)
    assert asked.clip(first) == complete.clip(first)
    with pytest.raises(ReleaseError, match="no such pictures"):
        asked.target_clip(first)
    scored = Pictures(load_release(public, answers))
    assert scored.target_clip(first) == complete.target_clip(first)


def test_pictures_of_a_withheld_release_show_no_target(release: Release) -> None:
    """Nothing that the build offers then shows a moment of another's window."""
    instances = list(release.instances())
    kept = without_revealing(instances, partial(ticks_shown, config=CONFIG))
    assert 0 < len(kept) < len(without_revealing(instances))
    assert find_revealing(kept, partial(ticks_shown, config=CONFIG)) == {}


def test_counts_are_in_the_manifest(release: Release) -> None:
    counts = release.counts["pictures"]
    sizes = {(size.modality, size.number) for size in sizes_of(release)}
    instances = release.counts["instances"]
    assert counts["screenshots"]["number"] == instances
    assert counts["target_clips webp"]["number"] == instances
    assert counts["frames"]["number"] > 0
    assert 0 < counts["clips webp"]["number"] <= instances
    assert release.manifest.versions["libwebp"]
    assert release.manifest.versions["machine"]
    assert ("screenshot", instances) in sizes
    assert "bytes an instance" in render_sizes(release)


def test_a_damaged_or_missing_table_is_told(release: Release, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in release.manifest.files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((release.path / name).read_bytes())
    (copy / "manifest.json").write_bytes((release.path / "manifest.json").read_bytes())
    first = next(release.instances()).instance_id
    file = next(iter(sorted(copy.glob("clips/*.parquet"))))
    file.write_bytes(file.read_bytes()[:-1])
    pictures = Pictures(load_release(copy))
    assert pictures.screenshot(first)
    with pytest.raises(ReleaseError, match="altered since"):
        pictures.clip(first)
    stray = copy / "frames" / "stray.parquet"
    stray.write_bytes(b"")
    file.write_bytes((release.path / file.relative_to(copy)).read_bytes())
    with pytest.raises(ReleaseError, match="not listed"):
        load_release(copy).verify_hashes()


@pytest.mark.filterwarnings("ignore")  # of the library and of what it brings along
def test_datasets_shows_pictures(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="comes with the extra [hub]")
    pictures = Pictures(release)

    def load(name: str) -> Any:
        return datasets.load_dataset(str(release.path), name, cache_dir=str(tmp_path))["test"]

    rows = load("counterfactual")
    assert isinstance(rows.features["screenshot"], datasets.Image)
    row = rows[0]
    assert row["screenshot"].size == (480, 360)
    shown = Image.open(io.BytesIO(pictures.screenshot(row["instance_id"])))
    assert row["screenshot"].tobytes() == shown.tobytes()
    assert len(row["history_frames"]) == len(pictures.history(row["instance_id"]))
    frames = load("frames")
    assert isinstance(frames.features["image"], datasets.Image)
    assert set(row["history_frames"]) <= set(frames["frame"])
    assert frames[0]["image"].mode == "RGB"
    for name in ("clips", "target_clips"):
        clips = load(name)
        assert isinstance(clips.features["webp"], datasets.Image)
        assert clips[0]["webp"].size == (480, 360)
        assert clips[0]["ticks"] == sorted(clips[0]["ticks"])
