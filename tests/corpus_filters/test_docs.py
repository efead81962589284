# SPDX-License-Identifier: Apache-2.0
"""docs/corpus.md names files for each reason; they have that verdict."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corpus_filters import REASONS, find_files, judge
from vm_runner import VmRunner


def named_files(page: str) -> dict[str, str]:
    """Begin of each file's name, with the reason that its row names; empty where kept."""
    _, _, after = page.partition("| reason | files | what was seen |\n")
    found: dict[str, str] = {}
    for line in after.split("\n\n")[0].splitlines()[1:]:
        _, reason, files, _, _ = line.split("|")
        word = reason.strip().strip("`")
        found.update(dict.fromkeys(re.findall("`([0-9a-f]{8})`", files), word))
    return {name: "" if word == "kept" else word for name, word in found.items()}


@pytest.mark.node
@pytest.mark.corpus
def test_the_files_that_the_page_names_have_their_verdicts(
    repository: Path, corpus_dir: Path
) -> None:
    expected = named_files((repository / "docs" / "corpus.md").read_text("utf-8"))
    assert set(expected.values()) <= {"", *REASONS}
    assert len(expected) > 60
    seen: dict[str, str] = {}
    with VmRunner() as first, VmRunner() as second:
        for file in find_files(corpus_dir):
            name = Path(file.name).name[:8]
            # what is nearly the same as another takes the whole corpus to see
            if expected.get(name, "near_duplicate") != "near_duplicate":
                seen[name] = judge(file.path, first, second).reason
    assert seen == {name: word for name, word in expected.items() if word != "near_duplicate"}
