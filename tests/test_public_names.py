# SPDX-License-Identifier: Apache-2.0
"""What the packages say they export, and what they do export."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

PACKAGES = ("corpus_filters", "generators", "scoring", "scratchworld", "vm_runner")


ADAPTERS = {"scoring.inspect_tasks": "inspect_ai"}
"""Modules that are imported by another program only, and what they cannot do without."""


def all_modules() -> list[str]:
    """Names of all modules of the five packages, found as files, so that none is imported here."""
    root = Path(__file__).resolve().parent.parent
    names = set(PACKAGES)
    for package in PACKAGES:
        for file in (root / package).rglob("*.py"):
            parts = file.relative_to(root).with_suffix("").parts
            if "node_modules" not in parts and parts[-1] != "__main__":
                names.add(".".join(parts).removesuffix(".__init__"))
    return sorted(names)


def as_ruff_sorts(name: str) -> tuple[int, str]:
    """CONSTANTS, then Classes, then functions, each by name."""
    return (0 if name.isupper() else 1 if name.lstrip("_")[:1].isupper() else 2, name)


@pytest.mark.parametrize("name", all_modules())
def test_every_exported_name_is_real(name: str) -> None:
    module = load(name)
    missing = [export for export in exports(module) if not hasattr(module, export)]
    assert missing == []


@pytest.mark.parametrize("name", all_modules())
def test_exports_are_sorted_and_stand_once(name: str) -> None:
    names = exports(load(name))
    assert list(names) == sorted(set(names), key=as_ruff_sorts)


def test_each_package_exports_what_it_imports_for_its_users() -> None:
    for name in PACKAGES:
        module = importlib.import_module(name)
        assert isinstance(module.__all__, list), f"{name} has no __all__"
        brought_in = {
            attribute
            for attribute, value in vars(module).items()
            if not attribute.startswith("_")
            and not isinstance(value, ModuleType)
            and getattr(value, "__module__", "").split(".")[0] == name
        }
        assert brought_in <= set(module.__all__), f"{name} imports names it does not export"


def load(name: str) -> ModuleType:
    """Import a module, unless it is an adapter to something that is not installed."""
    if name in ADAPTERS:
        pytest.importorskip(ADAPTERS[name], reason=f"{name} adapts to an extra")
    return importlib.import_module(name)


def exports(module: ModuleType) -> list[str]:
    """A module's ``__all__``; only packages must have one."""
    return list(getattr(module, "__all__", []))
