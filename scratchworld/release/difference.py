# SPDX-License-Identifier: Apache-2.0
"""What is different in a newer version of a release, and which number of its version must rise.

The rule is that of Croissant 1.1: a release that still answers as the older one did needs no new
first number.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from scratchworld.release.columns import columns_of
from scratchworld.release.publication import Version
from scratchworld.release.reader import Release

__all__ = ["Change", "Difference", "Rise", "compare_releases"]

Rise = Literal["none", "patch", "minor", "major"]

_RANKS: Mapping[str, int] = {"none": 0, "patch": 1, "minor": 2, "major": 3}
_MARKS = ("canary",)
"""Columns that say to which release a row belongs and nothing of the instance."""
_NOTES = ("family", "replay_digest", "replay_engines")
"""Columns that neither change what is asked nor how it is scored."""

_MARK_BYTES = 8
Marks = bytes
"""Of one instance: a hash of the value in each column, one after the other."""


@dataclass(frozen=True, slots=True)
class Change:
    """One instance that both versions have, with what differs."""

    instance_id: str
    task: str
    columns: tuple[str, ...]
    """In the order of the table."""
    part: Literal["label", "question", "note"]
    """The gravest: whether a label differs, what is asked, or neither."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How a newer version differs from an older one."""

    versions: tuple[str, str]
    added: Mapping[str, tuple[str, ...]]
    """Ids of instances that only the newer one has, by task."""
    removed: Mapping[str, tuple[str, ...]]
    changed: tuple[Change, ...]
    files: tuple[str, ...]
    """Files other than data that differ or that only one has, the manifest apart."""

    @property
    def required(self) -> Rise:
        """Which number of the version must rise."""
        parts = {change.part for change in self.changed}
        if self.removed or parts & {"label", "question"}:
            return "major"
        if self.added:
            return "minor"
        return "patch" if self.changed or self.files else "none"

    @property
    def stated(self) -> Rise | None:
        """Which number did rise; ``None`` when the newer version is below the older one.

        A release without a version counts as 0.0.0.
        """
        old, new = (Version.parse(text or "0.0.0") for text in self.versions)
        if new < old:
            return None
        if new.major > old.major:
            return "major"
        if new.minor > old.minor:
            return "minor"
        return "patch" if new.patch > old.patch else "none"

    @property
    def is_sound(self) -> bool:
        """Whether the version rose as far as it must."""
        stated = self.stated
        return stated is not None and _RANKS[stated] >= _RANKS[self.required]

    def next_version(self) -> str:
        """Return the smallest version that the newer one may have."""
        old = Version.parse(self.versions[0] or "0.0.0")
        rise = self.required
        if rise == "major":
            return str(Version(old.major + 1, 0, 0))
        if rise == "minor":
            return str(Version(old.major, old.minor + 1, 0))
        return str(Version(old.major, old.minor, old.patch + (rise == "patch")))

    def reasons(self) -> list[str]:
        """Return why the version must rise, the gravest reason first; empty when it need not."""
        parts = Counter(change.part for change in self.changed)
        counted = (
            (sum(map(len, self.removed.values())), "removed"),
            (parts["label"], "with another label"),
            (parts["question"], "with another question"),
            (sum(map(len, self.added.values())), "added"),
            (parts["note"], "with other notes"),
        )
        reasons = [f"{_instances(number)} {what}" for number, what in counted if number]
        if self.files:
            reasons.append(f"other words in {', '.join(self.files)}")
        return reasons

    def to_json(self) -> dict[str, Any]:
        """Return the difference as plain JSON."""
        return {
            "versions": {"old": self.versions[0], "new": self.versions[1]},
            "required": self.required,
            "stated": self.stated,
            "next_version": self.next_version(),
            "sound": self.is_sound,
            "reasons": self.reasons(),
            "added": {task: list(ids) for task, ids in self.added.items()},
            "removed": {task: list(ids) for task, ids in self.removed.items()},
            "changed": [
                {
                    "instance_id": change.instance_id,
                    "task": change.task,
                    "part": change.part,
                    "columns": list(change.columns),
                }
                for change in self.changed
            ],
            "files": list(self.files),
        }


def _instances(number: int) -> str:
    return f"{number} instance{'' if number == 1 else 's'}"


def compare_releases(old: Release, new: Release) -> Difference:
    """Compare two versions of a release; needs some 400 bytes of memory an instance of ``old``.

    Where targets are withheld and the answers of either are not at hand, labels are not compared.

    Raises:
        ReleaseError: when a release cannot be read.
    """
    labels = not (old.withheld or new.withheld)
    tasks = list(dict.fromkeys([*old.counts.get("tasks", ()), *new.counts.get("tasks", ())]))
    added: dict[str, tuple[str, ...]] = {}
    removed: dict[str, tuple[str, ...]] = {}
    changed: list[Change] = []
    for task in sorted(tasks):
        columns = [
            column.name
            for column in columns_of(task)
            if column.name not in _MARKS and (labels or not column.label)
        ]
        known = dict(_marked(old, task, columns))
        fresh = []
        for name, marks in _marked(new, task, columns):
            before = known.pop(name, None)
            if before is None:
                fresh.append(name)
            elif before != marks:
                changed.append(_change(name, task, columns, before, marks))
        if fresh:
            added[task] = tuple(sorted(fresh))
        if known:
            removed[task] = tuple(sorted(known))
    versions = old.manifest.version, new.manifest.version
    return Difference(versions, added, removed, tuple(changed), _other_files(old, new))


def _marked(release: Release, task: str, columns: Sequence[str]) -> Iterable[tuple[str, Marks]]:
    place = columns.index("instance_id")
    for name in release.verified_files(task):
        for row in release.read_columns(name, columns):
            yield row[place], b"".join(map(_mark, row))


def _mark(value: object) -> bytes:
    return hashlib.sha256(repr(value).encode("utf-8", "surrogatepass")).digest()[:_MARK_BYTES]


def _change(
    name: str,
    task: str,
    columns: Sequence[str],
    before: Marks,
    after: Marks,
) -> Change:
    differ = tuple(
        column
        for place, column in zip(count(0, _MARK_BYTES), columns, strict=False)
        if before[place : place + _MARK_BYTES] != after[place : place + _MARK_BYTES]
    )
    is_label = {column.name: column.label for column in columns_of(task)}
    grave = [column for column in differ if column not in _NOTES]
    if any(is_label[column] for column in grave):
        return Change(name, task, differ, "label")
    return Change(name, task, differ, "question" if grave else "note")


def _other_files(old: Release, new: Release) -> tuple[str, ...]:
    one, other = _words(old), _words(new)
    return tuple(sorted(name for name in one.keys() | other if one.get(name) != other.get(name)))


def _words(release: Release) -> dict[str, str]:
    data = set(release.data_files())
    return {name: sha for name, sha in release.manifest.files.items() if name not in data}
