# SPDX-License-Identifier: Apache-2.0
"""What a release says of itself to those who find it: version, terms, date, errata."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scratchworld.errors import ReleaseError

__all__ = ["Publication", "Version"]

_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)


class Version(NamedTuple):
    """A semantic version of a release; versions compare as their numbers do."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read ``MAJOR.MINOR.PATCH``.

        Raises:
            ReleaseError: for any other text.
        """
        match = _VERSION.fullmatch(text)
        if match is None:
            raise ReleaseError(f"{text!r} is not a version of a release; write it as 1.0.0")
        return cls(*map(int, match.groups()))

    def __str__(self) -> str:
        return ".".join(map(str, self))


@dataclass(frozen=True, slots=True)
class Publication:
    """The words that go with the data; they change no instance, and the canary stays the same."""

    name: str = "scratchworld"
    """Title of the card."""
    licence: str = "Not stated; ask whoever built this release before you share it."
    """One paragraph: under which terms the instances may be used."""
    version: str = "1.0.0"
    """``MAJOR.MINOR.PATCH``; ``scratchworld diff`` tells which of them must rise."""
    licence_id: str = "other"
    """The licence as dataset hubs abbreviate it, such as ``cc-by-sa-4.0``."""
    date: str = ""
    """Day of publication, ``YYYY-MM-DD``; never taken from a clock."""
    url: str = ""
    """Where the release will be found."""
    creators: tuple[str, ...] = ()
    """Names of those who answer for the release."""
    citation: str = ""
    """How to cite it, as BibTeX if possible."""
    errata: tuple[str, ...] = ()
    """Known faults, one paragraph each, in the order in which they were found."""

    def licence_text(self) -> str:
        """Return the text of ``LICENSE``."""
        paragraphs = [
            f"Licence of the data set {self.name!r}, version {self.version}",
            f"Identifier: {self.licence_id}",
            self.licence,
            "ScratchWorld, the program that made this data set, has licences of its own; they do "
            "not reach the data.",
        ]
        return _paragraphs(paragraphs)

    def errata_text(self) -> str:
        """Return the text of ``ERRATA.md``."""
        known = [f"- {' '.join(fault.split())}" for fault in self.errata]
        rules = (
            "What is found to be wrong is listed here in the next version. A version whose "
            "instances changed has another first number, one with more instances another second, "
            "and one with other words only another third."
        )
        return _paragraphs(["# Errata", f"Version {self.version}.", rules, *(known or ["None."])])


def _paragraphs(texts: Iterable[str]) -> str:
    return "\n\n".join(text.strip() for text in texts) + "\n"
