# SPDX-License-Identifier: Apache-2.0
"""Which engines agree on an instance is in its row and, counted, in the manifest."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from unittest.mock import call, create_autospec

import pytest

from generators.build import BuildConfig, EpisodePlan, build_release
from generators.engines import Executor, confirm
from generators.synthetic import synthesize, write_projects
from scratchworld.errors import ProjectError
from scratchworld.release import load_release
from scratchworld.world import Episode, Instance, Trace
from tests.scoring.conftest import build_instance
from vm_runner import VmRunner
from vm_runner.spidermonkey import Agreement, SecondEngine

CONFIG = BuildConfig(
    episodes=(EpisodePlan(5, 10),), horizons=(2,), next_state_cap=3, rollout_cap=3,
    tasks=("next_state", "rollout"), second_engine=True,
)  # fmt: skip


class Fake:
    """An engine that counts its runs and differs on some seeds."""

    name = SecondEngine.name

    def __init__(self, differs_on: int = -1) -> None:
        self.runs: list[Episode] = []
        self.differs_on = differs_on

    def run(self, data: bytes, episode: Episode) -> Agreement:
        self.runs.append(episode)
        difference = "step 1: x" if episode.seed == self.differs_on else ""
        return Agreement(Trace({}, (), ()), difference)


@pytest.fixture
def instances() -> list[Instance]:
    return [
        build_instance(
            {}, {}, instance_id=f"{number:016x}", seed=number % 2, step=number,
            history=((),) * number, horizon=1, actions=((),), ticks=1,
        )
        for number in range(6)
    ]  # fmt: skip


def test_rows_say_which_engines_agree_and_keep_their_order(instances: list[Instance]) -> None:
    engine = Fake(differs_on=1)
    executor = Executor(None, engine)  # type: ignore[arg-type]
    confirmed = confirm(instances, b"project", executor)
    assert [each.instance_id for each in confirmed] == [each.instance_id for each in instances]
    assert [each.replay_engines for each in confirmed] == 3 * [("node", "spidermonkey"), ("node",)]


def test_what_begins_a_longer_run_is_not_run_again(instances: list[Instance]) -> None:
    engine = Fake()
    executor = Executor(None, engine)  # type: ignore[arg-type]
    confirm(instances, b"project", executor)
    assert sorted((each.seed, len(each.steps)) for each in engine.runs) == [(0, 5), (1, 6)]
    confirm(instances, b"another project", executor)
    assert len(engine.runs) == 4


def test_every_run_has_a_project_loaded_anew(instances: list[Instance]) -> None:
    runner = create_autospec(VmRunner, instance=True)
    confirm(instances, b"project", Executor(runner, None))
    assert runner.load.call_args_list == [call(b"project", anew=True)] * 2


@pytest.mark.node
@pytest.mark.skipif(
    importlib.util.find_spec("pythonmonkey") is None,
    reason="PythonMonkey is not installed: pip install 'scratchworld[verify]'",
)
def test_a_build_asks_both_engines(tmp_path: Path) -> None:
    write_projects(synthesize(["motion", "clone"], per_family=1, seed=5), tmp_path / "corpus", 5)
    build_release(tmp_path / "corpus", tmp_path / "out", CONFIG, key_file=tmp_path / "key")
    release = load_release(tmp_path / "out")
    rows = list(release.instances())
    assert rows
    assert {each.replay_engines for each in rows} == {("node", "spidermonkey")}
    assert release.counts["engines"] == {"node": len(rows), "spidermonkey": len(rows)}
    assert "pythonmonkey" in release.manifest.versions


@pytest.mark.node
def test_without_a_second_engine_node_alone_is_named(instances: list[Instance]) -> None:
    with VmRunner() as runner:
        executor = Executor(runner, None)
        with pytest.raises(ProjectError):
            executor.run(b"no project", instances[0])
        assert executor.agreeing(Agreement(Trace({}, (), ()), "")) == ("node",)
