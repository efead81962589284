# SPDX-License-Identifier: Apache-2.0
"""No process of a build outlives it, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generators.synthetic import synthesize, write_projects

pytestmark = [
    pytest.mark.node,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes through /proc"),
]

MARK = "SCRATCHWORLD_TEST_MARK"


def marked(mark: str) -> set[int]:
    """Processes whose environment was inherited from the build, and the VM processes they own."""
    wanted = f"{MARK}={mark}".encode()
    found: set[int] = set()
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # the fields after the name in brackets: state, parent, ...
            status = (entry / "stat").read_text().rpartition(")")[2].split()
            if status[0] == "Z":
                continue
            parents[int(entry.name)] = int(status[1])
            if wanted in (entry / "environ").read_bytes().split(b"\0"):
                found.add(int(entry.name))
        except OSError:
            continue
    return found | {pid for pid, parent in parents.items() if parent in found}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind(number: signal.Signals, tmp_path: Path, repository: Path) -> None:
    write_projects(synthesize(["motion"], per_family=6, seed=1), tmp_path / "corpus", 1)
    mark = f"{os.getpid()}-{number}"
    argv = [sys.executable, "-m", "scratchworld.cli", "build", "corpus", "out", "--workers", "2"]
    process = subprocess.Popen(
        [*argv, "--key", "key"],
        cwd=tmp_path,
        env={**os.environ, MARK: mark, "PYTHONPATH": str(repository)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    work = tmp_path / ".out.work"
    deadline = time.monotonic() + 180
    while len(list(work.glob("results/*.jsonl"))) < 1:
        assert process.poll() is None, "the build ended before it could be stopped"
        assert time.monotonic() < deadline
        time.sleep(0.05)
    children = marked(mark)
    assert len(children) > 3
    process.send_signal(number)
    process.wait(timeout=60)
    deadline = time.monotonic() + 30
    while alive := {pid for pid in children | marked(mark) if Path(f"/proc/{pid}").exists()}:
        assert time.monotonic() < deadline, f"left behind: {alive}"
        time.sleep(0.05)
