# SPDX-License-Identifier: Apache-2.0
"""Every reason word has a group and a sentence."""

from __future__ import annotations

import re
from pathlib import Path

from corpus_filters.verdict import KEPT, REASONS, Verdict
from scratchworld.errors import ProjectError


def test_every_documented_reason_has_a_sentence(repository: Path) -> None:
    text = (repository / "docs" / "reasons.md").read_text(encoding="utf-8")
    assert set(REASONS) == set(re.findall(r"^\| `([a-z_0-9]+)` \|", text, re.MULTILINE))
    for reason in REASONS.values():
        assert reason.sentence.endswith(".")


def test_groups_are_those_of_the_documentation(repository: Path) -> None:
    text = (repository / "docs" / "corpus.md").read_text(encoding="utf-8")
    for word, reason in REASONS.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| {reason.group} |"))
        assert f"`{word}`" in row


def test_a_verdict_for_a_person() -> None:
    verdict = Verdict.of(ProjectError("missing_asset", "ab.svg\nline"))
    assert verdict.sentence == "A costume or sound is missing. ab.svg line"
    assert (verdict.kept, verdict.group) == (False, "unsupported")
    assert (KEPT.kept, KEPT.group, KEPT.sentence) == (True, "kept", "Kept.")
