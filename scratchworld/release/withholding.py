# SPDX-License-Identifier: Apache-2.0
"""Splits a release in two: the questions for everybody, and the answers for whoever scores."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from scratchworld.release.answers import check_answers_target, is_answers, write_answers_manifest
from scratchworld.release.columns import Column, answer_columns, question_columns
from scratchworld.release.folders import check_target, move_into_place, sibling
from scratchworld.release.manifest import Manifest, file_digest, write_manifest
from scratchworld.release.papers import PAPERS, write_papers
from scratchworld.release.parquet import column_names, read_rows, write_instance_rows
from scratchworld.release.picture_tables import (
    CLIPS,
    FRAMES,
    PICTURE_COLUMNS,
    REFERENCES,
    pictures_among,
)
from scratchworld.release.programs import PROGRAM_COLUMNS, PROGRAMS
from scratchworld.release.reader import Release
from scratchworld.release.report import REPORT_NAME, ReportRow, write_report
from scratchworld.release.statistics import Statistics

__all__ = ["PUBLIC_TABLES", "withhold_targets"]

PUBLIC_TABLES: Mapping[str, Sequence[Column]] = {
    PROGRAMS: PROGRAM_COLUMNS,
    FRAMES: PICTURE_COLUMNS[FRAMES],
    CLIPS: PICTURE_COLUMNS[CLIPS],
    REFERENCES: PICTURE_COLUMNS[REFERENCES],
}
"""Folders of tables, besides the data, that tell nothing of a label. What is in no such folder, and
is no file that is written anew, goes to the answers."""

_PUBLIC_NUMBERS = ("instances", "blocks", "coverage", "cut_ticks", "offered")
"""Columns of the report that tell of a project and not of its labels; so do similarities."""
_SIMILARITIES = ("structure", "surface")


def withhold_targets(complete: Release, public: Path, answers: Path) -> Manifest:
    """Write the questions of a release to ``public`` and its answers to ``answers``.

    The same release gives the same bytes. Either folder replaces an older one of its kind, the
    answers first. Nothing of a label is in any file of ``public``; see ``docs/release.md`` for what
    that means.

    Raises:
        ReleaseError: when a folder cannot be written, or the release is damaged.
    """
    public, answers = public.resolve(), answers.resolve()
    check_target(public)
    check_answers_target(answers)
    with sibling(public, "partial") as questions, sibling(answers, "partial") as labels:
        _split_tables(complete, questions, labels)
        _share_out(complete, questions, labels)
        manifest = _complete(complete, questions, labels)
        move_into_place(labels, answers, is_answers)
        move_into_place(questions, public)
    return manifest


def _split_tables(complete: Release, questions: Path, labels: Path) -> None:
    canary = complete.manifest.canary
    for name in complete.verified_files():
        task = name.split("/")[1]
        for folder, columns in (
            (questions, _question_columns(complete, name)),
            (labels, answer_columns(task)),
        ):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            kept = [column.name for column in columns]
            rows = read_rows(complete.path / name, kept)
            write_instance_rows(
                folder / name, columns, ({key: row[key] for key in kept} for row in rows), canary
            )


def _share_out(complete: Release, questions: Path, labels: Path) -> None:
    """Copy what is neither data nor written anew."""
    anew = (*complete.data_files(), *PAPERS, REPORT_NAME)
    for name in complete.manifest.files:
        if name in anew or name.startswith("schemas/"):
            continue
        folder = questions if _public_columns(name) else labels
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(complete.path / name, folder / name)


def _complete(complete: Release, questions: Path, labels: Path) -> Manifest:
    """Write the words and both manifests."""
    manifest = complete.manifest
    statistics = Statistics()
    for instance in complete.instances():
        statistics.add(instance)
    report = map(_public_row, complete.report_rows())
    write_report(questions / REPORT_NAME, report, manifest.canary)
    columns: dict[str, Sequence[Column]] = {
        name: _question_columns(complete, name) for name in complete.data_files()
    }
    columns |= {name: found for name in manifest.files if (found := _public_columns(name))}
    facts = manifest.facts()
    write_papers(questions, facts, manifest.canary, statistics.rows(), columns, withheld=True)
    hashes = {
        file.relative_to(labels).as_posix(): file_digest(file)
        for file in sorted(labels.rglob("*"))
        if file.is_file()
    }
    public = write_manifest(questions, facts, manifest.canary, manifest.counts, hashes)
    write_answers_manifest(labels, questions, public)
    return public


def _question_columns(complete: Release, name: str) -> Sequence[Column]:
    """Return the columns of a data file that tell nothing of a label, pictures included."""
    pictures = pictures_among(column_names(complete.path / name))
    return (*question_columns(name.split("/")[1]), *pictures)


def _public_columns(name: str) -> Sequence[Column] | None:
    return PUBLIC_TABLES.get(name.split("/")[0]) if name.endswith(".parquet") else None


def _public_row(row: ReportRow) -> ReportRow:
    numbers = {
        name: value
        for name, value in row.numbers.items()
        if name in _PUBLIC_NUMBERS or name in _SIMILARITIES
    }
    return replace(row, numbers=numbers)
