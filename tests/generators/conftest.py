# SPDX-License-Identifier: Apache-2.0
"""Two VM processes for the tests of a module, and the small world explored in them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generators.tasks import Material
from tests.generators.worlds import EPISODE, WORLD, material_of
from vm_runner import VmRunner


@pytest.fixture(scope="module")
def runners() -> Iterator[tuple[VmRunner, VmRunner]]:
    with VmRunner() as explorer, VmRunner() as verifier:
        yield explorer, verifier


@pytest.fixture(scope="module")
def material(runners: tuple[VmRunner, VmRunner]) -> Material:
    return material_of(WORLD, EPISODE, *runners)
