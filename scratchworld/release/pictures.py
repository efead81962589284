# SPDX-License-Identifier: Apache-2.0
"""Reads the pictures of a release."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from scratchworld.errors import ReleaseError
from scratchworld.release.parquet import read_columns
from scratchworld.release.picture_tables import (
    CLIPS,
    FRAMES,
    KEY_FRAMES,
    REFERENCES,
    TARGET_CLIPS,
)
from scratchworld.release.reader import Release

__all__ = ["Clip", "Pictures", "Screenshot"]


_OPTION = "--tasks keyframes"
"""What builds a release with references and key frames."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip: when its pictures are, and its files."""

    ticks: tuple[int, ...]
    """Of each picture, from the input state: 0 is that state, -5 is five ticks before it."""
    files: Mapping[str, bytes]
    """By format: ``mp4`` or ``webp``."""


@dataclass(frozen=True, slots=True)
class Screenshot:
    """The frame of one instance's input state."""

    instance_id: str
    name: str
    """Of the frame: equal frames have one name."""
    png: bytes


class Pictures:
    """The pictures of a release, by instance.

    Files are opened, and their hashes checked, when something of them is first asked for. Methods
    raise a ``ReleaseError`` when the release has no such pictures, or a file of it is damaged, and
    a ``KeyError`` for an unknown instance.
    """

    def __init__(self, release: Release) -> None:
        self._release = release

    @property
    def has_screenshots(self) -> bool:
        """Whether instances have frames."""
        return bool(self._files(FRAMES))

    @property
    def has_target_clips(self) -> bool:
        """Whether instances have clips of what comes after the input state."""
        return bool(self._files(TARGET_CLIPS))

    def screenshot(self, instance_id: str) -> bytes:
        """Return the frame of the input state: PNG, 480 x 360."""
        png: bytes = self._instances.row(instance_id, ["screenshot"])["screenshot"]["bytes"]
        return png

    def history(self, instance_id: str) -> tuple[bytes, ...]:
        """Return the frames of the states before the input, oldest first, one a step.

        Instances of tasks that do not show what was before have none.
        """
        names = self._instances.row(instance_id, ["history_frames"])["history_frames"]
        return tuple(map(self.frame, names))

    def frame(self, name: str) -> bytes:
        """Return a frame by its name."""
        png: bytes = self._frames.row(name, ["image"])["image"]["bytes"]
        return png

    def clip(self, instance_id: str) -> Clip:
        """Return the clip that ends with the input state."""
        name = self._instances.row(instance_id, ["clip"])["clip"]
        return _clip(self._clips.row(name, None))

    def target_clip(self, instance_id: str) -> Clip:
        """Return the clip of what comes after the input state."""
        return _clip(self._target_clips.row(instance_id, None))

    def key_frames(self, instance_id: str) -> tuple[bytes, ...]:
        """Return the frames that a key frames instance asks for, in order: PNG, 480 x 360.

        They are labels: withheld with the targets.
        """
        self._release.require_labels()
        rows = self._key_frames.rows(instance_id, ["number", "image"])
        rows.sort(key=lambda row: row["number"])
        return tuple(row["image"]["bytes"] for row in rows)

    def references(self, instance_id: str) -> tuple[bytes, ...]:
        """Return the picture of each of the references of a key frames instance, in order: PNG."""
        row = self._instances.row(instance_id, ["references"])
        return tuple(self.reference(each["picture"]) for each in json.loads(row["references"]))

    def reference(self, name: str) -> bytes:
        """Return a reference picture by its name."""
        png: bytes = self._references.row(name, ["image"])["image"]["bytes"]
        return png

    def screenshots(
        self, task: str | None = None, split: str | None = None
    ) -> Iterator[Screenshot]:
        """Stream the screenshots of a task and split, in the order of the instances."""
        for name in self._release.verified_files(task, split):
            path = self._release.path / name
            for instance_id, file in read_columns(path, ("instance_id", "screenshot")):
                yield Screenshot(instance_id, file["path"].partition(".")[0], file["bytes"])

    @cached_property
    def _instances(self) -> _Table:
        return _Table(self._release, self._release.data_files(), "instance_id")

    @cached_property
    def _frames(self) -> _Table:
        return _Table(self._release, self._files(FRAMES), "frame")

    @cached_property
    def _clips(self) -> _Table:
        return _Table(self._release, self._files(CLIPS), "clip")

    @cached_property
    def _target_clips(self) -> _Table:
        return _Table(self._release, self._files(TARGET_CLIPS), "instance_id")

    @cached_property
    def _references(self) -> _Table:
        return _Table(self._release, self._files(REFERENCES), "picture", _OPTION)

    @cached_property
    def _key_frames(self) -> _Table:
        return _Table(self._release, self._files(KEY_FRAMES), "instance_id", _OPTION)

    def _files(self, folder: str) -> list[str]:
        pattern = re.compile(rf"{folder}/[a-z]+-\d{{5}}-of-\d{{5}}\.parquet")
        held = set(self._release.manifest.files)
        if self._release.answers is not None:
            held |= set(self._release.manifest.answers)
        return sorted(name for name in held if pattern.fullmatch(name))


def _clip(row: Mapping[str, Any]) -> Clip:
    files = {name: row[name]["bytes"] for name in ("mp4", "webp") if name in row}
    return Clip(tuple(row["ticks"]), files)


class _Table:
    """Rows of some parquet files by a key column, one row group in memory.

    Several rows may have one key; they are given in their order.
    """

    def __init__(
        self,
        release: Release,
        files: Sequence[str],
        key: str,
        option: str = "--modalities screenshot,clip",
    ) -> None:
        if not files:
            raise ReleaseError(f"{release.path}: has no such pictures; build it with {option}")
        self._places: dict[str, list[tuple[Path, int]]] = {}
        for name in files:
            path = release.verified(name)
            for number, (value,) in enumerate(read_columns(path, (key,))):
                self._places.setdefault(value, []).append((path, number))
        self._held: tuple[object, list[dict[str, Any]]] = (None, [])

    def row(self, key: str, columns: list[str] | None) -> dict[str, Any]:
        return self.rows(key, columns)[-1]

    def rows(self, key: str, columns: list[str] | None) -> list[dict[str, Any]]:
        return [self._read(*place, columns) for place in self._places[key]]

    def _read(self, path: Path, number: int, columns: list[str] | None) -> dict[str, Any]:
        with pq.ParquetFile(path) as file:
            missing = [each for each in columns or () if each not in file.schema_arrow.names]
            if missing:
                raise ReleaseError(
                    f"{path}: has no column {missing[0]!r}; build the release with "
                    "--modalities screenshot,clip"
                )
            group = 0
            while number >= (rows := file.metadata.row_group(group).num_rows):
                number -= rows
                group += 1
            at = (path, group, columns and tuple(columns))
            if self._held[0] != at:
                self._held = (at, file.read_row_group(group, columns=columns).to_pylist())
        return self._held[1][number]
