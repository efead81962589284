# SPDX-License-Identifier: Apache-2.0
"""The README's commands can be read by the script that runs them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

Commands = Callable[[str, str], list[str]]


@pytest.fixture(scope="module")
def commands(repository: Path) -> Commands:
    script = repository / ".ci" / "readme.py"
    if not script.is_file():
        pytest.skip("not a checkout: .ci is absent from a source distribution")
    spec = importlib.util.spec_from_file_location("readme", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Commands = module.commands
    return found


def test_the_readme_has_its_two_commands(repository: Path, commands: Commands) -> None:
    text = (repository / "README.md").read_text(encoding="utf-8")
    assert commands(text, "test") == ['pip install ".[test]" && pytest -n auto --dist loadfile\n']
    assert "pip install . && scratchworld demo\n" in commands(text, "run")


def test_a_block_without_a_mark_is_refused(commands: Commands) -> None:
    with pytest.raises(SystemExit, match="rm -rf"):
        commands("<!-- ci: run -->\n```bash\nls\n```\n\n```bash\nrm -rf .\n```\n", "run")


def test_a_second_test_block_is_refused(commands: Commands) -> None:
    block = "<!-- ci: test -->\n```bash\nls\n```\n"
    with pytest.raises(SystemExit, match="2 blocks"):
        commands(block + block, "test")
