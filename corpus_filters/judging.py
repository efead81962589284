# SPDX-License-Identifier: Apache-2.0
"""Examines and confirms many files, in threads that each drive a VM process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager

from corpus_filters.cascade import Examined, confirm, examine
from corpus_filters.files import CorpusFile
from corpus_filters.work import WorkFolder
from vm_runner import Limits, VmRunner

__all__ = ["Progress", "judge_files"]

Progress = Callable[[int, int], None]
"""Called with the number of files done and the number of all."""

_BATCH = 32
"""Files that one pair of processes judges: the start of a process is then small beside them."""


def judge_files(
    files: Sequence[CorpusFile],
    workers: int,
    limits: Limits,
    progress: Progress | None,
    work: WorkFolder | None,
) -> dict[str, Examined]:
    """Return what was found out about each file, by SHA-256, near-duplicates apart.

    One VM process is alive a worker: a batch of files is examined in one process, then what
    survived is replayed in another, in the opposite order, so that a trace that hangs on what was
    loaded before does not agree. What ``work`` holds already is not done again.

    Raises:
        BridgeError: when a VM process cannot be started.
        InputError: when the work folder cannot be written.
    """
    batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
    judging = _Judging(files, limits, progress, work)
    pool = ThreadPoolExecutor(workers)
    try:
        for future in as_completed([pool.submit(judging.judge_batch, batch) for batch in batches]):
            future.result()
    except BaseException:
        judging.stop()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return judging.results


class _Judging:
    """What the worker threads share: results, the count of them, and the processes to kill."""

    def __init__(
        self,
        files: Sequence[CorpusFile],
        limits: Limits,
        progress: Progress | None,
        work: WorkFolder | None,
    ) -> None:
        self.results: dict[str, Examined] = {}
        self._total = len(files)
        self._limits = limits
        self._progress = progress
        self._work = work
        self._lock = threading.Lock()
        self._runners: set[VmRunner] = set()
        self._stopped = False
        for file in files:
            stored = work and work.load(file.sha256)
            if stored:
                self.results[file.sha256] = Examined.from_json(stored)
        self._done = sum(examined.episode is None for examined in self.results.values())
        if progress:
            progress(self._done, self._total)

    def judge_batch(self, files: Sequence[CorpusFile]) -> None:
        with self._runner() as first:
            for file in files:
                if file.sha256 not in self.results:
                    self._go_on()
                    self._store(file, examine(file.path, first))
        with self._runner() as second:
            for file in reversed(files):
                examined = self.results[file.sha256]
                if examined.episode is not None:
                    self._go_on()
                    examined.verdict = confirm(examined, file.path, second)
                    examined.episode = None
                    self._store(file, examined)

    def stop(self) -> None:
        """Kill the processes, so that no thread waits for one."""
        with self._lock:
            self._stopped = True
            for runner in self._runners:
                runner.kill()

    @contextmanager
    def _runner(self) -> Iterator[VmRunner]:
        with VmRunner(limits=self._limits) as runner:
            with self._lock:
                self._runners.add(runner)
            try:
                yield runner
            finally:
                with self._lock:
                    self._runners.discard(runner)

    def _go_on(self) -> None:
        if self._stopped:
            raise RuntimeError("the work was stopped")

    def _store(self, file: CorpusFile, examined: Examined) -> None:
        self._go_on()  # what was killed has another verdict than it deserves
        if self._work:
            self._work.save(file.sha256, examined.to_json())
        with self._lock:
            self.results[file.sha256] = examined
            if examined.episode is not None:
                return
            self._done += 1
            if self._progress:
                self._progress(self._done, self._total)
