# SPDX-License-Identifier: Apache-2.0
"""The first stage of a build: the corpus filters, and the split of what they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from corpus_filters import (
    CorpusFile,
    DuplicateSearch,
    Executor,
    JudgeWork,
    judge_files,
    similarity_detail,
)
from generators.build.config import BuildConfig
from generators.build.identity import derive_seed
from generators.build.ledger import Ledger

__all__ = ["decide_splits", "filter_projects"]


def filter_projects(
    ledger: Ledger,
    config: BuildConfig,
    work: JudgeWork,
    executor: Executor,
    scratch: Path,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Give each project of the ledger the verdict that ``scratchworld corpus`` gives.

    A near-duplicate is told by the name, in the release, of the project that is kept in its place.
    ``scratch`` is an empty folder for the search. ``progress`` is called with the number of
    projects done.

    Raises:
        BridgeError: when a VM process cannot be started.
        InputError: when the work folder cannot be written.
    """
    search = DuplicateSearch(scratch)
    try:
        for sha256, examined in judge_files(_files(ledger), work, executor, progress):
            ledger.judge(sha256, examined)
            if examined.verdict.kept and examined.fingerprint is not None:
                search.add(examined.fingerprint)
        for found in search.run(config.thresholds):
            ledger.put_in_cluster(found.sha256, found.cluster)
            if found.match is not None:
                similarities = found.match.structure, found.match.surface
                detail = similarity_detail(ledger.name(found.match.of), *similarities)
                ledger.reject_near_duplicate(found.sha256, detail, *similarities)
    finally:
        search.close()


def _files(ledger: Ledger) -> Iterator[CorpusFile]:
    # in the order of hashes, so that neighbours in the corpus do not end in one batch
    for project, name in ledger.projects("sha256"):
        yield CorpusFile(project.path, name, project.sha256)


def decide_splits(ledger: Ledger, config: BuildConfig) -> None:
    """Put the kept projects into groups of related ones, and give each group its split.

    Projects of one cluster are related, and so are clusters that share a program (its opcodes,
    whatever its names, literals and assets): directly, or through others. A group is called by its
    smallest name. Its split, ``dev`` or ``test``, follows from the seed and the smallest hash of
    its programs.
    """

    def draw(program: str) -> str:
        drawn = derive_seed("split", config.seed, program)
        return "dev" if drawn < config.dev_share * 2**32 else "test"

    ledger.split(draw)
