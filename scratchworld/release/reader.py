# SPDX-License-Identifier: Apache-2.0
"""Read a release folder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scratchworld.errors import InputError, ReleaseError
from scratchworld.release.answers import check_answers
from scratchworld.release.columns import Column, blank_label, columns_of, row_to_instance
from scratchworld.release.frame import to_frame
from scratchworld.release.manifest import MANIFEST_NAME, Manifest, file_digest, read_manifest
from scratchworld.release.parquet import read_columns, read_rows
from scratchworld.release.picture_tables import PICTURE_FOLDERS
from scratchworld.release.programs import PROGRAMS, Program, read_programs
from scratchworld.release.report import REPORT_NAME, ReportRow, read_report
from scratchworld.release.writer import SPLITS
from scratchworld.world import TASKS, Instance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Release", "load_release"]

_DATA_FILE = re.compile(r"data/(?P<task>[a-z_]+)/(?P<split>[a-z]+)-\d{5}-of-\d{5}\.parquet")
_PROGRAM_FILE = re.compile(PROGRAMS + r"/(?P<split>[a-z]+)-\d{5}-of-\d{5}\.parquet")


@dataclass(frozen=True, slots=True)
class Release:
    """A release folder whose manifest has been read; everything else is read when asked for."""

    path: Path
    manifest: Manifest
    answers: Path | None = None
    """The folder of the answers, where targets are withheld and who reads has them."""
    blank: bool = False
    """Read blank labels in the place of withheld ones."""
    _verified: set[Path] = field(default_factory=set, repr=False, compare=False)

    @property
    def counts(self) -> Mapping[str, Any]:
        """Totals as the manifest states them: ``instances``, ``projects``, ``tasks``, ..."""
        return self.manifest.counts

    @property
    def withheld(self) -> bool:
        """Whether targets are withheld and the answers are not at hand."""
        return bool(self.manifest.answers) and self.answers is None

    def require_labels(self) -> None:
        """Check that labels can be read.

        Raises:
            ReleaseError: when targets are withheld.
        """
        if self.withheld:
            raise ReleaseError(
                f"{self.path}: its targets are withheld; give the folder of the answers, "
                "--answers DIR, if you have it"
            )

    def without_labels(self) -> Release:
        """Return the release with blank labels in the place of withheld ones.

        Whoever asks a model needs none: empty ``target`` and ``chain``, ``occurs`` false, counts 0.
        """
        return replace(self, blank=self.withheld)

    def instances(self, task: str | None = None, split: str | None = None) -> Iterator[Instance]:
        """Stream the instances of a task and split (``None`` for all), in the release's order.

        The order is: task as in :data:`scratchworld.world.TASKS`, split, project, instance id.
        Each data file's hash is checked before its first row is given.

        Raises:
            InputError: when there is no task or split of that name.
            ReleaseError: when a data file is missing, damaged or altered.
        """
        for name in self.verified_files(task, split):
            yield from self._read(name)

    def instance_ids(self, task: str | None = None, split: str | None = None) -> Iterator[str]:
        """Yield the ids alone, in the same order, reading no other column.

        Raises:
            ReleaseError: as :meth:`instances` does.
        """
        for name in self.verified_files(task, split):
            for (instance_id,) in read_columns(self.path / name, ("instance_id",)):
                yield instance_id

    def read_columns(
        self, name: str, columns: Sequence[str], raw: Collection[str] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of some columns of a data file that was verified, which is faster.

        As :func:`scratchworld.release.read_columns`, with the answers where they are apart.

        Raises:
            ReleaseError: as :meth:`instances` does.
        """
        task = name.split("/")[1]
        labels = [column for column in columns_of(task) if column.label and column.name in columns]
        if not self.manifest.answers or not labels:
            yield from read_columns(self.path / name, columns, raw)
            return
        names = [column.name for column in labels]
        asked = ["instance_id", *(set(columns) - {"instance_id", *names})]
        places = [[*asked, *names].index(each) for each in columns]
        questions = read_columns(self.path / name, asked, raw)
        for row, label in self._joined(name, questions, labels, raw):
            both = (*row, *label)
            yield tuple(both[place] for place in places)

    def to_pandas(
        self, task: str | None = None, split: str | None = None, *, decode: bool = True
    ) -> pd.DataFrame:
        """Return the instances of a task and split (``None`` for all) as one frame, in order.

        Its columns are those of ``docs/release.md``; where tasks differ, a cell without a value is
        ``None``. JSON columns hold dicts and lists, or with ``decode=False`` their text. All is in
        memory at once. Raises as :meth:`instances` does.
        """
        files = list(self.verified_files(task, split))
        return to_frame(
            ((columns_of(name.split("/")[1]), self._rows(name)) for name in files), decode=decode
        )

    def report(self) -> tuple[ReportRow, ...]:
        """Return what became of each project of the corpus. Raises as :meth:`instances` does."""
        return tuple(self.report_rows())

    def report_rows(self) -> Iterator[ReportRow]:
        """Stream what :meth:`report` returns."""
        self._verify(REPORT_NAME)
        yield from read_report(self.path / REPORT_NAME)

    def programs(self, split: str | None = None) -> Iterator[Program]:
        """Stream the programs of a split (``None`` for all); none where the release holds none.

        Raises:
            ReleaseError: when a file is missing, damaged or altered.
        """
        _check_name("split", split, SPLITS)
        for name in sorted(self.manifest.files):
            match = _PROGRAM_FILE.fullmatch(name)
            if match and split in (None, match["split"]):
                self._verify(name)
                yield from read_programs(self.path / name)

    def verify_hashes(self) -> None:
        """Check every file of the release against the manifest.

        Raises:
            ReleaseError: for the first file that is missing or altered, or that lies among the
                data files without being listed.
        """
        for name in self.manifest.files:
            self._verify(name)
        if self.answers is not None:
            for name in self.manifest.answers:
                self._verify(name, self.answers)
        folders = ("data", PROGRAMS, *PICTURE_FOLDERS)
        held = (file for name in folders for file in self.path.glob(f"{name}/**/*"))
        for file in sorted(held):
            name = file.relative_to(self.path).as_posix()
            if file.is_file() and name not in self.manifest.files:
                raise ReleaseError(f"{file}: not listed in {MANIFEST_NAME}; remove it")

    def data_files(self, task: str | None = None, split: str | None = None) -> list[str]:
        """Return the data files of a task and split (``None`` for all), in the release's order.

        Raises:
            InputError: when there is no task or split of that name.
        """
        _check_name("task", task, TASKS)
        _check_name("split", split, SPLITS)
        found: list[tuple[int, str, str]] = []
        for name in self.manifest.files:
            match = _DATA_FILE.fullmatch(name)
            if (
                match
                and match["task"] in TASKS
                and task in (None, match["task"])
                and split in (None, match["split"])
            ):
                found.append((TASKS.index(match["task"]), match["split"], name))
        return [name for _, _, name in sorted(found)]

    def verified_files(self, task: str | None = None, split: str | None = None) -> Iterator[str]:
        """Yield what :meth:`data_files` returns, each file once its hash is checked.

        Raises:
            ReleaseError: when a data file is missing or altered.
        """
        for name in self.data_files(task, split):
            self._verify(name)
            yield name

    def verified(self, name: str) -> Path:
        """Return the path of a file of the release or of its answers, once its hash is checked.

        Raises:
            ReleaseError: when the file is missing or altered.
        """
        folder = self.path
        if name not in self.manifest.files and self.answers is not None:
            folder = self.answers
        self._verify(name, folder)
        return folder / name

    def _verify(self, name: str, folder: Path | None = None) -> None:
        """Check the hash of a file, of the release or of the ``folder`` of the answers."""
        folder = folder or self.path
        path = folder / name
        if path in self._verified:
            return
        if ".." in Path(name).parts or Path(name).is_absolute():
            raise ReleaseError(f"{self.path / MANIFEST_NAME}: {name!r} lies outside the release")
        files = self.manifest.files if folder == self.path else self.manifest.answers
        expected = files.get(name)
        try:
            actual = file_digest(path)
        except OSError:
            message = f"{path}: missing or unreadable; the release is damaged, fetch it again"
            raise ReleaseError(message) from None
        if expected != actual:
            raise ReleaseError(f"{path}: altered since {MANIFEST_NAME} was written; fetch it again")
        self._verified.add(path)

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        columns = [column.name for column in columns_of(name.split("/")[1])]
        if not self.manifest.answers:
            return read_rows(self.path / name, columns, columns)
        return (dict(zip(columns, row, strict=True)) for row in self.read_columns(name, columns))

    def _joined(
        self,
        name: str,
        questions: Iterable[tuple[Any, ...]],
        labels: Sequence[Column],
        raw: Collection[str],
    ) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """Yield the rows of a file, which start with the instance id, each with its labels."""
        if self.blank:
            blank = tuple(blank_label(column) for column in labels)
            yield from ((row, blank) for row in questions)
            return
        self.require_labels()
        assert self.answers is not None
        self._verify(name, self.answers)
        wanted = ["instance_id", *(column.name for column in labels)]
        answers = read_columns(self.answers / name, wanted, raw)
        for row, (instance_id, *label) in zip_longest(questions, answers, fillvalue=(None,)):
            if row[0] != instance_id:
                raise ReleaseError(f"{self.answers / name}: not the rows of {self.path / name}")
            yield row, tuple(label)

    def _read(self, name: str) -> Iterator[Instance]:
        path = self.path / name
        for number, row in enumerate(self._rows(name)):
            try:
                instance = row_to_instance(row)
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                message = f"{path}: row {number} cannot be read ({error}); build the release again"
                raise ReleaseError(message) from None
            yield instance


def _check_name(what: str, name: str | None, known: Sequence[str]) -> None:
    if name is not None and name not in known:
        raise InputError(f"no instance has the {what} {name!r}; it is one of {', '.join(known)}")


def load_release(path: Path | str, answers: Path | str | None = None) -> Release:
    """Open a release folder: read its manifest and check the format version.

    ``answers`` is the folder of the answers of a release whose targets are withheld.

    Raises:
        ReleaseError: when the folder or its manifest is missing, broken, or of another version, or
            the answers are not those of this release.
    """
    folder = Path(path)
    manifest = read_manifest(folder)
    if answers is None:
        return Release(folder, manifest)
    check_answers(Path(answers), folder, manifest)
    return Release(folder, manifest, Path(answers))
