# SPDX-License-Identifier: Apache-2.0
"""Commands on a release whose targets are withheld, with its answers and without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scratchworld.cli import cli
from scratchworld.release import load_release, withhold_targets


@pytest.mark.parametrize("name", ["score", "compare", "references", "copy-prior", "validate"])
def test_withheld_targets_need_the_answers(
    name: str, release: Path, predictions: Callable[..., Path], tmp_path: Path
) -> None:
    """With the answers a command says what it says of the whole release; without, what to do."""
    public, answers = tmp_path / "public", tmp_path / "public-answers"
    withhold_targets(load_release(release), public, answers)
    line = {"instance_id": "0" * 16, "prediction": {"delta": {"/sprite/Cat/x": 0}}}
    files = [str(predictions(line))] if name in ("score", "validate") else []
    if name == "compare":
        files = [f"one={predictions(line)}", f"two={predictions(line)}"]
    more = [] if name == "validate" else ["--draws", "5"]

    def said(folder: Path, *arguments: str) -> Result:
        return CliRunner().invoke(cli, [name, str(folder), *files, *more, *arguments])

    whole, both = said(release), said(public, "--answers", str(answers))
    assert (both.output, both.exit_code) == (whole.output, whole.exit_code)
    assert whole.exit_code in (0, 1)
    alone = said(public)
    if name == "validate":
        assert alone.output == whole.output
    else:
        assert alone.exit_code == 2
        assert "its targets are withheld; give the folder of the answers" in alone.output


def test_references_that_need_no_label_answer_withheld_releases(
    release: Path, tmp_path: Path
) -> None:
    public = tmp_path / "public"
    withhold_targets(load_release(release), public, tmp_path / "answers")

    def written(folder: Path, reference: str) -> tuple[Result, bytes]:
        out = tmp_path / f"{folder.name}-{reference}.jsonl"
        arguments = ["predict", str(folder), "--reference", reference, "--out", str(out)]
        return CliRunner().invoke(cli, arguments), out.read_bytes() if out.exists() else b""

    for reference in ("copy", "kinematic"):
        assert written(public, reference)[1] == written(release, reference)[1] != b""
    result, nothing = written(public, "majority")
    assert (result.exit_code, nothing) == (2, b"")
    assert "its targets are withheld; give the folder of the answers" in result.output
