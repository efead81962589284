# SPDX-License-Identifier: Apache-2.0
"""A real child process: its frames, its silence, its end."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from scratchworld.errors import NodeSetupError, VmCrashed, VmTimeout
from vm_runner.transport import STDERR_TAIL_BYTES, ProcessTransport, child_environment

Child = Callable[..., ProcessTransport]

ECHO = "while True: write(frame(*read()))"
DEAF = "time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); write(frame({}));" + DEAF


def test_frames_go_both_ways(child: Child) -> None:
    transport = child(ECHO)
    for message in ({"name": "\ud800 \0 🐱"}, {"__proto__": 1}, {}):
        transport.send(message, b"\0\xff")
        assert transport.receive(30) == (message, b"\0\xff")


def test_a_frame_larger_than_the_pipe_goes_both_ways(child: Child) -> None:
    transport = child(ECHO, limit=2**25)
    attachment = os.urandom(2**24)
    transport.send({"text": "x" * 2**20}, attachment)
    assert transport.receive(30) == ({"text": "x" * 2**20}, attachment)


def test_silence_is_a_timeout(child: Child) -> None:
    with pytest.raises(VmTimeout, match=r"within 0\.2 s"):
        child(DEAF).receive(0.2)


def test_sending_to_a_child_that_does_not_read_does_not_block(child: Child) -> None:
    transport = child(DEAF)
    started = time.monotonic()
    transport.send({}, b"x" * 2**20)
    with pytest.raises(VmTimeout):
        transport.receive(0.1)
    transport.kill()
    assert time.monotonic() - started < 10


def test_the_end_is_told_with_exit_code_and_last_words(child: Child) -> None:
    transport = child(
        "read(); print('\\x1b[33mout\\x1b[39m of fish', file=sys.stderr); sys.exit(7)"
    )
    transport.send({})
    for _ in range(2):
        with pytest.raises(VmCrashed, match=r"exit code 7; its last words: out of fish"):
            transport.receive(30)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals to name")
def test_an_end_by_a_signal_names_it(child: Child) -> None:
    with pytest.raises(VmCrashed, match="ended by SIGABRT"):
        child("import os; os.abort()").receive(30)


def test_only_the_last_of_much_stderr_is_kept(child: Child) -> None:
    with pytest.raises(VmCrashed) as caught:
        child("sys.stderr.write('noise ' * 200_000 + 'the cause'); sys.exit(1)").receive(30)
    assert str(caught.value).endswith("noise the cause")
    assert len(str(caught.value)) < STDERR_TAIL_BYTES + 200


def test_frames_before_the_end_are_not_lost(child: Child) -> None:
    transport = child("write(frame({'n': 1}) + frame({'n': 2}))")
    assert [transport.receive(30).message["n"] for _ in range(2)] == [1, 2]
    with pytest.raises(VmCrashed, match="exit code 0"):
        transport.receive(30)


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("b'Debugger listening'", "no frame"),
        ("frame({}, b'x' * 2**21)", "over 1048576 bytes"),
        ("frame({})[:9]; sys.exit()", "ends within a frame"),
        ("b'{}'; sys.exit()", "frame header"),
    ],
)
def test_a_broken_protocol_kills_the_child(child: Child, output: str, cause: str) -> None:
    first, _, then = output.partition("; ")
    transport = child(f"write({first}); {then or DEAF}")
    with pytest.raises(VmCrashed, match=cause):
        transport.receive(30)
    assert not is_alive(transport.pid)


def test_close_lets_a_willing_child_finish(child: Child) -> None:
    transport = child("read(); print('bye', file=sys.stderr)\ntry: read()\nfinally: sys.exit(3)")
    transport.send({})
    transport.close()
    with pytest.raises(VmCrashed, match="exit code 3"):
        transport.receive(30)


@pytest.mark.parametrize(
    "script",
    [
        DEAF,
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); write(frame({}));" + DEAF,
    ],
    ids=["deaf", "deaf to SIGTERM too"],
)
def test_close_ends_an_unwilling_child(
    child: Child, script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vm_runner.transport.GRACE_SECONDS", 0.3)
    transport = child(script)
    if script != DEAF:
        transport.receive(30)
    transport.close()
    transport.close()
    transport.kill()
    assert not is_alive(transport.pid)


def test_a_waiting_receiver_learns_of_a_kill(child: Child) -> None:
    transport = child(DEAF)
    timer = threading.Timer(0.2, transport.kill)
    timer.start()
    with pytest.raises(VmCrashed):
        transport.receive(30)
    timer.join()


def test_a_forgotten_transport_takes_its_child_and_threads_with_it() -> None:
    transport = ProcessTransport([sys.executable, "-c", DEAF])
    pid, threads = transport.pid, transport._threads
    del transport
    gc.collect()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert not is_alive(pid)


def test_a_forgotten_child_does_not_outlive_the_interpreter() -> None:
    script = (
        "import sys\n"
        "from vm_runner.transport import ProcessTransport\n"
        f"t = ProcessTransport([sys.executable, '-c', {DEAF!r}])\n"
        "t.send({})\n"
        "print(t.pid)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not is_alive(int(done.stdout))


def test_a_program_that_cannot_start_is_named() -> None:
    with pytest.raises(NodeSetupError, match="cannot start /no/such/node"):
        ProcessTransport(["/no/such/node"])


def test_the_child_sees_a_small_fixed_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODE_OPTIONS", "--inspect")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    environment = child_environment()
    assert environment["TZ"] == "UTC"
    assert environment["LC_ALL"] == "C"
    assert environment["LD_LIBRARY_PATH"] == "/opt/lib"
    assert not environment.keys() & {"NODE_OPTIONS", "HOME", "PATH"}


def is_alive(pid: int) -> bool:
    """Whether a process of that id exists; a reaped child does not."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
