# SPDX-License-Identifier: Apache-2.0
"""Judges every file of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import groupby

from corpus_filters.cascade import Examined
from corpus_filters.duplicates import Duplicates, find_duplicates
from corpus_filters.execution import LocalExecutor
from corpus_filters.files import CorpusFile
from corpus_filters.judging import JudgeWork, Progress, judge_files
from corpus_filters.thresholds import Thresholds
from corpus_filters.verdict import Verdict
from corpus_filters.work import WorkFolder
from scratchworld import __version__
from vm_runner import Limits

__all__ = ["LIBRARIES", "Judged", "judge_corpus", "similarity_detail", "work_identity"]

LIBRARIES = ("datasketch", "imagehash", "pillow")
"""Packages whose versions may decide which projects are near-duplicates."""


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
    skeleton: str = ""
    """Hash of the opcodes of a kept project: equal for copies with other names and literals."""


def judge_corpus(
    files: Sequence[CorpusFile],
    thresholds: Thresholds | None = None,
    *,
    workers: int = 1,
    limits: Limits | None = None,
    progress: Progress | None = None,
    work: WorkFolder | None = None,
) -> list[Judged]:
    """Return one verdict a file, in the order of ``files``.

    The verdicts do not depend on the number of workers, nor on interruptions: what ``work``, an
    open folder of :func:`work_identity`, holds of an earlier call is not done again.

    Raises:
        BridgeError: when a VM process cannot be started.
        InputError: when the work folder cannot be written.
    """
    ranked = sorted(files, key=lambda file: (file.sha256, file.name))
    equal = [list(group) for _, group in groupby(ranked, key=lambda file: file.sha256)]
    # of files with the same bytes the first by name is judged
    first = [group[0] for group in equal]
    show = progress and _of(len(first), progress)
    findings = judge_files(first, JudgeWork(limits or Limits(), work), LocalExecutor(workers), show)
    judged = dict(findings)
    alive = [
        examined.fingerprint
        for examined in judged.values()
        if examined.verdict.kept and examined.fingerprint is not None
    ]
    names = {file.sha256: file.name for file in first}
    found = find_duplicates(alive, thresholds)
    rows: dict[str, Judged] = {}
    for group in equal:
        row = _row(group[0], judged[group[0].sha256], found, names)
        rows[group[0].name] = row
        for file in group[1:]:
            rows[file.name] = _copy(row, file)
    return [rows[file.name] for file in files]


def work_identity(versions: Mapping[str, str], limits: Limits) -> dict[str, object]:
    """Return what the verdicts on files hang on, apart from the files themselves.

    ``versions`` are those of the VM, as ``VmRunner.versions`` gives them.
    """
    return {
        "tool": __version__,
        "versions": {**versions, **{name: version(name) for name in LIBRARIES}},
        "limits": asdict(limits),
    }


def _of(total: int, progress: Progress) -> Callable[[int], None]:
    progress(0, total)
    return lambda done: progress(done, total)


def _row(
    file: CorpusFile,
    examined: Examined,
    found: Duplicates,
    names: dict[str, str],
) -> Judged:
    row = Judged(file, examined.verdict, examined.kind, examined.blocks)
    if not examined.verdict.kept:
        return row
    cluster = names[found.clusters[file.sha256]]
    row = replace(row, cluster=cluster, skeleton=examined.skeleton)
    match = found.matches.get(file.sha256)
    if match is None:
        return row
    of = names[match.of]
    return replace(
        row,
        verdict=Verdict("near_duplicate", similarity_detail(of, match.structure, match.surface)),
        duplicate_of=of,
        structure=match.structure,
        surface=match.surface,
    )


def similarity_detail(of: str, structure: float, surface: float) -> str:
    """Return how the project that is kept in another's place is named, and both similarities."""
    return f"of {of}: structure {structure:.2f}, surface {surface:.2f}"


def _copy(row: Judged, file: CorpusFile) -> Judged:
    """Return the row of a file that has the same bytes as the one in ``row``."""
    if not row.verdict.kept:
        return replace(row, file=file)
    of = row.file.name
    verdict = Verdict("near_duplicate", f"of {of}: the same bytes")
    return replace(row, file=file, verdict=verdict, duplicate_of=of, structure=1.0, surface=1.0)
