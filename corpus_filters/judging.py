# SPDX-License-Identifier: Apache-2.0
"""Examines and confirms files: the work of the corpus filters that needs the VM."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corpus_filters.cascade import Examined, confirm, examine
from corpus_filters.execution import Executor, in_batches
from corpus_filters.files import CorpusFile
from corpus_filters.work import WorkFolder
from vm_runner import Limits, VmRunner

__all__ = ["Finding", "JudgeWork", "Progress", "judge_files"]

Progress = Callable[[int, int], None]
"""Called with the number of files done and the number of all."""

_BATCH = 8
"""Files of one job."""


class Finding(NamedTuple):
    """What was found out about a file, near-duplicates apart."""

    sha256: str
    examined: Examined


@dataclass(frozen=True, slots=True)
class JudgeWork:
    """The verdicts on batches of files; what ``folder`` holds already is not done again."""

    limits: Limits
    folder: WorkFolder | None = None

    def start(self) -> _Judge:
        """Return a judge, whose processes start when they are first needed."""
        return _Judge(self)


def judge_files(
    files: Iterable[CorpusFile],
    work: JudgeWork,
    executor: Executor,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Finding]:
    """Yield what was found out about each file, in no order.

    ``progress`` is called with the number of files done.

    Raises:
        BridgeError: when a VM process cannot be started.
        InputError: when the work folder cannot be written.
    """
    done = 0
    for findings in executor.run(work, in_batches(files, _BATCH)):
        for finding in findings:
            done += 1
            if progress:
                progress(done)
            yield finding


class _Judge:
    """Examines a batch in one VM process, then replays what survived in another.

    That is done in the opposite order, so that a trace that hangs on what was loaded before does
    not agree.
    """

    def __init__(self, work: JudgeWork) -> None:
        self._folder = work.folder
        self._first = VmRunner(limits=work.limits)
        self._second = VmRunner(limits=work.limits)

    def process(self, job: Sequence[CorpusFile]) -> list[Finding]:
        """Return a finding for each file."""
        findings: list[Finding] = []
        fresh: list[tuple[CorpusFile, Examined]] = []
        for file in job:
            stored = self._folder and self._folder.load(file.sha256)
            if stored:
                findings.append(Finding(file.sha256, Examined.from_json(stored)))
                continue
            examined = examine(file.path, self._first)
            if examined.episode is None:
                findings.append(self._finish(file, examined))
            else:
                fresh.append((file, examined))
        for file, examined in reversed(fresh):
            examined.verdict = confirm(examined, file.path, self._second)
            examined.episode = None
            findings.append(self._finish(file, examined))
        return findings

    def _finish(self, file: CorpusFile, examined: Examined) -> Finding:
        if self._folder:
            self._folder.save(file.sha256, examined.to_json())
        return Finding(file.sha256, examined)

    def close(self) -> None:
        """End both processes."""
        self._first.close()
        self._second.close()

    def kill(self) -> None:
        """End both processes at once, from any thread."""
        self._first.kill()
        self._second.kill()
