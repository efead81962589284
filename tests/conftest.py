# SPDX-License-Identifier: Apache-2.0
"""Fixtures for all tests: where the repository and the shared test data are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout that these tests belong to."""
    return Path(__file__).resolve().parent.parent


def _shared(repository: Path, name: str) -> Path:
    variable = f"SCRATCHWORLD_{name.upper()}"
    folder = Path(os.environ.get(variable) or repository.parent / "shared" / name)
    if not folder.is_dir():
        pytest.skip(f"no shared {name} at {folder}: set {variable}")
    return folder


@pytest.fixture(scope="session")
def corpus_dir(repository: Path) -> Path:
    """The shared corpus of Scratch projects."""
    return _shared(repository, "corpus")


@pytest.fixture(scope="session")
def cases_dir(repository: Path) -> Path:
    """The shared hostile and odd project files."""
    return _shared(repository, "cases")
