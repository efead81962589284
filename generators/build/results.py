# SPDX-License-Identifier: Apache-2.0
"""What a build in progress has so far, in a hidden folder beside the release."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpus_filters import Location, WorkFolder, join, open_storage
from generators.build.offers import Offer, offers_of
from generators.build.project import ProjectResult
from generators.modalities import Made
from generators.pictures import FrameStore, pictures_from_json, pictures_to_json
from scratchworld.release import (
    InstancePictures,
    instance_to_row,
    row_to_instance,
    without_revealing,
)
from scratchworld.world import Instance, canonical_json

__all__ = ["BuildFolder", "Head", "ResultFolder", "Stored", "work_location"]

Shown = Callable[[Instance], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Head:
    """The light part of a project's result: all but its instances."""

    sha256: str
    reason: str = ""
    detail: str = ""
    numbers: Mapping[str, int | float | None] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    ids: tuple[str, ...] = ()
    """Of the instances, in their order."""
    variants: tuple[str, ...] = ()
    """Of the same instances."""
    offers: tuple[Offer, ...] = ()
    unrevealing: tuple[Offer, ...] = ()
    """The same where targets are withheld: without instances that reveal the target of another."""

    def without_revealing(self) -> Head:
        """Return the head as it is where targets are withheld."""
        return replace(self, offers=self.unrevealing)


class Stored:
    """The result of a finished project: parsed as far as it is asked for."""

    def __init__(self, head: Head, lines: Sequence[bytes]) -> None:
        self.head = head
        *self._instances, self._presented, self._pictures = lines

    def instances(self, chosen: Collection[str]) -> Iterator[Instance]:
        """Yield the instances of ``chosen`` ids, in order."""
        for instance_id, line in zip(self.head.ids, self._instances, strict=True):
            if instance_id in chosen:
                yield row_to_instance(json.loads(line))

    def presented(self, chosen: Collection[str]) -> dict[str, Made]:
        """Return what the modalities made of the variants that ``chosen`` instances are of."""
        variants = {
            variant
            for instance_id, variant in zip(self.head.ids, self.head.variants, strict=True)
            if instance_id in chosen
        }
        stored: dict[str, list[dict[str, Any]]] = json.loads(self._presented)
        return {
            name: [each for each in made if each["variant"] in variants]
            for name, made in stored.items()
        }

    def pictures(self, chosen: Collection[str]) -> dict[str, InstancePictures]:
        """Return the names of the pictures of ``chosen`` instances that have any, by id."""
        stored: dict[str, Any] = json.loads(self._pictures)
        return {name: pictures_from_json(stored[name]) for name in chosen if name in stored}


class ResultFolder:
    """Results of projects.

    A file has a line for the head, one for each instance, one for what the modalities made, and
    one for the names of pictures. So the head is read without the states, and an instance that is
    not chosen is never parsed.
    """

    def __init__(self, folder: WorkFolder) -> None:
        self.folder = folder

    def find(self, sha256: str) -> Stored | None:
        """Return the result of a project, or ``None`` if it is not finished."""
        data = self.folder.read(sha256)
        if data is None:
            return None
        first, _, body = data.partition(b"\n")
        try:
            stored: dict[str, Any] = json.loads(first)
        except ValueError:
            return None
        if stored.pop("body") != len(body):
            return None  # half of it, from a file system where that can happen
        for name in ("ids", "variants"):
            stored[name] = tuple(stored[name])
        for name in ("offers", "unrevealing"):
            stored[name] = tuple(Offer.from_json(offer) for offer in stored[name])
        return Stored(Head(sha256, **stored), body.splitlines())

    def load(self, sha256: str) -> Stored:
        """Return the result of a finished project.

        Raises:
            RuntimeError: when there is none.
        """
        stored = self.find(sha256)
        if stored is None:
            raise RuntimeError(f"the result of {sha256} vanished from {self.folder.path}")
        return stored

    def save(self, sha256: str, result: ProjectResult, shown: Shown | None = None) -> Head:
        """Store a finished project, wholly or not at all, and return its head.

        ``shown`` tells which ticks the pictures of an instance show.

        Raises:
            InputError: when the disk is full or the folder is gone.
        """
        instances = result.instances
        head = Head(
            sha256,
            result.reason,
            result.detail,
            result.numbers,
            result.seconds,
            tuple(instance.instance_id for instance in instances),
            tuple(instance.variant for instance in instances),
            tuple(offers_of(instances)),
            tuple(offers_of(without_revealing(instances, shown))),
        )
        lines = [canonical_json(instance_to_row(instance)) for instance in instances]
        lines.append(canonical_json(result.presented))
        pictures = {name: pictures_to_json(names) for name, names in result.pictures.items()}
        lines.append(canonical_json(pictures))
        body = "".join(f"{line}\n" for line in lines).encode()
        first = {name: getattr(head, name) for name in Head.__slots__ if name != "sha256"}
        first["body"] = len(body)
        self.folder.write(sha256, canonical_json(first).encode() + b"\n" + body)
        return head


class BuildFolder:
    """Verdicts of the corpus filters, and results of projects.

    ``verdicts`` and ``results`` are what either depends on apart from the project's file. Another
    configuration gives other results, and leaves most verdicts as they are.
    """

    def __init__(
        self, release: Location, verdicts: Mapping[str, Any], results: Mapping[str, Any]
    ) -> None:
        self.path = work_location(release)
        self.verdicts = WorkFolder(join(self.path, "verdicts"), verdicts)
        folder = WorkFolder(join(self.path, "results"), results, suffix=".jsonl")
        self.results = ResultFolder(folder)
        # within: they are thrown away together
        self.pictures = FrameStore(join(folder.path, "pictures"))

    def open(self) -> None:
        """Make the folder, or take over what an interrupted build left.

        Raises:
            InputError: when the folder cannot be written.
        """
        self.verdicts.open()
        self.results.folder.open()

    def remove(self) -> None:
        """Delete the folder: the release is written."""
        self.verdicts.remove()
        self.results.folder.remove()
        open_storage(self.path).remove()


def work_location(release: Location) -> Location:
    """Return where the work folder of a release is: hidden, beside it."""
    if isinstance(release, Path):
        return release.parent / f".{release.name}.work"
    parent, _, name = release.rstrip("/").rpartition("/")
    return f"{parent}/.{name}.work"
