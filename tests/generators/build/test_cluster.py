# SPDX-License-Identifier: Apache-2.0
"""Builds on a cluster and on storage at URLs: the same bytes as here."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from corpus_filters import Executor, LocalExecutor, Location
from generators.build import BuildConfig, build_release
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import load_release
from tests.folders import contents
from tests.generators.build.clusters import Cluster
from tests.generators.build.replaying import (
    VERSIONS,
    ReplayingExecutor,
    small_corpus,
    small_results,
)

fsspec = pytest.importorskip("fsspec", reason="the extra [cluster] is not installed")

PROJECTS = 16
CONFIG = BuildConfig(withhold_targets=True)


@pytest.fixture(autouse=True)
def _no_vm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generators.build.build._versions", lambda config: VERSIONS)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    small_corpus(folder / "deep", PROJECTS)
    (folder / "notes.txt").write_text("no project")
    return folder


def build(corpus: Location, out: Location, key: Path, inner: Executor, **more: object) -> None:
    executor = ReplayingExecutor(inner, small_results(), pause=0.05)
    build_release(corpus, out, CONFIG, executor=executor, key_file=key, **more)


@pytest.fixture
def expected(corpus: Path, tmp_path: Path) -> dict[str, bytes]:
    folder = tmp_path / "expected"
    folder.mkdir()
    build(corpus, folder / "out", tmp_path / "key", LocalExecutor())
    return contents(folder)


def test_corpus_and_release_in_fsspecs_memory(
    corpus: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    memory = fsspec.filesystem("memory")
    memory.store.clear()
    memory.put(f"{corpus}/", "/bucket/corpus", recursive=True)
    # what another build left when it was killed while it copied
    memory.pipe_file("/bucket/out/.incomplete", b"")
    memory.pipe_file("/bucket/out/stale", b"")
    build("memory://bucket/corpus", "memory://bucket/out", tmp_path / "key", LocalExecutor())
    found = {name.removeprefix("/bucket/"): memory.cat(name) for name in memory.find("/bucket")}
    names = {name for name in found if not name.startswith("corpus/")}
    assert {name: found[name] for name in names} == expected


def test_a_folder_of_others_is_not_touched(tmp_path: Path) -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/taken/mine", b"x")
    with pytest.raises(InputError, match="give a new name"):
        build("memory://bucket/corpus", "memory://taken", tmp_path / "key", LocalExecutor())
    assert memory.cat("/taken/mine") == b"x"


def test_a_url_that_nobody_knows(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scratchworld\[cluster\]"):
        build("nowhere://corpus", tmp_path / "out", tmp_path / "key", LocalExecutor())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("cluster"), repository, stack)


def test_two_workers_one_of_which_is_killed(
    cluster: Cluster, corpus: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    from generators.build.cluster import DaskExecutor

    def kill_one(stage: str, done: int, total: int) -> None:
        if stage == "explore" and done == 3:
            cluster.workers[0].send_signal(signal.SIGKILL)

    out = tmp_path / "cluster/out"
    with closing(DaskExecutor(cluster.address())) as executor:
        urls = (f"file://{corpus}", f"file://{out}")
        build(*urls, tmp_path / "key", executor, progress=kill_one)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert contents(out.parent) == expected
    assert load_release(out).counts["instances"] > PROJECTS


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--executor", "dask"], "belong together"),
        (["--scheduler", "tcp://127.0.0.1:1"], "belong together"),
    ],
)
def test_executor_and_scheduler_belong_together(options: list[str], message: str) -> None:
    result = CliRunner().invoke(cli, ["build", "corpus", "out", *options])
    assert result.exit_code == 2
    assert message in result.output


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    from generators.build.cluster import _process, _versions

    with pytest.raises(InputError, match="a worker has pillow"):
        _process("t", {**_versions(), "pillow": "0"}, None, None)  # type: ignore[arg-type]


def test_the_local_executor_needs_neither_dask_nor_fsspec(repository: Path) -> None:
    script = "import sys, generators.commands.build; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", script], cwd=repository, text=True)
    assert not {"dask", "distributed", "fsspec"} & set(loaded.split())
