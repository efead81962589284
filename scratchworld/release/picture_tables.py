# SPDX-License-Identifier: Apache-2.0
"""Writes the pictures of a release: columns of the instance tables, and tables of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from scratchworld.release.columns import Column, columns_of
from scratchworld.release.parquet import write_instance_rows

__all__ = [
    "CLIPS",
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
_FILES = (
    Column("mp4", "video", "the clip as H.264 video, if the release has it"),
    Column("webp", "image", "the clip as animated WebP, if the release has it"),
)
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
        *_FILES,
        _CANARY,
    ),
    TARGET_CLIPS: (
        Column("instance_id", "text", "instance whose target it shows"),
        _TICKS,
        *_FILES,
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

    def __init__(self, source: PictureSource) -> None:
        self._source = source
        self._frames: dict[str, set[str]] = {}
        """Names by split."""
        self._clips: dict[str, dict[str, tuple[int, ...]]] = {}
        """By split, the ticks of each by name."""
        self._targets: dict[str, dict[str, ClipName]] = {}
        """By split and instance id."""
        self._references: dict[str, set[str]] = {}
        """Names by split."""
        self._key_frames: dict[str, dict[str, tuple[str, ...]]] = {}
        """By split, the names of each instance's, by its id."""
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
            self._frames.setdefault(split, set()).update((own.screenshot, *own.history))
            found["screenshot"] = own.screenshot
            found["history_frames"] = list(own.history)
        if own.clip is not None:
            self._clips.setdefault(split, {})[own.clip.name] = own.clip.ticks
            found["clip"] = own.clip.name
        if own.target_clip is not None:
            self._targets.setdefault(split, {})[instance_id] = own.target_clip
        if own.references:
            self._references.setdefault(split, set()).update(own.references)
        if own.key_frames:
            self._key_frames.setdefault(split, {})[instance_id] = own.key_frames
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
                if column not in _FILES or column.name in self._source.clip_formats
            ]
            for name in _write_shards(folder, kind, split, columns, rows, canary):
                written[name] = columns

        for split, names in sorted(self._frames.items()):
            table(FRAMES, split, (self._picture(FRAMES, "frame", name) for name in sorted(names)))
        for split, named in sorted(self._clips.items()):
            clips = (ClipName(name, ticks) for name, ticks in sorted(named.items()))
            table(CLIPS, split, ({"clip": c.name, **self._clip(CLIPS, c)} for c in clips))
        for split, targets in sorted(self._targets.items()):
            table(
                TARGET_CLIPS,
                split,
                (
                    {"instance_id": instance_id, **self._clip(TARGET_CLIPS, clip)}
                    for instance_id, clip in sorted(targets.items())
                ),
            )
        for split, names in sorted(self._references.items()):
            pictures = (self._picture(REFERENCES, "picture", name) for name in sorted(names))
            table(REFERENCES, split, pictures)
        for split, asked in sorted(self._key_frames.items()):
            table(KEY_FRAMES, split, self._answers(asked))
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

    def _picture(self, kind: str, key: str, name: str) -> dict[str, Any]:
        file = self._file(f"{name}.png")
        self._count(kind, file)
        return {key: name, "image": file}

    def _answers(self, asked: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
        for instance_id, names in sorted(asked.items()):
            for number, name in enumerate(names):
                row = self._picture(KEY_FRAMES, "instance_id", name)
                yield {**row, "instance_id": instance_id, "number": number}

    def _clip(self, kind: str, clip: ClipName) -> dict[str, Any]:
        made: dict[str, Any] = {"ticks": list(clip.ticks)}
        for name in self._source.clip_formats:
            made[name] = self._file(f"{clip.name}.{name}")
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
