# SPDX-License-Identifier: Apache-2.0
"""A killed parent leaves no child behind, however busy the child is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vm_runner.parent_death import death_prefix
from vm_runner.transport import ProcessTransport

needs_prefix = pytest.mark.skipif(not death_prefix(), reason="only Linux with util-linux can")

BUSY = "while True: pass"
PARENT = f"""
import sys, time
from vm_runner.transport import ProcessTransport
transport = ProcessTransport([sys.executable, "-c", {BUSY!r}])
print(transport.pid, flush=True)
time.sleep(60)
"""
HANGING = """
import sys, threading
from scratchworld.world import Action, Step
from vm_runner import VmRunner
runner = VmRunner()
session = runner.load(sys.argv[1])
session.start(1)
print(runner._bridge._transport.pid, flush=True)
steps = [Step(1, (Action.make("green_flag"),)), Step(50)]
threading.Timer(2, lambda: print("busy", flush=True)).start()
session.run(steps)
"""


def ends(pid: int, seconds: float = 20) -> bool:
    """Whether the process ends in time; who adopts an orphan may be slow to reap it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def kill_parent(argv: list[str], lines: int) -> int:
    """Run a parent until it has printed so many lines, kill it, return its child's id."""
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        printed = [parent.stdout.readline() for _ in range(lines)]
        parent.send_signal(signal.SIGKILL)
    return int(printed[0])


@needs_prefix
def test_a_busy_child_dies_with_its_killed_parent() -> None:
    child = kill_parent([sys.executable, "-c", PARENT], 1)
    dead = ends(child)
    if not dead:
        os.kill(child, signal.SIGKILL)
    assert dead


@pytest.mark.node
@needs_prefix
def test_a_project_that_hangs_its_vm_dies_with_the_killed_parent(cases_dir: Path) -> None:
    project = cases_dir / "B28_clone_chain_hang.sb3"
    child = kill_parent([sys.executable, "-c", HANGING, str(project)], 2)
    dead = ends(child)
    if not dead:
        os.kill(child, signal.SIGKILL)
    assert dead


def test_the_end_of_the_thread_that_made_a_transport_does_not_end_the_child() -> None:
    made: list[ProcessTransport] = []
    script = "import sys; sys.stdin.read()"
    thread = threading.Thread(
        target=lambda: made.append(ProcessTransport([sys.executable, "-c", script]))
    )
    thread.start()
    thread.join()
    (transport,) = made
    try:
        assert not ends(transport.pid, 0.5)
    finally:
        transport.kill()


@needs_prefix
def test_the_process_id_is_that_of_the_program_itself(tmp_path: Path) -> None:
    transport = ProcessTransport([sys.executable, "-c", "import sys; sys.stdin.read()"])
    try:
        deadline = time.monotonic() + 20
        command = Path(f"/proc/{transport.pid}/cmdline")
        program = os.fsencode(sys.executable)
        # first it is setpriv, then for a moment nothing, as one program takes the other's place
        while not command.read_bytes().startswith(program) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert command.read_bytes().startswith(program)
    finally:
        transport.kill()


def test_other_systems_start_the_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert death_prefix() == []


def test_without_setpriv_the_program_itself_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert death_prefix() == []
