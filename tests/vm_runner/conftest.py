# SPDX-License-Identifier: Apache-2.0
"""A VM process that is a function, so that most tests need no process."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterator

import pytest

from scratchworld.errors import VmCrashed, VmTimeout
from vm_runner.bridge import Bridge
from vm_runner.framing import Frame
from vm_runner.transport import ProcessTransport

Handler = Callable[[dict[str, object], bytes], "Frame | None"]

WORKER = """
import json, struct, sys, time

def read():
    header = sys.stdin.buffer.read(8)
    if len(header) < 8:
        sys.exit(0)
    text, attachment = struct.unpack("<II", header)
    return json.loads(sys.stdin.buffer.read(text)), sys.stdin.buffer.read(attachment)

def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()

def frame(message, attachment=b""):
    text = json.dumps(message).encode()
    return struct.pack("<II", len(text), len(attachment)) + text + attachment

"""


class FakeTransport:
    """Answers each frame by calling ``handler``; ``None`` means no answer ever.

    An error that the handler raises is raised where the answer would have been received.
    """

    def __init__(self, handler: Handler) -> None:
        self.calls: list[str] = []
        self._handler = handler
        self._answers: queue.SimpleQueue[Frame | Exception] = queue.SimpleQueue()

    def send(self, message: dict[str, object], attachment: bytes = b"") -> None:
        try:
            answer = self._handler(message, attachment)
        except VmCrashed as error:
            self._answers.put(error)
        else:
            if answer is not None:
                self._answers.put(answer)

    def receive(self, timeout: float) -> Frame:
        try:
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            raise VmTimeout(f"no answer within {timeout} s") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.calls.append("close")
        self._answers.put(VmCrashed("the fake process ended"))

    def kill(self) -> None:
        self.calls.append("kill")
        self._answers.put(VmCrashed("the fake process was killed"))


@pytest.fixture
def fake() -> Callable[[Handler], tuple[Bridge, FakeTransport]]:
    """Makes a bridge, and the fake transport below it, from a handler."""

    def make(handler: Handler) -> tuple[Bridge, FakeTransport]:
        transport = FakeTransport(handler)
        return Bridge(transport, timeout=5), transport

    return make


@pytest.fixture
def child() -> Iterator[Callable[..., ProcessTransport]]:
    """Starts a Python child process whose script may use ``read``, ``write`` and ``frame``."""
    started: list[ProcessTransport] = []

    def start(script: str, limit: int = 2**20) -> ProcessTransport:
        transport = ProcessTransport([sys.executable, "-c", WORKER + script], limit=limit)
        started.append(transport)
        return transport

    yield start
    for transport in started:
        transport.kill()
