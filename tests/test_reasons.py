# SPDX-License-Identifier: Apache-2.0
"""The words in ``docs/reasons.md`` are those that the code gives, no more and no fewer."""

from __future__ import annotations

import re
from pathlib import Path

GIVEN = re.compile(r"(?:Project(?:Error|Failure)|Verdict)\(\s*[\"']([a-z_0-9]+)[\"']")
RETURNED = re.compile(r"return \"([a-z]+_?[a-z]+)\"\n")
SOURCES = ("vm_runner", "corpus_filters", "generators")


def test_every_reason_is_documented(repository: Path) -> None:
    text = (repository / "docs" / "reasons.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([a-z_0-9]+)` \|", text, re.MULTILINE)
    assert len(documented) == len(set(documented))
    given: set[str] = set()
    for package in SOURCES:
        for path in (repository / package).rglob("*"):
            if path.suffix in (".py", ".js") and "node_modules" not in path.parts:
                given.update(GIVEN.findall(path.read_text(encoding="utf-8")))
    replay = (repository / "vm_runner" / "replay.py").read_text(encoding="utf-8")
    given.update(RETURNED.findall(replay))
    assert given == set(documented)
