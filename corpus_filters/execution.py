# SPDX-License-Identifier: Apache-2.0
"""How much work is spread over workers: here, or in several processes of this machine.

A :class:`Work` is what a worker needs besides its jobs; each process starts one :class:`Worker` of
it and gives that job after job. An :class:`Executor` decides where that happens. Results come as
they are done, in no order; what is made of them must not depend on it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Protocol, TypeVar

from scratchworld.errors import ScratchWorldError

__all__ = ["Executor", "LocalExecutor", "Work", "Worker", "in_batches"]

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")
JobT_contra = TypeVar("JobT_contra", contravariant=True)
ResultT_co = TypeVar("ResultT_co", covariant=True)

QUEUE_PER_WORKER = 2
"""Jobs that are under way or wait, so that the queue does not grow with the corpus."""


class Worker(Protocol[JobT_contra, ResultT_co]):
    """Does one job after the other, in one thread."""

    def process(self, job: JobT_contra) -> ResultT_co:
        """Do a job."""

    def close(self) -> None:
        """Give back what the worker holds."""

    def kill(self) -> None:
        """End at once what the worker has started, from any thread."""


class Work(Protocol[JobT_contra, ResultT_co]):
    """Makes workers. Can be pickled."""

    def start(self) -> Worker[JobT_contra, ResultT_co]:
        """Return a new worker for this process."""


class Executor(Protocol):
    """Where workers run."""

    def run(self, work: Work[JobT, ResultT], jobs: Iterable[JobT]) -> Iterator[ResultT]:
        """Yield the result of each job as it is done; ``jobs`` are taken a few ahead.

        Raises:
            ScratchWorldError: when a worker is killed from outside.
        """


def in_batches(jobs: Iterable[JobT], size: int) -> Iterator[tuple[JobT, ...]]:
    """Yield ``jobs`` a few together."""
    rest = iter(jobs)
    while batch := tuple(islice(rest, size)):
        yield batch


class LocalExecutor:
    """This machine: one worker in this process, or several in processes of their own."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers

    def run(self, work: Work[JobT, ResultT], jobs: Iterable[JobT]) -> Iterator[ResultT]:
        """Yield the result of each job as it is done."""
        return (self._run_here if self._workers == 1 else self._run_in_processes)(work, jobs)

    def _run_here(self, work: Work[JobT, ResultT], jobs: Iterable[JobT]) -> Iterator[ResultT]:
        worker = work.start()
        try:
            for job in jobs:
                yield worker.process(job)
        finally:
            worker.close()

    def _run_in_processes(
        self, work: Work[JobT, ResultT], jobs: Iterable[JobT]
    ) -> Iterator[ResultT]:
        # spawned, not forked: the same on every system, and no lock is copied while held
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._workers, context, _start, (work,))
        waiting = iter(jobs)
        running: set[Future[Any]] = set()
        try:
            while True:
                room = self._workers * QUEUE_PER_WORKER - len(running)
                running.update(pool.submit(_process, job) for job in islice(waiting, room))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool as error:
            raise ScratchWorldError(
                "a worker process was killed, perhaps for want of memory; run the same command "
                "again with fewer workers, finished projects are kept"
            ) from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_worker: Worker[Any, Any]


def _start(work: Work[Any, Any]) -> None:
    global _worker
    # Ctrl-C reaches the whole group; the parent decides what happens then
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = work.start()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end; a killed parent cannot tell its workers to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        _worker.kill()
        os._exit(1)


def _process(job: Any) -> Any:
    return _worker.process(job)
