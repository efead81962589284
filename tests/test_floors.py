# SPDX-License-Identifier: Apache-2.0
"""The packages stand on floors: imports point down, never up or sideways."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

BELOW = {
    "scratchworld": set(),
    "vm_runner": {"scratchworld"},
    "scoring": {"scratchworld"},
    "corpus_filters": {"scratchworld", "vm_runner"},
    "generators": {"scratchworld", "vm_runner", "scoring", "corpus_filters"},
}


def imported_packages(source: str) -> Iterator[tuple[int, str]]:
    """Line and top-level name of every import, also of those inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            yield node.lineno, str(node.module).split(".")[0]


@pytest.mark.parametrize("package", BELOW)
def test_a_package_imports_only_from_floors_below(repository: Path, package: str) -> None:
    files = [
        file
        for file in sorted((repository / package).rglob("*.py"))
        if "node_modules" not in file.parts
    ]
    assert files, f"{package} has no Python files"
    forbidden = BELOW.keys() - BELOW[package] - {package}
    wrong = [
        f"{file.relative_to(repository)}:{line} imports {name}"
        for file in files
        for line, name in imported_packages(file.read_text(encoding="utf-8"))
        if name in forbidden or name == "tests"
    ]
    assert wrong == []


def test_imports_are_found_wherever_they_stand() -> None:
    source = "import generators.build as g\ndef f():\n    from scoring import metrics\n"
    assert list(imported_packages(source)) == [(1, "generators"), (3, "scoring")]
