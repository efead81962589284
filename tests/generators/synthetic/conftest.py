# SPDX-License-Identifier: Apache-2.0
"""One VM process for all tests of synthetic worlds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from vm_runner import VmRunner


@pytest.fixture(scope="session")
def vm() -> Iterator[VmRunner]:
    """A VM that records states only."""
    with VmRunner(trace=False) as runner:
        yield runner
