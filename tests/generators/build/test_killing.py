# SPDX-License-Identifier: Apache-2.0
"""A build that is killed at any moment, and repeated, loses no finished project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks the build that is killed")

MOMENTS = 20


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> dict[str, Any]:
    tmp_path = tmp_path_factory.mktemp("killed")
    argv = [sys.executable, "-m", "tests.generators.build.killing", str(tmp_path)]
    output = subprocess.check_output(
        [*argv, str(MOMENTS), "8"],
        cwd=repository,
        env={**os.environ, "PYTHONPATH": str(repository)},
    )
    return json.loads(output)


def test_twenty_moments(killed: dict[str, Any]) -> None:
    outcomes = killed["outcomes"]
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


def test_a_full_disk_is_told_and_loses_nothing(killed: dict[str, Any]) -> None:
    for outcome in killed["full"]:
        assert outcome["status"] == 0, outcome
        assert "make room and run the same command again" in outcome["message"], outcome
        assert "\n" not in outcome["message"]
        assert outcome["again"] == 0, outcome
        assert outcome["same bytes"], outcome
        assert outcome["left over"] == ["log"], outcome
