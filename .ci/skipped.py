# SPDX-License-Identifier: Apache-2.0
"""Print the tests that a run of pytest skipped, so that they can be run where nothing is missing.

``python .ci/skipped.py JUNIT.xml`` prints ids as pytest takes them, with a NUL after each. A module
that was skipped as a whole is its file.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree


def skipped(report: Path) -> list[str]:
    """The ids in a JUnit report of pytest whose result is a skip, in order."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("skipped") is not None:
            module, name = case.get("classname", ""), case.get("name", "")
            file = (module or name).replace(".", "/") + ".py"
            found.append(f"{file}::{name}" if module else file)
    return sorted(set(found))


if __name__ == "__main__":
    for test in skipped(Path(sys.argv[1])):
        print(test, end="\0")
