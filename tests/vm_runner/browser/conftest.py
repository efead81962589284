# SPDX-License-Identifier: Apache-2.0
"""One page in Chromium for all tests of this folder, where there is a browser."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from scratchworld.errors import InputError
from vm_runner.browser.chromium import REFERENCE, find_chromium
from vm_runner.browser.page import ChromiumPage
from vm_runner.browser.site import Site
from vm_runner.setup_packages import ensure_packages


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser; a test that asks for it is skipped where there is none."""
    if importlib.util.find_spec("playwright") is None:
        pytest.skip('no Playwright: pip install "scratchworld[browser]"')
    try:
        return str(find_chromium())
    except InputError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def page(chromium: str) -> Iterator[ChromiumPage]:
    """A page in the reference configuration; tests share it."""
    with ChromiumPage(find_chromium(chromium), Site(ensure_packages()), REFERENCE) as opened:
        yield opened
