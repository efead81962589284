# SPDX-License-Identifier: Apache-2.0
"""Finding the browser and what drives it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scratchworld.errors import InputError
from vm_runner.browser import chromium
from vm_runner.browser.chromium import CONFIGURATIONS, REFERENCE, find_chromium, load_playwright


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="programs are found otherwise there")
def test_the_one_on_path_or_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path, other = tmp_path / "bin", tmp_path / "opt"
    on_path.mkdir()
    other.mkdir()
    monkeypatch.setenv("PATH", str(on_path))
    chrome = program(on_path, "google-chrome")
    assert find_chromium() == chrome
    assert find_chromium(str(program(other, "mine"))) == other / "mine"


def test_none_is_an_error_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="apt-get install chromium"):
        find_chromium()
    with pytest.raises(InputError, match=r"--chromium nowhere: .* --chromium"):
        find_chromium("nowhere")


def test_without_playwright_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(InputError, match=r"pip install \"scratchworld\[browser\]\""):
        load_playwright()


def test_the_reference_comes_first_and_names_are_distinct() -> None:
    assert CONFIGURATIONS[0] is REFERENCE
    assert len(CONFIGURATIONS) >= 2
    assert len({configuration.name for configuration in CONFIGURATIONS}) == len(CONFIGURATIONS)
    for configuration in CONFIGURATIONS:
        assert "--use-angle=swiftshader" in chromium.all_flags(configuration)
