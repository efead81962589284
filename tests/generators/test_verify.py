# SPDX-License-Identifier: Apache-2.0
"""A sound release passes; every kind of damage is found, named, and fails the command."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scratchworld.cli import cli
from scratchworld.release import Release, write_release
from scratchworld.world import CausalInstance, CounterfactualInstance, Instance

pytestmark = pytest.mark.node

Edit = Callable[[Instance], Instance]


def verify(release: Path, built: tuple[Release, Path, Path], *more: str) -> Result:
    _, corpus, key = built
    arguments = ["verify", str(release), "--corpus", str(corpus), "--key", str(key), *more]
    return CliRunner().invoke(cli, arguments)


def rewritten(release: Release, instances: Iterable[Instance], out: Path) -> Path:
    """A release whose hashes are right, with other instances."""
    write_release(out, instances, release.report(), release.manifest.facts())
    return out


def test_a_sound_release_passes(built: tuple[Release, Path, Path]) -> None:
    release = built[0]
    result = verify(release.path, built)
    count = release.counts["instances"]
    assert result.exit_code == 0, result.output
    start, _, rest = result.output.partition(" of their digests compared: ")
    assert start.startswith(f"{count} rows checked, {count} labels executed again, ")
    # the longest rollouts reach the end of their episodes
    assert int(start.rsplit(maxsplit=1)[1]) > 0
    assert rest == "no disagreements\n"


def test_a_sample_is_executed(built: tuple[Release, Path, Path]) -> None:
    result = verify(built[0].path, built, "--sample", "3", "--seed", "9")
    assert "3 labels executed again" in result.output
    assert result.exit_code == 0


def test_an_alteration_is_not_taken_for_the_episode_it_branches_from(
    built: tuple[Release, Path, Path],
) -> None:
    instances = list(built[0].instances())
    altered, shorter = next(
        (longer, shorter)
        for longer in instances
        if isinstance(longer, CounterfactualInstance) and longer.step + longer.horizon == 8
        for shorter in instances
        if not isinstance(shorter, CausalInstance | CounterfactualInstance)
        and shorter.project == longer.project
        and shorter.replay_digest != longer.replay_digest
        and longer.episode().prefix(shorter.step + shorter.horizon) == shorter.episode()
    )
    both = {altered.instance_id, shorter.instance_id}
    ids = sorted(each.instance_id for each in instances)
    seed = next(at for at in count() if both == set(random.Random(at).sample(ids, 2)))
    result = verify(built[0].path, built, "--sample", "2", "--seed", str(seed))
    assert result.output.endswith(
        " 2 labels executed again, 1 of their digests compared: no disagreements\n"
    )


def change_target(instance: Instance) -> Instance:
    path = next(iter(instance.target))
    return replace(instance, target={**instance.target, path: "wrong"})


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (change_target, "another target: /"),
        (lambda i: replace(i, target={**i.target, "/event/none": 1}, n_changed=i.n_changed + 1),
         "another target: /event/none"),
        (lambda i: replace(i, state={**i.state, "/event/none": 1}), "another input state"),
        (lambda i: replace(i, monitors=("/variable/_stage_/none",)), "other monitors"),
        (lambda i: replace(i, replay_digest="0" * 64), "another digest of its trace"),
        (lambda i: replace(i, n_hidden_changed=i.n_hidden_changed + 1), "n_hidden_changed is"),
        (lambda i: replace(i, actions=(({"type": "fly"},),) * i.horizon), "its actions: $.steps"),
        (lambda i: replace(i, seed=i.seed + 1), "its id is not that of its content"),
        (lambda i: replace(i, horizon=i.horizon + 1), "not as long as step and horizon say"),
    ],
)  # fmt: skip
def test_an_altered_row_is_found(
    built: tuple[Release, Path, Path], tmp_path: Path, edit: Edit, words: str
) -> None:
    instances = list(built[0].instances())
    # a rollout to the end of an episode: its digest can be told
    altered = next(
        i for i in instances if i.target and i.ticks == 5 and i.step + i.horizon == 8
    )  # fmt: skip
    changed = [edit(i) if i is altered else i for i in instances]
    result = verify(rewritten(built[0], changed, tmp_path / "out"), built)
    assert result.exit_code == 1, result.output
    lines = [line for line in result.output.splitlines() if words in line]
    assert [line.partition(": ")[0] for line in lines] == [altered.instance_id], result.output


def test_an_input_that_gives_its_label_away_is_found(
    built: tuple[Release, Path, Path], tmp_path: Path
) -> None:
    instances = list(built[0].instances())
    altered = next(i for i in instances if i.target.keys() & i.state.keys())
    path = min(altered.target.keys() & altered.state.keys())
    told = replace(altered, state={**altered.state, path: altered.target[path]})
    out = rewritten(built[0], [told if i is altered else i for i in instances], tmp_path / "out")
    result = CliRunner().invoke(cli, ["verify", str(out)])
    message = f"columns: the input state has the target's value of {path}"
    assert f"{altered.instance_id}: {message}" in result.output.splitlines()
    assert result.exit_code == 1


def counterfactual(release: Release) -> CounterfactualInstance:
    return next(
        instance
        for instance in release.instances("counterfactual")
        if isinstance(instance, CounterfactualInstance) and instance.alteration is not None
    )


@pytest.mark.parametrize(
    "edit",
    [
        lambda i: replace(i, chain=(*i.chain[:-1], "write:Cat/99/1")),
        lambda i: replace(i, occurs=False, chain=()),
    ],
)
def test_an_altered_answer_to_a_query_is_found(
    built: tuple[Release, Path, Path],
    tmp_path: Path,
    edit: Callable[[CausalInstance], CausalInstance],
) -> None:
    causal = [i for i in built[0].instances("causal") if isinstance(i, CausalInstance)]
    altered = next(instance for instance in causal if instance.occurs)
    changed = [edit(altered) if i == altered else i for i in built[0].instances()]
    result = verify(rewritten(built[0], changed, tmp_path / "out"), built)
    assert result.exit_code == 1, result.output
    assert f"{altered.instance_id}: another answer to its query" in result.output


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda i: replace(i, target={"/event/none": 1}, n_changed=1), "another target: /"),
        (lambda i: replace(i, observed=({"/event/none": 1},)), "other deltas before the input"),
        (lambda i: replace(i, replay_digest="0" * 64), "another digest of its trace"),
        (lambda i: replace(i, pair_id="0" * 16), "its factual twin is not in the release"),
        (
            lambda i: replace(i, alteration=replace(i.alteration, step=i.horizon)),
            "there is no step",
        ),
    ],
)
def test_an_altered_counterfactual_is_found(
    built: tuple[Release, Path, Path],
    tmp_path: Path,
    edit: Callable[[CounterfactualInstance], CounterfactualInstance],
    words: str,
) -> None:
    altered = counterfactual(built[0])
    changed = [edit(altered) if i == altered else i for i in built[0].instances()]
    result = verify(rewritten(built[0], changed, tmp_path / "out"), built)
    assert result.exit_code == 1, result.output
    assert altered.instance_id in [
        line.partition(": ")[0] for line in result.output.splitlines() if words in line
    ], result.output


def test_a_project_in_two_splits_is_found(
    built: tuple[Release, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the writer refuses to make such a release
    monkeypatch.setattr("scratchworld.release.spool.Spool.check", lambda *_: None)
    instances = list(built[0].instances())
    other = {"dev": "test", "test": "dev"}[instances[0].split]
    moved = [replace(instances[0], split=other), *instances[1:]]
    result = verify(rewritten(built[0], moved, tmp_path / "out"), built, "--sample", "0")
    assert result.exit_code == 1
    assert "is in more than one split" in result.output


def test_an_altered_file_is_found(built: tuple[Release, Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(built[0].path, out)
    with (out / "README.md").open("a") as card:
        card.write("More.\n")
    result = verify(out, built)
    assert result.exit_code == 1
    assert "README.md: altered" in result.output


def test_a_corpus_without_a_project_is_told(
    built: tuple[Release, Path, Path], tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(built[1], corpus)
    next(iter(sorted(corpus.rglob("*.sb3")))).unlink()
    result = verify(built[0].path, (built[0], corpus, built[2]))
    assert result.exit_code == 1
    assert "not in the corpus" in result.output


@pytest.mark.skipif(
    importlib.util.find_spec("pythonmonkey") is None,
    reason="PythonMonkey is not installed: pip install 'scratchworld[verify]'",
)
def test_the_second_engine_computes_every_trace(
    built: tuple[Release, Path, Path], tmp_path: Path
) -> None:
    release, _, _ = built
    report = tmp_path / "report.json"
    result = verify(release.path, built, "--engine", "spidermonkey", "--report", str(report))
    assert result.exit_code == 0, result.output
    assert f"{len(list(release.instances()))} computed by spidermonkey too" in result.output
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["disagreements"] == []
    assert set(written["engines"]) == {each.instance_id for each in release.instances()}
    assert {tuple(engines) for engines in written["engines"].values()} == {("node", "spidermonkey")}
    assert written["versions"]["pythonmonkey"]
