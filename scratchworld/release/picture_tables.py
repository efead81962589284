# SPDX-License-Identifier: Apache-2.0
"""Writes the pictures of a release: columns of the instance tables, and tables of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from scratchworld.release.columns import Column, columns_of
from scratchworld.release.parquet import write_instance_rows
from scratchworld.release.picture_names import PictureNames, PictureRow

__all__ = [
    "CLIPS",
    "CLIP_FILES",
    "FRAMES",
    "KEY_FRAMES",
    "PICTURE_COLUMNS",
    "PICTURE_FOLDERS",
    "REFERENCES",
    "TARGET_CLIPS",
    "ClipName",
    "InstancePictures",
    "PictureSource",
    "PictureTables",
    "pictures_among",
]

SCREENSHOTS = "screenshots"
FRAMES = "frames"
CLIPS = "clips"
TARGET_CLIPS = "target_clips"
REFERENCES = "references"
KEY_FRAMES = "key_frames"
PICTURE_FOLDERS = (FRAMES, CLIPS, TARGET_CLIPS, REFERENCES, KEY_FRAMES)
"""Folders of tables of pictures; each is a configuration of the data set."""

_CANARY = Column("canary", "text", "the release's canary GUID")
_TICKS = Column("ticks", "integers", "when each picture is, in ticks from the input state")
CLIP_FILES = (
    Column("mp4", "video", "the clip as H.264 video, if the release has it"),
    Column("webp", "image", "the clip as animated WebP, if the release has it"),
)
"""Columns that a table of clips may lack."""
PICTURE_COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "screenshot": (
        Column("screenshot", "image", "frame of the input state: PNG, 480 x 360"),
        Column("history_frames", "texts", "frames of the states before it, oldest first"),
    ),
    "clip": (Column("clip", "text", "clip that ends with the input state"),),
    FRAMES: (
        Column("frame", "text", "name: a hash of the file, 32 hexadecimal digits"),
        Column("image", "image", "PNG, 480 x 360"),
        _CANARY,
    ),
    CLIPS: (
        Column("clip", "text", "name: a hash of frames and times, 32 hexadecimal digits"),
        _TICKS,
        *CLIP_FILES,
        _CANARY,
    ),
    TARGET_CLIPS: (
        Column("instance_id", "text", "instance whose target it shows"),
        _TICKS,
        *CLIP_FILES,
        _CANARY,
    ),
    REFERENCES: (
        Column("picture", "text", "name: a hash of the file, 32 hexadecimal digits"),
        Column("image", "image", "PNG: a costume with its alpha, or a frame"),
        _CANARY,
    ),
    KEY_FRAMES: (
        Column("instance_id", "text", "instance whose label it is"),
        Column("number", "integer", "which of the moments that it asks for, from 0"),
        Column("image", "image", "PNG, 480 x 360"),
        _CANARY,
    ),
}
"""Columns that the modalities ``screenshot`` and ``clip`` add to every instance, and those of the
tables of pictures by folder."""

_SHARD_BYTES = 400 * 2**20
"""Pictures of one file, about."""


@dataclass(frozen=True, slots=True)
class ClipName:
    """A clip: its name, and when its pictures are, in ticks from the input state."""

    name: str
    ticks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InstancePictures:
    """Names of the pictures of one instance."""

    screenshot: str = ""
    """Of the input state; empty when the release has no screenshots."""
    history: tuple[str, ...] = ()
    """Of the states before it, oldest first, one a step."""
    clip: ClipName | None = None
    target_clip: ClipName | None = None
    references: tuple[str, ...] = ()
    """Of the reference pictures of a key frames instance."""
    key_frames: tuple[str, ...] = ()
    """Of the frames that a key frames instance asks for, in order."""

    def beside(self, other: InstancePictures | None) -> InstancePictures:
        """Return these pictures with the references and key frames of others, if there are any."""
        if other is None:
            return self
        return replace(self, references=other.references, key_frames=other.key_frames)


class PictureSource(Protocol):
    """Where a writer gets pictures from."""

    @property
    def screenshots(self) -> bool:
        """Whether every instance has a screenshot."""

    @property
    def clip_formats(self) -> tuple[str, ...]:
        """``mp4``, ``webp``, both, or none when there are no clips."""

    def of(self, instance_id: str) -> InstancePictures:
        """Return the names of an instance's pictures; asked for while the instance is written."""

    def read(self, file: str) -> bytes:
        """Return a file: the name of a frame with ``.png``, or of a clip with its format."""


def pictures_among(names: Collection[str]) -> list[Column]:
    """Return those of a data file's columns that pictures bring, in their order."""
    brought = (*PICTURE_COLUMNS["screenshot"], *PICTURE_COLUMNS["clip"])
    return [column for column in brought if column.name in names]


class PictureTables:
    """Adds pictures to instance rows, and remembers which of them its own tables must hold."""

    def __init__(self, source: PictureSource, folder: Path) -> None:
        """Take pictures from ``source``; until :meth:`close` their names are in ``folder``."""
        self._source = source
        self._names = PictureNames(folder)
        self._bytes: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def names(self, instance_id: str, split: str) -> dict[str, Any]:
        """Return, as JSON, what :meth:`fill` makes columns of; for an instance just streaming by.

        What the columns must not tell goes to the tables of targets.

        Raises:
            ValueError: when a clip holds a picture from the other side of the input state.
        """
        own = self._source.of(instance_id)
        if own.clip and max(own.clip.ticks) > 0:
            raise ValueError(f"instance {instance_id}: its clip shows what comes after the input")
        if own.target_clip and min(own.target_clip.ticks) <= 0:
            raise ValueError(f"instance {instance_id}: the clip of its target starts too early")
        found: dict[str, Any] = {}
        if self._source.screenshots:
            for frame in (own.screenshot, *own.history):
                self._names.add(FRAMES, split, PictureRow(frame, frame))
            found["screenshot"] = own.screenshot
            found["history_frames"] = list(own.history)
        if own.clip is not None:
            clip = own.clip
            self._names.add(CLIPS, split, PictureRow(clip.name, clip.name, clip.ticks))
            found["clip"] = own.clip.name
        if own.target_clip is not None:
            target = own.target_clip
            row = PictureRow(instance_id, target.name, target.ticks)
            self._names.add(TARGET_CLIPS, split, row)
        for picture in own.references:
            self._names.add(REFERENCES, split, PictureRow(picture, picture))
        for number, frame in enumerate(own.key_frames):
            self._names.add(KEY_FRAMES, split, PictureRow(instance_id, frame, (), number))
        return found

    def columns(self, task: str) -> tuple[Column, ...]:
        """Return the columns of a task's tables."""
        shots = PICTURE_COLUMNS["screenshot"] if self._source.screenshots else ()
        clips = PICTURE_COLUMNS["clip"] if self._source.clip_formats else ()
        return (*columns_of(task), *shots, *clips)

    def fill(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """Yield instance rows, each with its :meth:`names`, as rows of :meth:`columns`."""
        for row in rows:
            if self._source.screenshots:
                file = self._file(f"{row['screenshot']}.png")
                self._count(SCREENSHOTS, file)
                yield {**row, "screenshot": file}
            else:
                yield row

    def write(self, folder: Path, canary: str) -> Mapping[str, Sequence[Column]]:
        """Write the tables of pictures; return the columns of each by its path."""
        written: dict[str, Sequence[Column]] = {}

        def table(kind: str, split: str, rows: Iterable[Mapping[str, Any]]) -> None:
            columns = [
                column
                for column in PICTURE_COLUMNS[kind]
                if column not in CLIP_FILES or column.name in self._source.clip_formats
            ]
            for name in _write_shards(folder, kind, split, columns, rows, canary):
                written[name] = columns

        for kind in PICTURE_FOLDERS:
            for split in self._names.splits(kind):
                table(kind, split, (self._row(kind, row) for row in self._names.rows(kind, split)))
        return written

    def counts(self) -> dict[str, dict[str, int]]:
        """Return ``{kind: {"number", "bytes"}}`` of what was written, for the manifest.

        Kinds are ``screenshots``, those of the instances' rows, ``frames``, ``references``,
        ``key_frames``, and ``clips`` and ``target_clips`` with their format.
        """
        return {
            kind: {"number": number, "bytes": self._bytes[kind]}
            for kind, number in sorted(self._numbers.items())
        }

    def close(self) -> None:
        """Forget the names."""
        self._names.close()

    def _row(self, kind: str, row: PictureRow) -> dict[str, Any]:
        made: dict[str, Any] = {PICTURE_COLUMNS[kind][0].name: row.name, "number": row.number}
        if kind not in (CLIPS, TARGET_CLIPS):
            made["image"] = self._file(f"{row.file}.png")
            self._count(kind, made["image"])
            return made
        made["ticks"] = list(row.ticks)
        for name in self._source.clip_formats:
            made[name] = self._file(f"{row.file}.{name}")
            self._count(f"{kind} {name}", made[name])
        return made

    def _count(self, kind: str, file: Mapping[str, Any]) -> None:
        self._numbers[kind] = self._numbers.get(kind, 0) + 1
        self._bytes[kind] = self._bytes.get(kind, 0) + len(file["bytes"])

    def _file(self, name: str) -> dict[str, Any]:
        return {"bytes": self._source.read(name), "path": name}


def _write_shards(
    folder: Path,
    kind: str,
    split: str,
    columns: Sequence[Column],
    rows: Iterable[Mapping[str, Any]],
    canary: str,
) -> Iterator[str]:
    """Write a table into as many files as it takes, and yield their paths."""
    (folder / kind).mkdir(exist_ok=True)
    shards: list[Path] = []
    for shard in _shards({**row, "canary": canary} for row in rows):
        path = folder / kind / f"{split}-{len(shards):05}.partial"
        write_instance_rows(path, columns, shard, canary)
        shards.append(path)
    for number, path in enumerate(shards):
        name = f"{kind}/{split}-{number:05}-of-{len(shards):05}.parquet"
        path.rename(folder / name)
        yield name


def _shards(rows: Iterable[Mapping[str, Any]]) -> Iterator[Iterator[Mapping[str, Any]]]:
    """Cut a stream of rows into streams of about :data:`_SHARD_BYTES`; take each to its end."""
    stream = iter(rows)

    def shard(first: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        size, row = 0, first
        while True:
            yield row
            size += sum(len(value["bytes"]) for value in row.values() if isinstance(value, dict))
            if size >= _SHARD_BYTES:
                return
            following = next(stream, None)
            if following is None:
                return
            row = following

    for row in stream:
        yield shard(row)
