# SPDX-License-Identifier: Apache-2.0
"""Annotation files: what the page saves, read and checked against the release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from scratchworld.errors import InputError
from scratchworld.release import Release
from scratchworld.schemas import read_json

__all__ = ["Annotations", "EventAnswer", "read_annotations"]


class EventAnswer(NamedTuple):
    """What is said of one event query, by an annotator or by the VM."""

    occurs: bool
    rules: tuple[str, ...]
    """Rules that lead to the event, the first first; empty when it does not occur."""


Annotations = Mapping[str, Mapping[str, EventAnswer]]
"""By annotator, then by instance id."""


def read_annotations(release: Release, files: Iterable[Path]) -> Annotations:
    """Read annotation files; those of one annotator are taken together.

    Raises:
        InputError: for a file that is missing or no annotation file, that is about another
            release, names an instance that the release does not have, or answers one twice.
        ReleaseError: when the release is damaged.
    """
    known = set(release.instance_ids("causal"))
    found: dict[str, dict[str, EventAnswer]] = {}
    places: dict[tuple[str, str], str] = {}
    for file in files:
        data = read_json(file, "annotations")
        if data["canary"] != release.manifest.canary:
            raise InputError(
                f"{file}: its answers are about the release {data['release']!r} with the canary "
                f"{data['canary']}, not about {release.path}; give the release of its page"
            )
        for at, each in enumerate(data["annotations"]):
            name = each["instance_id"]
            place = f"{file}: $.annotations[{at}]"
            first = places.setdefault((data["annotator"], name), place)
            if name not in known:
                raise InputError(f"{place}: the release has no event query {name!r}")
            if first != place:
                raise InputError(
                    f"{place}: {data['annotator']!r} has answered {name!r} already in {first}; "
                    "remove one of the two"
                )
            if each["rules"] and not each["occurs"]:
                raise InputError(f"{place}: {name!r} does not occur, and has rules; remove them")
            said = EventAnswer(each["occurs"], tuple(each["rules"]))
            found.setdefault(data["annotator"], {})[name] = said
    return found
