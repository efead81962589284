# SPDX-License-Identifier: Apache-2.0
"""The first stage of a build: the corpus filters, and the split of what they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from corpus_filters import CorpusFile, Judged, WorkFolder, judge_corpus
from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile
from generators.build.identity import derive_seed

__all__ = ["decide_splits", "filter_projects", "group_related"]


def filter_projects(
    projects: Sequence[ProjectFile],
    names: Mapping[str, str],
    config: BuildConfig,
    *,
    workers: int,
    work: WorkFolder,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Judged]:
    """Return the verdict on each project by SHA-256, the one that ``scratchworld corpus`` gives.

    ``names`` are the names of the projects in the release; a near-duplicate is told by the name
    of the project that is kept in its place.

    Raises:
        BridgeError: when a VM process cannot be started.
        InputError: when the work folder cannot be written.
    """
    files = [
        CorpusFile(project.path, names[project.sha256], project.sha256) for project in projects
    ]
    rows = judge_corpus(
        files,
        config.thresholds,
        workers=workers,
        limits=config.limits,
        progress=progress,
        work=work,
    )
    return {row.file.sha256: row for row in rows}


def decide_splits(groups: Mapping[str, Sequence[Judged]], config: BuildConfig) -> dict[str, str]:
    """Return ``dev`` or ``test`` for each project of ``groups``, by SHA-256.

    A group is in one split, which follows from the seed and the smallest hash of its programs.
    """
    return {
        row.file.sha256: _split(config, min(row.skeleton for row in rows))
        for rows in groups.values()
        for row in rows
    }


def group_related(rows: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Return the kept projects in groups of related ones, each called by its smallest name.

    Projects of one cluster are related, and so are clusters that share a program (its opcodes,
    whatever its names, literals and assets): directly, or through others.
    """
    kept = [row for row in rows if row.verdict.kept]
    groups: dict[str, str] = {}

    def root(label: str) -> str:
        while groups.setdefault(label, label) != label:
            groups[label] = groups[groups[label]]
            label = groups[label]
        return label

    for row in kept:
        roots = root(f"program {row.skeleton}"), root(f"cluster {row.cluster}")
        groups[max(roots)] = min(roots)
    related: dict[str, list[Judged]] = {}
    for row in kept:
        related.setdefault(root(f"program {row.skeleton}"), []).append(row)
    return {min(row.file.name for row in found): found for found in related.values()}


def _split(config: BuildConfig, program: str) -> str:
    drawn = derive_seed("split", config.seed, program)
    return "dev" if drawn < config.dev_share * 2**32 else "test"
