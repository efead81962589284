# SPDX-License-Identifier: Apache-2.0
"""What goes with the data, as people, hubs and programs read it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scratchworld import load_release
from scratchworld.errors import ReleaseError
from scratchworld.release import Publication, ReleaseFacts, Version, canary_guid, write_release
from scratchworld.world import Instance

Make = Callable[..., Instance]

PUBLICATION = Publication(
    name='He said: "worlds" #1',
    licence="Share alike.",
    licence_id="cc-by-sa-4.0",
    version="2.1.0",
    date="2026-11-30",
    url="https://example.org/worlds",
    creators=("Somebody",),
    citation="@misc{worlds}",
    errata=("2.0.0: one label was wrong.",),
)
FACTS = ReleaseFacts(PUBLICATION)


@pytest.fixture
def release(make_instance: Make, tmp_path: Path) -> Path:
    instances = [
        make_instance(f"{n:016x}", task=task, split=split, project=split)
        for n, (task, split) in enumerate(
            (task, split) for task in ("next_state", "rollout") for split in ("dev", "test", "test")
        )
    ]
    write_release(tmp_path / "r", instances, (), FACTS)
    return tmp_path / "r"


def test_every_file_has_the_canary_or_only_words_of_ours(release: Path) -> None:
    canary = canary_guid(FACTS).encode()
    without = {
        file.relative_to(release).as_posix()
        for file in release.rglob("*")
        if file.is_file() and canary not in file.read_bytes()
    }
    schemas = {f"schemas/prediction_{task}.schema.json" for task in ("next_state", "rollout")}
    assert without == {"LICENSE", "ERRATA.md"} | schemas


def test_the_words_are_those_of_the_configuration(release: Path) -> None:
    card = (release / "README.md").read_text("utf-8")
    assert "license: cc-by-sa-4.0\nsize" in card
    assert "version 2.1.0" in card
    assert "Share alike." in (release / "LICENSE").read_text("utf-8")
    assert "- 2.0.0: one label was wrong." in (release / "ERRATA.md").read_text("utf-8")
    loaded = load_release(release)
    assert loaded.manifest.version == "2.1.0"
    assert loaded.manifest.facts() == FACTS
    loaded.verify_hashes()


def test_without_errata_there_are_none() -> None:
    assert Publication().errata_text().endswith("\n\nNone.\n")


def test_the_words_do_not_change_the_canary() -> None:
    other = dataclasses.replace(PUBLICATION, version="3.0.0", errata=())
    assert canary_guid(FACTS) == canary_guid(ReleaseFacts(other))


def test_a_release_of_before_there_were_versions_is_read(release: Path) -> None:
    path = release / "manifest.json"
    document = json.loads(path.read_text())
    del document["version"], document["publication"]
    path.write_text(json.dumps(document))
    manifest = load_release(release).manifest
    assert (manifest.version, dict(manifest.publication)) == ("", {})
    assert manifest.facts().publication == Publication(PUBLICATION.name, PUBLICATION.licence)


def test_versions_compare_by_number() -> None:
    assert Version.parse("1.10.0") > Version.parse("1.9.9")
    assert str(Version.parse("1.10.0")) == "1.10.0"
    for text in ("1.0", "1.0.0-rc", "01.0.0", "1.0.0\n", ""):
        with pytest.raises(ReleaseError, match=r"as 1\.0\.0"):
            Version.parse(text)


def test_eval_yaml_names_the_test_splits(release: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="comes with the extra [hub]")
    document = yaml.safe_load((release / "eval.yaml").read_text("utf-8"))
    assert document["name"] == PUBLICATION.name
    assert document["evaluation_framework"] == "scratchworld"
    assert document["tasks"] == [
        {"id": task, "config": task, "split": "test"} for task in ("next_state", "rollout")
    ]
    front = (release / "README.md").read_text("utf-8").split("---\n")[1]
    assert [each["config_name"] for each in yaml.safe_load(front)["configs"]] == [
        "next_state",
        "rollout",
    ]


def test_croissant_names_every_data_file_by_its_hash(release: Path) -> None:
    document = json.loads((release / "croissant.json").read_text("ascii"))
    assert document["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    manifest = load_release(release).manifest
    stated = {each["contentUrl"]: each["sha256"] for each in document["distribution"]}
    assert stated == {k: v for k, v in manifest.files.items() if k.startswith("data/")}
    assert document["license"] == "https://spdx.org/licenses/CC-BY-SA-4.0.html"


@pytest.mark.filterwarnings("ignore")  # of the reader and of what it brings along
def test_mlcroissant_accepts_and_reads_it(release: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason="comes with the extra [hub]")
    dataset = mlcroissant.Dataset(release / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert (set(issues.errors), set(issues.warnings)) == (set(), set())
    records = list(dataset.records("rollout_test"))
    ids = [i.instance_id for i in load_release(release).instances("rollout", "test")]
    assert [record["rollout_test/instance_id"].decode() for record in records] == ids
    assert len(ids) == 2
