# SPDX-License-Identifier: Apache-2.0
"""The table of templates, filled by the :func:`template` decorator of each family's file."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import generators.synthetic.families as package
from generators.synthetic.knobs import Ranges
from generators.synthetic.scene import Scene

__all__ = ["Template", "template", "templates_by_family"]

Build = Callable[[Scene], None]
"""Adds a mechanism to a scene, and states what it does."""


@dataclass(frozen=True, slots=True)
class Template:
    """One way to build a world of a family."""

    family: str
    name: str
    version: int
    """Counts up whenever the same draws would build another program."""
    ranges: Ranges
    build: Build
    backdrops: int

    @property
    def summary(self) -> str:
        """The function's docstring: one sentence."""
        return self.build.__doc__ or ""

    @property
    def specification(self) -> str:
        """What the file of its family says of this template, on one line."""
        file = sys.modules[self.build.__module__].__doc__ or ""
        start = f"``{self.name}``: "
        own = [part for part in file.split("\n\n") if part.startswith(start)]
        return " ".join(" ".join(own).removeprefix(start).split())


def template(
    *, family: str, name: str, version: int, ranges: Ranges, backdrops: int = 1
) -> Callable[[Build], Template]:
    """Make a template of a function that builds on a scene with ``backdrops`` backdrops."""

    def make(build: Build) -> Template:
        return Template(family, name, version, ranges, build, backdrops)

    return make


@lru_cache(maxsize=1)
def templates_by_family() -> Mapping[str, tuple[Template, ...]]:
    """All templates by family, families sorted by name, templates in the order of their file."""

    found: dict[str, tuple[Template, ...]] = {}
    for module_info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{package.__name__}.{module_info.name}")
        templates = [value for value in vars(module).values() if isinstance(value, Template)]
        found[templates[0].family] = tuple(templates)
    return found
