# SPDX-License-Identifier: Apache-2.0
"""Vote files: CSV or parquet, one vote a row, read and checked cell by cell.

Columns ``instance``, ``model``, ``rater`` and the names of :data:`CRITERIA`; and perhaps ``total``,
which must be their sum, ``rater_kind`` (``human``, which is the default, ``model`` or ``vm``),
``category``, ``prompt`` and ``media``. Labels of the kind ``vm`` may be empty.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.votes.criteria import CRITERIA, MOST, TOTAL
from scratchworld.errors import InputError

__all__ = ["RATER_KINDS", "Vote", "read_votes"]

RaterKind = Literal["human", "model", "vm"]
RATER_KINDS: tuple[RaterKind, ...] = ("human", "model", "vm")
"""People, judges, and the trace of the VM, which may leave labels out."""

_TEXTS = ("instance", "model", "rater")
_OPTIONAL = (TOTAL, "rater_kind", "category", "prompt", "media")
_REQUIRED = (*_TEXTS, *(criterion.name for criterion in CRITERIA))
_WHOLE = re.compile(r"[+-]?\d+(?:\.0*)?")


class Vote(NamedTuple):
    """What one rater says of one model's output for one instance."""

    instance: str
    model: str
    rater: str
    kind: RaterKind
    labels: tuple[int | None, ...]
    """In the order of :data:`CRITERIA`; ``None``, of the VM alone, where one does not apply."""
    category: str
    """Empty where the file has none."""
    prompt: str
    """What the model was told; empty where the file does not say."""
    media: str
    """Path or address of what was rated; empty where the file does not say."""

    @property
    def total(self) -> int:
        """The sum of the labels that are there, 0 to 10."""
        return sum(label for label in self.labels if label is not None)

    @property
    def is_whole(self) -> bool:
        """True when no label is left out."""
        return None not in self.labels


def read_votes(files: Iterable[Path]) -> list[Vote]:
    """Read vote files, as one set of votes.

    Raises:
        InputError: naming file and line (row, of parquet), for a file that is missing, empty or
            neither form, a column that is missing or unknown, a label that is not among those
            allowed, a total that is not the sum, a rater of two kinds, an instance of two
            categories, and a vote that is there twice.
    """
    votes: list[Vote] = []
    places: dict[tuple[str, str, str], str] = {}
    kinds: dict[str, tuple[str, str]] = {}
    categories: dict[str, tuple[str, str]] = {}
    for file in files:
        before = len(votes)
        for place, cells in _rows(file):
            vote = _vote(place, cells)
            key = (vote.instance, vote.model, vote.rater)
            if key in places:
                what = f"{vote.rater!r} has rated {vote.model!r} on {vote.instance!r} already in"
                _fail(place, f"{what} {places[key]}; keep one of the two")
            places[key] = place
            _same(place, f"rater {vote.rater!r}", "rater_kind", vote.kind, kinds, vote.rater)
            about = f"instance {vote.instance!r}"
            _same(place, about, "category", vote.category, categories, vote.instance)
            votes.append(vote)
        if len(votes) == before:
            _fail(str(file), "holds no votes")
    return votes


def _same(
    place: str, about: str, column: str, value: str, seen: dict[str, tuple[str, str]], key: str
) -> None:
    first, where = seen.setdefault(key, (value, place))
    if first != value:
        _fail(place, f"{about} has the {column} {value!r} here and {first!r} in {where}")


def _vote(place: str, cells: Mapping[str, str]) -> Vote:
    for name in _TEXTS:
        if not cells[name]:
            _fail(place, f"column {name!r} is empty")
    kind = _kind(place, cells.get("rater_kind") or "human")
    labels = tuple(
        None
        if kind == "vm" and not cells[each.name]
        else _whole(place, each.name, cells[each.name], each.most)
        for each in CRITERIA
    )
    vote = Vote(
        instance=cells["instance"],
        model=cells["model"],
        rater=cells["rater"],
        kind=kind,
        labels=labels,
        category=cells.get("category", ""),
        prompt=cells.get("prompt", ""),
        media=cells.get("media", ""),
    )
    if TOTAL in cells:
        total = _whole(place, TOTAL, cells[TOTAL], MOST)
        if total != vote.total:
            _fail(place, f"total is {total}, and the labels add up to {vote.total}")
    return vote


def _kind(place: str, text: str) -> RaterKind:
    for kind in RATER_KINDS:
        if text == kind:
            return kind
    _fail(place, f"rater_kind is {text!r}; it is one of {', '.join(RATER_KINDS)}")


def _whole(place: str, name: str, text: str, most: int) -> int:
    value = int(float(text)) if _WHOLE.fullmatch(text) else -1
    if not 0 <= value <= most:
        _fail(place, f"{name} is {text!r}; it is a whole number from 0 to {most}")
    return value


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the place of each row, for messages, and its cells as texts."""
    try:
        data = file.read_bytes()
    except OSError as error:
        _fail(str(file), f"cannot be read ({error.strerror})")
    return _parquet_rows(file, data) if data.startswith(b"PAR1") else _csv_rows(file, data)


def _parquet_rows(file: Path, data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        table = pq.read_table(pa.BufferReader(data))
    except pa.ArrowException as error:
        _fail(str(file), f"damaged parquet ({' '.join(str(error).split())})")
    _check_columns(str(file), table.column_names)
    for number, row in enumerate(table.to_pylist(), 1):
        yield (
            f"{file}: row {number}",
            {name: "" if value is None else _text(value) for name, value in row.items()},
        )


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _csv_rows(file: Path, data: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _fail(str(file), "neither parquet nor UTF-8 text")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] = []
    line = 1
    try:
        for row in reader:
            place, line = f"{file}:{line}", reader.line_num + 1
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if not names:
                names = cells
                _check_columns(place, names)
            elif len(cells) != len(names):
                _fail(place, f"{len(cells)} cells under {len(names)} columns")
            else:
                yield place, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        _fail(f"{file}:{reader.line_num}", f"not CSV ({error})")


def _check_columns(place: str, names: list[str]) -> None:
    missing = [name for name in _REQUIRED if name not in names]
    unknown = sorted(set(names) - {*_REQUIRED, *_OPTIONAL})
    if len(set(names)) < len(names):
        _fail(place, "two columns of the same name")
    if missing:
        _fail(place, f"no column {', '.join(map(repr, missing))}")
    if unknown:
        known = ", ".join((*_REQUIRED, *_OPTIONAL))
        _fail(place, f"unknown column {', '.join(map(repr, unknown))}; known: {known}")


def _fail(place: str, what: str) -> NoReturn:
    raise InputError(f"{place}: {what}")
