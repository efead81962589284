# SPDX-License-Identifier: Apache-2.0
"""Writes vote files, as :mod:`scoring.votes.reading` reads them."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.votes.criteria import CRITERIA
from scoring.votes.reading import Vote
from scratchworld.errors import InputError

__all__ = ["write_votes"]


def write_votes(file: Path, votes: Iterable[Vote]) -> int:
    """Write votes, parquet or, with a name that ends in ``.csv``, CSV; return their number.

    Raises:
        InputError: when the file cannot be written.
    """
    rows = [
        {
            "instance": vote.instance,
            "model": vote.model,
            "rater": vote.rater,
            **{each.name: label for each, label in zip(CRITERIA, vote.labels, strict=True)},
            "rater_kind": vote.kind,
            "category": vote.category,
        }
        for vote in votes
    ]
    texts = ("instance", "model", "rater", "rater_kind", "category")
    names = (*texts[:3], *(each.name for each in CRITERIA), *texts[3:])
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".csv":
            with file.open("w", encoding="utf-8", newline="") as stream:
                writer = csv.DictWriter(stream, names, lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
        else:
            types = {name: pa.string() if name in texts else pa.int64() for name in names}
            pq.write_table(pa.Table.from_pylist(rows, pa.schema(types.items())), file)
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror or error})") from None
    return len(rows)
