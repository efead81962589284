# SPDX-License-Identifier: Apache-2.0
"""A project under pseudonyms: its names, its texts, and the text in its costumes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from generators.privacy.pseudonyms import Pseudonyms
from generators.privacy.svg import replace_svg_text
from generators.rewriting import (
    RESERVED,
    Names,
    ProjectDocument,
    Translation,
    is_free_text,
    names_of,
    rewrite,
    texts_of,
)
from scratchworld.errors import ProjectError

__all__ = ["Anonymised", "anonymise", "refusing_odd_files"]


@dataclass(frozen=True)
class Anonymised:
    """A project before and after."""

    before: ProjectDocument
    after: ProjectDocument
    names: Names
    pseudonyms: Pseudonyms

    @property
    def replaced(self) -> int:
        """How many different names, texts and numbers are others now."""
        return len(self.pseudonyms.replaced)

    def back(self) -> Translation:
        """Return the translation of what is said of the new project to the old one.

        It knows whole names and texts, no text that the program puts together.
        """
        texts = {text: self.pseudonyms.text(text) for text in texts_of(self.before)}
        return Translation.between(self.before, self.after, self.names, texts).inverse()


def anonymise(document: ProjectDocument, pseudonyms: Pseudonyms) -> Anonymised:
    """Return a project whose names and texts are those that ``pseudonyms`` gives.

    Raises:
        ProjectError: ``not_anonymised`` when that cannot be done.
    """

    def other(value: Any) -> Any:
        return pseudonyms.name(value) if isinstance(value, str) else pseudonyms.number(value)

    with refusing_odd_files():
        known = names_of(document)
        names = Names(**{kind: _new(kind, olds, pseudonyms) for kind, olds in known.items()})
        after = rewrite(document, names, pseudonyms.text, other)
    assets = {
        name: replace_svg_text(data, lambda text: _drawn(text, pseudonyms))
        if name.lower().endswith(".svg")
        else data
        for name, data in document.assets.items()
    }
    return Anonymised(document, replace(after, assets=assets), names, pseudonyms)


@contextmanager
def refusing_odd_files() -> Iterator[None]:
    """Refuse a project that rewriting stumbles over: the VM bears with what Scratch never wrote.

    Raises:
        ProjectError: ``not_anonymised``.
    """
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ProjectError("not_anonymised", f"{type(error).__name__} in project.json") from error


def _new(kind: str, olds: Iterable[str], pseudonyms: Pseudonyms) -> dict[str, str]:
    make = pseudonyms.procedure if kind == "blocks" else pseudonyms.name
    reserved = RESERVED.get(kind, frozenset())
    new = {old: make(old) for old in olds if old not in reserved}
    return {old: name for old, name in new.items() if old != name}


def _drawn(text: str, pseudonyms: Pseudonyms) -> str:
    return pseudonyms.text(text) if is_free_text(text) else str(pseudonyms.number(text))
