# SPDX-License-Identifier: Apache-2.0
"""The templates: plain files with their version in the first line, and ``{{name}}`` for gaps."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Filler", "Template", "hash_of", "load_template", "template_names"]

_FOLDER = "templates"
_FIRST_LINE = re.compile(r"<!-- version (\d+) -->\n")
_GAP = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Template:
    """One template file."""

    name: str
    version: int
    text: str
    """Without the line of the version."""

    def fill(self, **values: str) -> str:
        """Return the text with its gaps filled; what is put in is never looked at again.

        Raises:
            KeyError: when a gap has no value.
            ValueError: when a value has no gap.
        """
        gaps = set(_GAP.findall(self.text))
        if surplus := sorted(set(values) - gaps):
            raise ValueError(f"the template {self.name!r} has no gap {surplus[0]!r}")
        return _GAP.sub(lambda found: values[found[1]], self.text)


@cache
def load_template(name: str, package: str = __package__) -> Template:
    """Read a template from the folder of templates of a package, by default of this one.

    Raises:
        FileNotFoundError: when there is none of that name.
        ValueError: when its first line does not tell its version.
    """
    text = (files(package) / _FOLDER / f"{name}.md").read_text("utf-8")
    first = _FIRST_LINE.match(text)
    if first is None:
        raise ValueError(f"the template {name!r} does not begin with its version")
    return Template(name, int(first[1]), text[first.end() :].strip("\n"))


class Filler:
    """Fills templates of a package, and remembers which."""

    def __init__(self, package: str = __package__) -> None:
        self.used: dict[str, Template] = {}
        """Those that were filled, by name, in the order of their first use."""
        self._package = package

    def fill(self, name: str, **values: str) -> str:
        """Fill a template. Raises as :func:`load_template` and :meth:`Template.fill` do."""
        template = self.used[name] = load_template(name, self._package)
        return template.fill(**values)


def template_names(package: str = __package__) -> list[str]:
    """Return the names of all templates of a package."""
    folder = files(package) / _FOLDER
    return sorted(file.name[:-3] for file in folder.iterdir() if file.name.endswith(".md"))


def hash_of(used: Mapping[str, Template]) -> str:
    """Return the SHA-256 of some templates together, names and versions included."""
    held = "\x1f".join(f"{name}\x1e{each.version}\x1e{each.text}" for name, each in used.items())
    return hashlib.sha256(held.encode("utf-8")).hexdigest()
