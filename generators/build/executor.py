# SPDX-License-Identifier: Apache-2.0
"""Processes projects, here or in several worker processes; the results are the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile
from generators.build.project import ProjectResult, Runners, process_project
from generators.pictures import FrameStore
from scratchworld.errors import ScratchWorldError

__all__ = ["Job", "run_jobs"]

Job = tuple[ProjectFile, str]
"""A project file and its name in the release."""

_QUEUE_PER_WORKER = 2

_config: BuildConfig
_runners: Runners
_store: FrameStore


def run_jobs(
    jobs: Sequence[Job], config: BuildConfig, workers: int, store: FrameStore
) -> Iterator[tuple[ProjectFile, ProjectResult]]:
    """Yield each project with its result, as they are done; their pictures go to ``store``.

    Raises:
        ScratchWorldError: when a worker process is killed from outside.
        NodeSetupError: when the VM cannot be installed.
    """
    if workers == 1:
        yield from _run_here(jobs, config, store)
    else:
        yield from _run_in_workers(jobs, config, workers, store)


def _run_here(
    jobs: Sequence[Job], config: BuildConfig, store: FrameStore
) -> Iterator[tuple[ProjectFile, ProjectResult]]:
    runners = Runners(config)
    try:
        for project, name in jobs:
            yield project, process_project(project, name, config, runners, store)
    finally:
        runners.close()


def _run_in_workers(
    jobs: Sequence[Job], config: BuildConfig, workers: int, store: FrameStore
) -> Iterator[tuple[ProjectFile, ProjectResult]]:
    # spawned, not forked: the same on every system, and no lock is copied while held
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), _start_worker, (config, store)
    )
    waiting = iter(jobs)
    running: dict[Future[ProjectResult], ProjectFile] = {}
    try:
        while True:
            # few at a time, so that the queue does not grow with the corpus
            for project, name in _some(waiting, workers * _QUEUE_PER_WORKER - len(running)):
                running[pool.submit(_process, project, name)] = project
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    except BrokenProcessPool as error:
        raise ScratchWorldError(
            "a worker process was killed, perhaps for want of memory; run the same command again "
            "with fewer workers, finished projects are kept"
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _some(jobs: Iterator[Job], count: int) -> Iterator[Job]:
    for _ in range(count):
        job = next(jobs, None)
        if job is None:
            return
        yield job


def _start_worker(config: BuildConfig, store: FrameStore) -> None:
    global _config, _runners, _store
    # Ctrl-C reaches the whole group; the parent decides what happens then
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _config, _store = config, store
    _runners = Runners(config)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end; a killed parent cannot tell its workers to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _runners.kill()
        os._exit(1)


def _process(project: ProjectFile, name: str) -> ProjectResult:
    return process_project(project, name, _config, _runners, _store)
