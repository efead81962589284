# SPDX-License-Identifier: Apache-2.0
"""A release whose targets are withheld, built, checked, and built again from its manifest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import scratchworld
from generators.build import BuildConfig, Quota, read_config, read_repeat
from generators.build.config_file import config_from_json
from generators.synthetic import synthesize, write_projects
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import Publication, ReleaseFacts, load_release, write_release

SETTINGS = """
seed = 3
episodes = [{ ticks = 5, steps = 12 }]
horizons = [2, 5]
tasks = ["next_state", "rollout"]
withhold_targets = true
synthetic.cap = 9

[release]
version = "2.0.0"
errata = ["1.0.0: none"]
"""


EVERY_OTHER_KEY = [
    'tasks=["decision", "keyframes", "causal"]', 'modalities=["clip", "table"]',
    'perturbations.kinds=["rename", "move_threshold"]', "perturbations.versions=1",
    "decision.cap=1", "decision.spread=0.5", "keyframes.cap=1", 'pictures.formats=["webp"]',
    "pictures.history=0", "causal.positive_share=0.25", "counterfactual.invariant_share=1",
    'keep_words=["ab", "\u00c9"]', 'anonymise="none"', "second_engine=true", "max_blocks=5",
    "thresholds.related=0.5", 'synthetic.families=["list"]', "withhold_targets=true",
]  # fmt: skip


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a corpus, a key, and a release ``out`` with its answers."""
    folder = tmp_path_factory.mktemp("repeat")
    write_projects(synthesize(["motion"], per_family=2, seed=5), folder / "corpus", 5)
    (folder / "release.toml").write_text(SETTINGS)
    result = invoke(
        *("build", folder / "corpus", folder / "out", "--config", folder / "release.toml"),
        *("--key", folder / "key", "--workers", 1, "--limit", 1),
    )
    assert result.exit_code == 0, result.output
    assert f"The answers are in {folder / 'out-answers'}" in result.output
    return folder


@pytest.mark.node
def test_it_has_questions_and_answers_and_is_sound(built: Path) -> None:
    out, answers = built / "out", built / "out-answers"
    release = load_release(out, answers)
    assert 0 < release.counts["instances"] <= 9
    assert {row.related for row in release.report()} == {i.project for i in release.instances()}
    alone = invoke("verify", out)
    assert (alone.exit_code, "0 labels executed" in alone.output) == (0, True)
    more = ("--corpus", built / "corpus", "--key", built / "key", "--sample", 2)
    both = invoke("verify", out, "--answers", answers, *more)
    assert (both.exit_code, "2 labels executed" in both.output) == (0, True), both.output
    assert invoke("verify", out, *more).exit_code == 2


@pytest.mark.node
def test_a_build_is_repeated_from_its_manifest_alone(built: Path, tmp_path: Path) -> None:
    """By another process, whose hashes, time zone, locale and folder are others."""
    manifest = tmp_path / "kept.json"
    manifest.write_bytes((built / "out" / "manifest.json").read_bytes())
    elsewhere = {"PYTHONHASHSEED": "77", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.ISO-8859-9"}
    # so that Python too reads and writes what is no UTF-8, whether the locale is there or not
    elsewhere |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = subprocess.run(
        [
            *(sys.executable, "-m", "scratchworld.cli"),
            *("build", built / "corpus", "again", "--from-manifest", manifest),
            *("--key", built / "key", "--workers", "2"),
        ],
        env={**os.environ, "PYTHONPATH": str(Path(scratchworld.__file__).parents[1]), **elsewhere},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert f"Byte for byte the release of {manifest}." in result.stdout
    assert contents(tmp_path / "again") == contents(built / "out")
    assert contents(tmp_path / "again-answers") == contents(built / "out-answers")


@pytest.mark.node
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tool_version": "0.0.9"}, "built with scratchworld 0.0.9, this is"),
        ({"versions": {"node": "12.0.0"}}, "built with .*node 12.0.0 \\(here 24"),
        ({"inputs": {}}, "does not say from which corpus"),
        ({"configuration": {"sede": 1}}, "sede"),
        ({"inputs": {"key": "0" * 16}}, "built with another key file"),
        ({"inputs": {"corpus": "0" * 16}}, "built from another corpus, of 1 projects"),
    ],
)
def test_what_is_not_the_same_is_named(
    built: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    document = json.loads((built / "out" / "manifest.json").read_text())
    for key, value in change.items():
        known = document[key]
        document[key] = {**known, **value} if isinstance(value, dict) and value else value
    (tmp_path / "manifest.json").write_text(json.dumps(document))
    result = invoke(
        *("build", built / "corpus", tmp_path / "out", "--from-manifest"),
        *(tmp_path / "manifest.json", "--key", built / "key"),
    )
    assert result.exit_code == 2
    assert not (tmp_path / "out").exists()
    assert len(result.output.splitlines()) == 1
    assert re.search(message, result.output), result.output


def test_a_manifest_takes_no_configuration(tmp_path: Path) -> None:
    arguments = ("build", tmp_path, tmp_path / "out", "--from-manifest", tmp_path, "--seed", 1)
    result = invoke(*arguments)
    assert (result.exit_code, "--from-manifest says all" in result.output) == (2, True)


def test_every_configuration_survives_its_manifest(tmp_path: Path) -> None:
    whole = read_config(None, ["limits.rounds=9", "dev_share=1", "empty_share=0.1"])
    whole = replace(whole, real=Quota({"rollout": 3}, concentration=0.5), synthetic=Quota())
    whole = replace(whole, release=Publication(version="1.2.3", creators=("A",)))
    told = read_config(None, EVERY_OTHER_KEY)
    for config in (BuildConfig(), whole, told):
        content = json.loads(json.dumps(config.to_json()))
        del content["release"]
        again = config_from_json(content, config.release, "manifest.json")
        assert again == config
        assert json.dumps(again.to_json()) == json.dumps(config.to_json())


def test_a_release_of_no_corpus_cannot_be_repeated(tmp_path: Path) -> None:
    write_release(tmp_path / "r", [], (), ReleaseFacts())
    with pytest.raises(InputError, match="does not say from which corpus"):
        read_repeat(tmp_path / "r")
