# SPDX-License-Identifier: Apache-2.0
"""Small inputs out of public bug reports get the verdicts that their README asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus_filters import find_files, judge_corpus
from tests.vm_runner.projects.test_cases import REASONS
from vm_runner import Limits

pytestmark = pytest.mark.node

FAILING = REASONS | {
    "B25_warp_forever.sb3": "unstable",
    "B25_warp_until_timer.sb3": "unstable",
    "B28_clone_chain_hang.sb3": "hang",
}
SAME = {
    "B05_subfolder.sb3": "B09_no_md5ext.sb3",
    "B00_good.sb3": "B09_no_md5ext.sb3",
    "B17_monitor_null.sb3": "B09_no_md5ext.sb3",
    "B32_layer_order.sb3": "B32_layer_order_swapped.sb3",
}


def test_the_small_inputs(cases_dir: Path) -> None:
    rows = judge_corpus(find_files(cases_dir), limits=Limits(seconds=15))
    assert len(rows) == 44
    for row in rows:
        expected = "near_duplicate" if row.file.name in SAME else FAILING.get(row.file.name, "")
        assert (row.file.name, row.verdict.reason) == (row.file.name, expected)
        assert row.duplicate_of == SAME.get(row.file.name, "")
