# SPDX-License-Identifier: Apache-2.0
"""Judges every file of a corpus."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby

from corpus_filters.cascade import Examined, confirm, examine
from corpus_filters.duplicates import Duplicates, find_duplicates
from corpus_filters.files import CorpusFile
from corpus_filters.thresholds import Thresholds
from corpus_filters.verdict import Verdict
from scratchworld.errors import ProjectError
from vm_runner import Limits, VmRunner

__all__ = ["Judged", "Progress", "judge_corpus"]

Progress = Callable[[int, int], None]
"""Called with the number of files done and the number of all."""

_BATCH = 32
"""Files that one pair of processes judges: the start of a process is then small beside them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One file with its verdict."""

    file: CorpusFile
    verdict: Verdict
    kind: str = ""
    """Guess of the kind; empty if the project did not load."""
    blocks: int | None = None
    duplicate_of: str = ""
    """Name of the kept file that this one is nearly the same as."""
    structure: float | None = None
    """Similarity to that file in structure, 0 to 1."""
    surface: float | None = None
    cluster: str = ""
    """Name of the first file of the cluster; for projects that are kept, or near-duplicates."""


def judge_corpus(
    files: Sequence[CorpusFile],
    thresholds: Thresholds | None = None,
    *,
    workers: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> list[Judged]:
    """Return one verdict a file, in the order of ``files``.

    The verdicts do not depend on the number of workers. One VM process is alive a worker: a batch
    of files is examined in one process, then what survived is replayed in another, in the opposite
    order, so that a trace that hangs on what was loaded before does not agree.

    Raises:
        BridgeError: when a VM process cannot be started.
    """
    ranked = sorted(files, key=lambda file: (file.sha256, file.name))
    equal = [list(group) for _, group in groupby(ranked, key=lambda file: file.sha256)]
    # of files with the same bytes the first by name is judged
    first = [group[0] for group in equal]
    judged = _judge(first, workers, limits or Limits(), progress)
    alive = [
        examined.fingerprint
        for examined, verdict in judged.values()
        if verdict.kept and examined.fingerprint is not None
    ]
    names = {file.sha256: file.name for file in first}
    found = find_duplicates(alive, thresholds)
    rows: dict[str, Judged] = {}
    for group in equal:
        row = _row(group[0], *judged[group[0].sha256], found, names)
        rows[group[0].name] = row
        for file in group[1:]:
            rows[file.name] = _copy(row, file)
    return [rows[file.name] for file in files]


def _row(
    file: CorpusFile,
    examined: Examined,
    verdict: Verdict,
    found: Duplicates,
    names: dict[str, str],
) -> Judged:
    row = Judged(file, verdict, examined.kind, examined.blocks)
    if not verdict.kept:
        return row
    row = replace(row, cluster=names[found.clusters[file.sha256]])
    match = found.matches.get(file.sha256)
    if match is None:
        return row
    of = names[match.of]
    detail = f"of {of}: structure {match.structure:.2f}, surface {match.surface:.2f}"
    return replace(
        row,
        verdict=_near_duplicate(detail),
        duplicate_of=of,
        structure=match.structure,
        surface=match.surface,
    )


def _near_duplicate(detail: str) -> Verdict:
    return Verdict.of(ProjectError("near_duplicate", detail))


def _copy(row: Judged, file: CorpusFile) -> Judged:
    """Return the row of a file that has the same bytes as the one in ``row``."""
    if not row.verdict.kept:
        return replace(row, file=file)
    of = row.file.name
    verdict = _near_duplicate(f"of {of}: the same bytes")
    return replace(row, file=file, verdict=verdict, duplicate_of=of, structure=1.0, surface=1.0)


def _judge(
    files: Sequence[CorpusFile], workers: int, limits: Limits, progress: Progress | None
) -> dict[str, tuple[Examined, Verdict]]:
    batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
    work = _Work(len(files), limits, progress)
    results: dict[str, tuple[Examined, Verdict]] = {}
    pool = ThreadPoolExecutor(workers)
    try:
        futures = [pool.submit(work.judge_batch, batch) for batch in batches]
        for future in as_completed(futures):
            results.update(future.result())
    except BaseException:
        work.stop()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return results


class _Work:
    """What the worker threads share: the count of files done, and the processes to kill."""

    def __init__(self, total: int, limits: Limits, progress: Progress | None) -> None:
        self._total = total
        self._limits = limits
        self._progress = progress
        self._lock = threading.Lock()
        self._done = 0
        self._runners: set[VmRunner] = set()
        self._stopped = False
        if progress:
            progress(0, total)

    def judge_batch(self, files: Sequence[CorpusFile]) -> dict[str, tuple[Examined, Verdict]]:
        examined: dict[str, Examined] = {}
        with self._runner() as first:
            for file in files:
                self._go_on()
                examined[file.sha256] = examine(file.path, first)
                if not examined[file.sha256].verdict.kept:
                    self._count()
        verdicts = {name: found.verdict for name, found in examined.items()}
        with self._runner() as second:
            for file in reversed(files):
                if verdicts[file.sha256].kept:
                    self._go_on()
                    found = examined[file.sha256]
                    verdicts[file.sha256] = confirm(found, file.path, second)
                    found.episode = None  # there may be very many files
                    self._count()
        return {name: (found, verdicts[name]) for name, found in examined.items()}

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

    def _count(self) -> None:
        with self._lock:
            self._done += 1
            if self._progress:
                self._progress(self._done, self._total)
