# SPDX-License-Identifier: Apache-2.0
"""A process and its pipes, as a transport of frames."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import re
import shutil
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from io import FileIO
from typing import Protocol, cast

from scratchworld.errors import NodeSetupError, VmCrashed, VmTimeout
from vm_runner.framing import MAX_FRAME_BYTES, Frame, encode_frame, read_frame
from vm_runner.parent_death import death_prefix

__all__ = ["ProcessTransport", "Transport", "child_environment"]

STDERR_TAIL_BYTES = 8 * 1024
GRACE_SECONDS = 2.0

_READ_CHUNK = 64 * 1024
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What a dynamic loader or Windows itself needs. NODE_OPTIONS and the like stay outside on purpose.
_INHERITED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "WINDIR", "TEMP", "TMP")


class Transport(Protocol):
    """Carries frames to one VM process and back."""

    def send(self, message: dict[str, object], attachment: bytes = b"") -> None:
        """Hand one frame over. Never waits for the other side to read it."""

    def receive(self, timeout: float) -> Frame:
        """The next frame from the other side, waiting at most ``timeout`` seconds.

        Raises:
            VmTimeout: if none came in time.
            VmCrashed: if the other side ended or broke the protocol; again on every later call.
        """

    def close(self) -> None:
        """End the other side in good order, by force if it lingers. May be called again."""

    def kill(self) -> None:
        """End the other side at once. May be called again."""


class _Tail:
    """The last bytes that a stream brought, as text without its colours."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = bytearray()
        self._lock = threading.Lock()

    def add(self, chunk: bytes) -> None:
        with self._lock:
            self._bytes += chunk
            del self._bytes[: -self._limit]

    def text(self) -> str:
        with self._lock:
            text = bytes(self._bytes).decode("utf-8", "replace")
        return _COLOUR.sub("", text).strip()


_Output = queue.SimpleQueue[Frame | VmCrashed | None]
_Input = queue.SimpleQueue[bytes | None]
_Started = queue.SimpleQueue[subprocess.Popen[bytes] | OSError]


class ProcessTransport:
    """Frames over the standard streams of a child process.

    Three threads serve the pipes, so that a time limit works on every system and a child that
    does not read cannot block its caller. They hold no reference to the transport: one that is
    forgotten takes its child with it. A parent that is killed does so too: where the system allows
    it (:func:`death_prefix`) at once, elsewhere as soon as the child reads on.

    Raises:
        NodeSetupError: if the program cannot be started.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        limit: int = MAX_FRAME_BYTES,
    ) -> None:
        self._limit = limit
        self._tail = _Tail(STDERR_TAIL_BYTES)
        self._output: _Output = queue.SimpleQueue()
        self._input: _Input = queue.SimpleQueue()
        self._end: VmCrashed | None = None
        environment = child_environment() if env is None else dict(env)
        started: _Started = queue.SimpleQueue()
        keeper = _thread("stderr", _keep, argv, environment, cwd, started, self._tail)
        process = started.get()
        if isinstance(process, OSError):
            raise NodeSetupError(f"cannot start {argv[0]}: {process}") from process
        self._process = process
        self._finalizer = weakref.finalize(self, _reap, process, self._input)
        stdin, stdout = (cast(FileIO, stream) for stream in (process.stdin, process.stdout))
        self._threads = [
            _thread("stdin", _write_all, stdin, self._input),
            _thread("stdout", _read_frames, stdout, self._output, limit),
            keeper,
        ]

    @property
    def pid(self) -> int:
        """Process id of the child."""
        return self._process.pid

    def send(self, message: dict[str, object], attachment: bytes = b"") -> None:
        self._input.put(encode_frame(message, attachment, limit=self._limit))

    def receive(self, timeout: float) -> Frame:
        if self._end is not None:
            raise self._end
        try:
            item = self._output.get(timeout=timeout)
        except queue.Empty:
            raise VmTimeout(f"the VM process did not answer within {timeout:g} s") from None
        if isinstance(item, Frame):
            return item
        self._end = self._describe(item)
        # Another thread may be waiting too; it must learn of the end as well.
        self._output.put(item)
        raise self._end

    def close(self) -> None:
        self._input.put(None)
        for end_it in (None, self._process.terminate, self._process.kill):
            if end_it is not None:
                end_it()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_SECONDS)
                break
        self._release()

    def kill(self) -> None:
        self._release()

    def _release(self) -> None:
        """Kill and reap the child, and let its threads end; they close the pipes."""
        self._finalizer()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(GRACE_SECONDS)

    def _describe(self, cause: VmCrashed | None) -> VmCrashed:
        if cause is not None:
            # Whatever it would say next cannot be trusted.
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        self._threads[-1].join(GRACE_SECONDS)
        what = _exit_text(self._process.poll()) if cause is None else str(cause)
        tail = self._tail.text()
        return VmCrashed(f"{what}; its last words: {tail}" if tail else what)


def child_environment() -> dict[str, str]:
    """A small environment that is the same for every user: UTC, the C locale, no Node options."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, "TZ": "UTC", "LC_ALL": "C"}


def _exit_text(code: int | None) -> str:
    if code is None:
        return "the VM process closed its output"
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"the VM process was ended by {signal.Signals(-code).name}"
    return f"the VM process ended with exit code {code}"


def _thread(name: str, target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True, name=f"vm {name}")
    thread.start()
    return thread


def _keep(
    argv: Sequence[str],
    env: dict[str, str],
    cwd: str | None,
    started: _Started,
    tail: _Tail,
) -> None:
    """Start the child, and read its stderr until it ends: this thread must outlive it."""
    try:
        process = _start(argv, env, cwd)
    except OSError as error:
        started.put(error)
        return
    stderr = cast(FileIO, process.stderr)
    started.put(process)
    del process  # to be closed as soon as nobody else knows it
    _read_tail(stderr, tail)


def _start(argv: Sequence[str], env: dict[str, str], cwd: str | None) -> subprocess.Popen[bytes]:
    prefix = death_prefix()
    if prefix and shutil.which(argv[0]) is None:
        # the prefix itself would start, and only then fail
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), argv[0])
    # Unbuffered: a buffered stream's lock, held by a thread in read(), would bring the
    # interpreter down at exit.
    return subprocess.Popen(
        [*prefix, *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=env,
        cwd=cwd,
        # a terminal's Ctrl-C is for the parent, which decides how the child ends
        start_new_session=True,
    )


def _reap(process: subprocess.Popen[bytes], frames: _Input) -> None:
    frames.put(None)
    process.kill()
    process.wait()


def _write_all(stream: FileIO, frames: _Input) -> None:
    with contextlib.suppress(OSError), stream:
        while (data := frames.get()) is not None:
            view = memoryview(data)
            while view:
                view = view[stream.write(view) :]


def _read_frames(stream: FileIO, output: _Output, limit: int) -> None:
    def read(count: int) -> bytes:
        data = bytearray()
        while len(data) < count and (chunk := stream.read(min(count - len(data), _READ_CHUNK))):
            data += chunk
        return bytes(data)

    with contextlib.suppress(OSError), stream:
        try:
            while (frame := read_frame(read, limit=limit)) is not None:
                output.put(frame)
        except VmCrashed as error:
            output.put(error)
            return
    output.put(None)


def _read_tail(stream: FileIO, tail: _Tail) -> None:
    with contextlib.suppress(OSError), stream:
        while chunk := stream.read(_READ_CHUNK):
            tail.add(chunk)
