# SPDX-License-Identifier: Apache-2.0
"""A configuration file: what it says, and how its faults are told."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from corpus_filters import Thresholds
from generators.build import (
    PRESETS,
    BuildConfig,
    EpisodePlan,
    Quota,
    load_preset,
    read_config,
)
from generators.build.toml_lines import line_of
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import Publication
from scratchworld.schemas import load_schema
from scratchworld.world import TASKS
from vm_runner import Limits

WHOLE = """
seed = 7
dev_share = 0.5
horizons = [2, 5]
next_state_cap = 9
thresholds.related = 0.5

[[episodes]]
ticks = 1
steps = 10

[[episodes]]
ticks = 4
steps = 6

[limits]
seconds = 5.0

[real]
projects = 3
cap = 4
instances = { next_state = 5, rollout = 6 }
empty = 1

[synthetic]
families = ["motion", "clone"]
concentration = 0.25

[release]
version = "1.2.0"
creators = ["A", "B"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "release.toml"
    path.write_text(text, "utf-8")
    return path


def test_every_key_arrives(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, WHOLE)) == BuildConfig(
        seed=7,
        dev_share=0.5,
        horizons=(2, 5),
        next_state_cap=9,
        thresholds=Thresholds(related=0.5),
        episodes=(EpisodePlan(1, 10), EpisodePlan(4, 6)),
        limits=Limits(seconds=5),
        real=Quota({"next_state": 5, "rollout": 6}, empty=1, projects=3, cap=4),
        synthetic=Quota(concentration=0.25, families=("motion", "clone")),
        release=Publication(version="1.2.0", creators=("A", "B")),
    )


def test_an_empty_file_and_none_are_the_defaults(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, "")) == read_config(None) == BuildConfig()


def test_kept_words_are_listed_or_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "keep.txt").write_text("Quist\nzorb  zorb", "utf-8")
    path = written(tmp_path, 'keep_words = "keep.txt"\nanonymise = "text"')
    assert read_config(path).keep_words == ("quist", "zorb")
    assert read_config(None, ['keep_words=["Zorb", "quist"]']) == read_config(path)
    with pytest.raises(InputError, match="line 1: keep_words: "):
        read_config(written(tmp_path, 'keep_words = "no.txt"'))


def test_whole_floats_are_integers(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, "next_state_cap = 3.0\ndev_share = 1.0"))
    assert repr((config.next_state_cap, config.dev_share)) == "(3, 1)"


def test_overrides_replace_single_keys(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    config = read_config(path, ["seed=9", "real.projects=1", 'synthetic.families=["pen"]'])
    assert (config.seed, config.horizons) == (9, (2, 5))
    assert config.real is not None
    assert (config.real.projects, config.real.cap) == (1, 4)
    assert config.synthetic == Quota(concentration=0.25, families=("pen",))
    assert read_config(None, ["limits.rounds=60"]).limits == Limits(rounds=60)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = 1\nsede = 2", "release.toml: line 2: sede: Additional properties"),
        ("seed = 1\n\nhorizons = [1]", "release.toml: line 3: horizons[0]: 1 is less than"),
        ("[real]\nprojects = -1", "release.toml: line 2: real.projects: -1 is less than"),
        ("[real]\n\nfamilies = ['pen']", "line 3: real.families: Additional properties"),
        ("real.projects = 'all'", "release.toml: line 1: real.projects: 'all' is not of type"),
        (
            "[[episodes]]\nticks = 1\nsteps = 9\n[[episodes]]\nticks = 0\nsteps = 1",
            "line 5: episodes[1].ticks: 0 is less than the minimum of 1",
        ),
        ("[real]\ninstances = { decisions = 5 }", "line 2: real.instances: 'decisions' is not one"),
        ("[real.instances]\nrollout = 1.5", "line 2: real.instances.rollout: 1.5 is not of"),
        ("seed = true", "line 1: seed: True is not of type 'integer'"),
        ("dev_share = nan", "line 1: dev_share: nan is not a number"),
        ("[limits]\nseconds = inf", "line 2: limits.seconds: inf is not a number"),
        ("seed = \n", "release.toml: not TOML: Invalid value (at line 1, column 8)"),
        ("horizons = [2, 99]", "line 1: horizons[1]: a rollout of 99 steps, but the longest"),
        ("[[episodes]]\nticks = 1\nsteps = 8", "release.toml: horizons[2]: a rollout of 10"),
        ("[synthetic]\nfamilies = ['pen', 'sand']", "synthetic.families[1]: no family 'sand'"),
        (
            "[real]\nempty = 3\ninstances = { next_state = 2 }",
            "line 2: real.empty: 3 empty deltas among 2 next-state instances",
        ),
        (
            "tasks = ['rollout']\n[real]\ninstances = { rollout = 2, next_state = 2 }",
            "line 3: real.instances.next_state: the task is not among tasks",
        ),
        ("[thresholds]\nrelated = 0.9", "line 2: thresholds.related: the threshold related (0.9)"),
    ],
)
def test_faults_are_one_line_with_file_line_and_key(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_config(written(tmp_path, text))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("seed", "--set seed: not KEY=VALUE"),
        ("seed=", "--set seed=: not KEY=VALUE"),
        ("seed=1\ndev_share=0", "not KEY=VALUE"),
        ("=3", "not KEY=VALUE"),
        ("seed=-1", "--set: seed: -1 is less than"),
        ("release.version='1.0'", "--set: release.version: '1.0' does not match"),
        ("real.projects='x'", "--set: real.projects: 'x' is not of type"),
    ],
)
def test_faults_of_overrides_are_told_as_such(override: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_config(None, [override])
    assert message in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot be read"):
        read_config(tmp_path / "nowhere.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(InputError, match="not UTF-8"):
        read_config(tmp_path / "latin.toml")


def test_quotas_and_splits_do_not_decide_what_a_project_offers() -> None:
    default = BuildConfig().of_exploration()
    later = ["dev_share=0.5", "real.projects=1", "synthetic.cap=1", "thresholds.related=0.5"]
    later += ['release.version="2.0.0"']
    assert read_config(None, later).of_exploration() == default
    for override in ("seed=1", "horizons=[2]", "rollout_cap=9", "limits.rounds=9"):
        assert read_config(None, [override]).of_exploration() != default


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid(name: str) -> None:
    assert load_preset(name, ["seed=5"]).seed == 5


def test_an_unknown_preset() -> None:
    with pytest.raises(InputError, match="no preset 'novel'; known: paper"):
        load_preset("novel")


def test_lines_are_found() -> None:
    text = "# a\na = 1\n[b]\nc.d = 2  # [x]\n[[e]]\nf = 1\n[[e]]\n'f' = [\n  1,\n]\n[b.g]\n"
    assert line_of(text, ("a",)) == 2
    assert line_of(text, ("b", "c", "d")) == 4
    assert line_of(text, ("e", 0, "f")) == 6
    assert line_of(text, ("e", 1, "f", 0)) == 8
    assert line_of(text, ("b", "g", "h")) == 11
    assert line_of(text, ("z",)) is None
    assert line_of(text, ()) is None


def test_the_schema_knows_the_keys_that_the_classes_have() -> None:
    schema = load_schema("build")["properties"]
    for name, kind in {
        "real": Quota,
        "synthetic": Quota,
        "thresholds": Thresholds,
        "limits": Limits,
        "release": Publication,
    }.items():
        own = {field.name for field in fields(kind)} - ({"families"} if name == "real" else set())
        assert set(schema[name]["properties"]) == own
    assert set(schema) == {field.name for field in fields(BuildConfig)}
    assert schema["real"]["properties"]["instances"]["propertyNames"]["enum"] == list(TASKS)


def test_every_key_is_documented(repository: Path) -> None:
    page = (repository / "docs" / "building.md").read_text("utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    for name, entry in load_schema("build")["properties"].items():
        for key in entry.get("items", entry).get("properties", {}):
            assert f"`{key}`" in rows[name] + (rows["real"] if name == "synthetic" else "")
    for field in fields(Quota):
        assert field.name in rows


def test_the_example_of_the_page_is_valid(repository: Path, tmp_path: Path) -> None:
    page = (repository / "docs" / "building.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    config = read_config(written(tmp_path, example))
    assert config.thresholds.structure == 0.9
    assert config.synthetic is not None
    assert config.synthetic.cap == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "release.toml"], "release.toml: line 2: seed: -1"),
        (["--set", "seed=x"], "not KEY=VALUE"),
        (["--preset", "novel"], "novel"),
        (["--preset", "paper", "--config", "release.toml"], "not both"),
    ],
)
def test_the_command_refuses_with_exit_code_2(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "\nseed = -1")
    result = CliRunner().invoke(cli, ["build", ".", "out", *arguments])
    assert result.exit_code == 2
    assert message in result.output
