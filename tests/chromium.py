# SPDX-License-Identifier: Apache-2.0
"""A page of ours in a headless Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["opened"]


@contextmanager
def opened(page: Path) -> Iterator[Any]:
    """Open a page, and wait until it says that it is ready; no error may come out of its scripts.

    Skips the test where there is no Playwright or no Chromium.
    """
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.skip("no chromium on this machine")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page()
        faults: list[str] = []
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.goto(page.as_uri())
        tab.wait_for_selector("body[data-ready=yes]")
        yield tab
        assert faults == []
        browser.close()
