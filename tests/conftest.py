# SPDX-License-Identifier: Apache-2.0
"""Fixtures for all tests: where the repository and the shared test data are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from generators.build import identity

# how long an example takes says something of the machine, and nothing of the code
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


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


@pytest.fixture(scope="session", autouse=True)
def same_keys() -> Iterator[None]:
    """Keys made in the tests' process are the same in each run; so are names, splits, samples."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "secrets", SimpleNamespace(token_hex=lambda size: "5c" * size))
        yield
