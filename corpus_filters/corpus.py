# SPDX-License-Identifier: Apache-2.0
"""Judges every file of a corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import groupby

from corpus_filters.cascade import Examined
from corpus_filters.duplicates import Duplicates, find_duplicates
from corpus_filters.files import CorpusFile
from corpus_filters.judging import Progress, judge_files
from corpus_filters.thresholds import Thresholds
from corpus_filters.verdict import Verdict
from corpus_filters.work import WorkFolder
from scratchworld import __version__
from scratchworld.errors import ProjectError
from vm_runner import Limits

__all__ = ["LIBRARIES", "Judged", "judge_corpus", "work_identity"]

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
    judged = judge_files(first, workers, limits or Limits(), progress, work)
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
