# SPDX-License-Identifier: Apache-2.0
"""Whole builds, the VM's too, on a cluster and on storage at URLs: the same bytes as here."""

from __future__ import annotations

import signal
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from corpus_filters import LocalExecutor
from generators.build import BuildConfig, EpisodePlan, build_release
from generators.pictures import PicturePlan
from generators.synthetic import synthesize, write_projects
from generators.tasks import CausalPlan, CounterfactualPlan
from scratchworld.release import load_release
from tests.folders import contents
from tests.generators.build.clusters import Cluster
from tests.generators.privacy.planting import planted

pytestmark = pytest.mark.node

fsspec = pytest.importorskip("fsspec", reason="the extra [cluster] is not installed")

FAMILIES = ("motion", "list")
PROJECTS = len(FAMILIES) + 1
CONFIG = BuildConfig(
    episodes=(EpisodePlan(5, 8),),
    horizons=(2,),
    causal=CausalPlan(cap=1, windows=1, tries=1),
    counterfactual=CounterfactualPlan(cap=1, windows=1, tries=2),
    modalities=("program", "table", "language", "screenshot"),
    pictures=PicturePlan(history=1),
    withhold_targets=True,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the corpus; the first build leaves the key beside it."""
    folder = tmp_path_factory.mktemp("whole")
    write_projects(synthesize(FAMILIES, per_family=1, seed=5), folder / "corpus/made", 5)
    (folder / "corpus/real.sb3").write_bytes(planted())
    return folder


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, bytes]:
    """The release and its answers, built by this process in fsspec's memory."""
    memory = fsspec.filesystem("memory")
    memory.store.clear()
    memory.put(f"{folder}/corpus/", "/vm/corpus", recursive=True)
    urls = ("memory://vm/corpus", "memory://vm/built/out")
    build_release(*urls, CONFIG, executor=LocalExecutor(), key_file=folder / "key")
    names = memory.find("/vm/built")
    return {name.removeprefix("/vm/built/"): memory.cat(name) for name in names}


def test_two_worker_processes_one_of_which_is_killed(
    folder: Path, expected: dict[str, bytes], repository: Path, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    from generators.build.cluster import DaskExecutor

    out = tmp_path / "built/out"
    with ExitStack() as stack:
        cluster = Cluster(tmp_path, repository, stack)

        def kill_one(stage: str, done: int, total: int) -> None:
            if stage == "explore" and done == 1:
                cluster.workers[0].send_signal(signal.SIGKILL)

        with closing(DaskExecutor(cluster.address())) as executor:
            build_release(
                f"file://{folder}/corpus", f"file://{out}", CONFIG,
                executor=executor, key_file=folder / "key", progress=kill_one,
            )  # fmt: skip
        assert cluster.workers[0].wait() == -signal.SIGKILL
        assert cluster.workers[1].poll() is None
    assert contents(out.parent) == expected
    rows = load_release(out).report()
    assert [row.verdict for row in rows] == ["kept"] * PROJECTS
