# SPDX-License-Identifier: Apache-2.0
"""SpiderMonkey computes the traces that Node computed, and says where it would not."""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from generators.synthetic import FAMILIES, synthesize, write_projects
from scratchworld.errors import InputError, ProjectError
from scratchworld.world import Episode
from vm_runner import VmRunner
from vm_runner.spidermonkey import SecondEngine, start_spidermonkey

pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(
        importlib.util.find_spec("pythonmonkey") is None,
        reason="PythonMonkey is not installed: pip install 'scratchworld[verify]'",
    ),
]

CORPUS_EVERY = 3
"""Of the sample of corpus projects; all with SCRATCHWORLD_FULL."""


@pytest.fixture(scope="module")
def engine(vm: VmRunner) -> Iterator[SecondEngine]:
    with SecondEngine(vm) as second:
        yield second


@pytest.fixture(scope="module")
def synthetic(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One project of each family."""
    folder = tmp_path_factory.mktemp("synthetic")
    write_projects(synthesize(sorted(FAMILIES), per_family=1, seed=11), folder, 11)
    return sorted(folder.rglob("*.sb3"))


def test_both_engines_agree_on_every_mechanism(
    engine: SecondEngine, synthetic: list[Path], episode: Episode
) -> None:
    differing = {
        path.name: difference
        for path in synthetic
        if (difference := engine.run(path, episode).difference)
    }
    assert len(synthetic) == len(FAMILIES)
    assert differing == {}


@pytest.mark.corpus
def test_both_engines_agree_on_corpus_projects(
    engine: SecondEngine, projects: list[Path], episode: Episode
) -> None:
    every = 1 if os.environ.get("SCRATCHWORLD_FULL") else CORPUS_EVERY
    compared, differing = 0, {}
    for path in projects[::every]:
        try:
            agreement = engine.run(path, episode)
        except ProjectError:
            continue  # it does not run on Node either
        compared += 1
        if agreement.difference:
            differing[path.name] = agreement.difference
    assert compared
    assert differing == {}


def test_the_trace_is_the_one_that_node_makes_without_recording(
    engine: SecondEngine, vm: VmRunner, synthetic: list[Path], episode: Episode
) -> None:
    recorded = engine.run(synthetic[0], episode).trace
    assert recorded.digest() == vm.run(synthetic[0], episode).digest()


def test_another_answer_of_the_renderer_is_noticed(
    vm: VmRunner, synthetic: list[Path], episode: Episode
) -> None:
    """A tape of an episode is no tape of another, and the message says which call shows it."""
    session = vm.load(synthetic[0], record=True)
    session.trace(episode.prefix(3))
    with VmRunner(start=start_spidermonkey) as second:
        whole = second.load(synthetic[0], tape=session.tape())
        with pytest.raises(ProjectError, match=r"call \d+ of the renderer.*the tape has its end"):
            whole.trace(episode)
        tape = json.loads(session.tape())
        name = tape["methods"].index("createDrawable")
        first = next(call for call in tape["calls"] if isinstance(call, list) and call[0] == name)
        first[1] = ["elsewhere"]
        with pytest.raises(ProjectError, match=r'createDrawable\["background"\].*"elsewhere"'):
            second.load(synthetic[0], tape=json.dumps(tape).encode())


def test_a_project_that_fails_fails_in_the_same_way(
    engine: SecondEngine, tmp_path: Path, episode: Episode
) -> None:
    broken = tmp_path / "broken.sb3"
    broken.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(ProjectError) as caught:
        engine.run(broken, episode)
    assert caught.value.reason == "corrupt_archive"


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'scratchworld\[verify\]'"):
        start_spidermonkey()
