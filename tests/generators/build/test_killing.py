# SPDX-License-Identifier: Apache-2.0
"""A build that is killed at any moment, and repeated, loses no finished project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the build that is killed")

MOMENTS = 20


def test_twenty_moments(tmp_path: Path, repository: Path) -> None:
    argv = [sys.executable, "-m", "tests.generators.build.killing", str(tmp_path)]
    output = subprocess.check_output(
        [*argv, str(MOMENTS), "8"],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
    )
    outcomes = json.loads(output)["outcomes"]
    assert len(outcomes) == MOMENTS
    for outcome in outcomes:
        assert outcome["killed"], outcome
        assert outcome["again"] == 0, outcome
        # with a whole release there, the work folder may be on its way out
        assert outcome["explored twice"] == 0 or outcome["written"], outcome
        assert outcome["same bytes"], outcome
        assert outcome["left over"] == ["log"], outcome
    # some were killed before anything was explored, some on the way, some later
    assert len({outcome["stored"] for outcome in outcomes}) > 4
