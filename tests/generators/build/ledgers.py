# SPDX-License-Identifier: Apache-2.0
"""Ledgers for tests, filled without a VM."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from corpus_filters import Examined, Judged, Verdict
from generators.build import BuildConfig, ProjectFile, Share
from generators.build.composition import compose, place_of
from generators.build.filtering import decide_splits
from generators.build.ledger import Ledger
from generators.build.offers import Offer
from generators.build.results import Head


class Composition(NamedTuple):
    chosen: frozenset[str]
    """Instance ids."""
    shares: tuple[Share, ...]


@contextmanager
def ledger_of(projects: Sequence[ProjectFile]) -> Iterator[Ledger]:
    """A ledger of projects, each of which is called by its file."""
    with tempfile.TemporaryDirectory() as folder, closing(Ledger(Path(folder, "l"))) as ledger:
        for number, project in enumerate(projects):
            ledger.add(number, project, project.path.name)
        yield ledger


def splits_of(rows: Sequence[Judged], config: BuildConfig) -> dict[str, str]:
    """The splits of judged files that are kept, by name."""
    hashes = {row.file.name: row.file.sha256 for row in rows}
    with ledger_of([ProjectFile(row.file.path, row.file.sha256) for row in rows]) as ledger:
        for row in rows:
            ledger.judge(row.file.sha256, Examined(row.verdict, skeleton=row.skeleton))
            if row.cluster:
                ledger.put_in_cluster(row.file.sha256, hashes[row.cluster])
        decide_splits(ledger, config)
        return {one.project.path.name: one.split for one in ledger.outcomes() if one.split}


def composed(
    projects: Sequence[ProjectFile], offers: Mapping[str, Sequence[Offer]], config: BuildConfig
) -> Composition:
    """What a release takes of projects that offer this, by SHA-256."""
    with ledger_of(projects) as ledger:
        for project in projects:
            ledger.judge(project.sha256, Examined(Verdict()))
            if config.wants(project.source, project.family):
                own = tuple(offers[project.sha256])
                ids = tuple(name for offer in own for name in offer.ids)
                head = Head(project.sha256, ids=ids, offers=own)
                ledger.explored(head, place_of(head, project.source, config))
        shares = compose(ledger, config)
        chosen = [name for outcome in ledger.outcomes() for name in outcome.chosen]
    assert len(chosen) == len(set(chosen))
    return Composition(frozenset(chosen), tuple(shares))
