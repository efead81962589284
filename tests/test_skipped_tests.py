# SPDX-License-Identifier: Apache-2.0
"""``.ci/skipped.py`` names the skipped tests as pytest takes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a.test_b" name="test_runs"/>
<testcase classname="tests.a.test_b" name="test_one[x.y]"><skipped message="no z"/></testcase>
<testcase classname="" name="tests.a.test_c"><skipped message="no z"/></testcase>
<testcase classname="tests.a.test_b" name="test_fails"><failure message="no"/></testcase>
</testsuite></testsuites>"""


def test_what_was_skipped_is_named(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text(REPORT, encoding="utf-8")
    command = [sys.executable, repository / ".ci" / "skipped.py", tmp_path / "report.xml"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert names == "tests/a/test_b.py::test_one[x.y]\0tests/a/test_c.py\0"
