# SPDX-License-Identifier: Apache-2.0
"""Calls to one VM process: ids, time limits, and a clear end when something breaks."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import NamedTuple

from scratchworld.closing import Closing
from scratchworld.errors import BridgeError, RemoteError, VmCrashed, VmTimeout
from vm_runner.setup_packages import Runtime, ensure_packages
from vm_runner.transport import ProcessTransport, Transport

__all__ = ["DEFAULT_TIMEOUT", "PROTOCOL", "Bridge", "Reply", "shake_hands", "start_bridge"]

PROTOCOL = 1
"""Version of the calls between Python and the worker; both sides must speak the same."""

WORKER = "worker.js"
"""Entry file of the VM process, in the folder of the JavaScript sources."""

DEFAULT_HEAP_MIB = 1024
DEFAULT_TIMEOUT = 120.0
"""Seconds that a call may take when nothing else is said."""

START_TIMEOUT = 60.0


class Reply(NamedTuple):
    """What the VM process answered: a JSON value and, for some calls, bytes."""

    result: object
    attachment: bytes


class Bridge(Closing):
    """One VM process, one call at a time.

    A call that times out, or a process that dies or breaks the protocol, ends the bridge: the
    process is killed and every later call fails at once, naming the first failure. An error that
    the process itself reports (:class:`RemoteError`) leaves the bridge usable. ``close`` may be
    called from any thread, also while a call waits; that call then fails.

    ``timeout`` is the time limit, in seconds, of calls that do not state their own.
    """

    def __init__(self, transport: Transport, *, timeout: float = DEFAULT_TIMEOUT) -> None:
        self.versions: dict[str, str] = {}
        """Versions that the worker reported at the handshake, by component."""
        self._transport = transport
        self._timeout = timeout
        self._ids = itertools.count(1)
        self._calling = threading.Lock()
        self._failure: BaseException | None = None
        self._closed = False

    @property
    def usable(self) -> bool:
        """Whether a further call can be made."""
        return self._failure is None and not self._closed

    def call(
        self,
        method: str,
        params: dict[str, object] | None = None,
        attachment: bytes = b"",
        timeout: float | None = None,
    ) -> Reply:
        """Call ``method`` in the VM process and wait for its answer.

        Raises:
            RemoteError: if the process answers with an error; the bridge stays usable.
            VmTimeout: if no answer came within ``timeout`` seconds.
            VmCrashed: if the process ended or broke the protocol, now or in an earlier call.
            ValueError: if ``params`` are not JSON or too large; nothing has been sent.
        """
        limit = self._timeout if timeout is None else timeout
        with self._calling:
            self._check_usable(method)
            number = next(self._ids)
            self._transport.send(
                {"id": number, "method": method, "params": params or {}}, attachment
            )
            try:
                message, answer = self._transport.receive(limit)
                if message.get("id") != number:
                    raise VmCrashed(
                        f"the VM process answered call {message.get('id')!r}, not {number}"
                    )
                if "error" not in message and "result" not in message:
                    raise VmCrashed("the VM process answered with neither result nor error")
            except BaseException as error:
                self._fail(error)
                if self._closed:
                    raise VmCrashed(f"the VM process was closed during {method!r}") from error
                if isinstance(error, (VmCrashed, VmTimeout)):
                    raise type(error)(f"{method}: {error}") from error
                raise
        if "error" in message:
            raise _remote_error(message["error"])
        return Reply(message["result"], answer)

    def close(self) -> None:
        """End the VM process. May be called again, and from another thread than a call's."""
        self._closed = True
        if self._calling.locked():
            # A process busy with a call does not see the end of its input.
            self._transport.kill()
        else:
            self._transport.close()

    def kill(self) -> None:
        """End the VM process at once, without asking it to finish."""
        self._closed = True
        self._transport.kill()

    def _check_usable(self, method: str) -> None:
        if self._failure is not None:
            raise VmCrashed(
                f"cannot call {method!r}: the VM process failed before ({self._failure}); "
                "start a new one"
            ) from self._failure
        if self._closed:
            raise VmCrashed(f"cannot call {method!r}: the VM process is closed; start a new one")

    def _fail(self, error: BaseException) -> None:
        self._failure = error
        self._transport.kill()


def _remote_error(error: object) -> RemoteError:
    parts = error if isinstance(error, dict) else {"message": error}
    name, message, stack, reason = (
        str(parts.get(key) or "") for key in ("name", "message", "stack", "reason")
    )
    return RemoteError(name or "Error", message, stack=stack, reason=reason)


def start_bridge(
    *,
    runtime: Runtime | None = None,
    heap_mib: int = DEFAULT_HEAP_MIB,
    node_flags: Sequence[str] = (),
    timeout: float = DEFAULT_TIMEOUT,
    start_timeout: float = START_TIMEOUT,
) -> Bridge:
    """Start a VM process and shake hands with it, installing its packages on first use.

    The process runs under Node's permission model: it reads its own folder alone, writes no
    files, and starts no processes or threads. ``heap_mib`` bounds its JavaScript heap in MiB;
    ``timeout`` and ``start_timeout`` are seconds.

    Raises:
        NodeSetupError: if Node or its packages are missing and cannot be installed.
        BridgeError: if the process does not start, or speaks another protocol.
    """
    where = ensure_packages() if runtime is None else runtime
    # Node's permissions hold for real paths, and a cache folder may be reached through a link.
    js = where.js.resolve()
    argv = [
        str(where.node),
        f"--max-old-space-size={heap_mib}",
        "--permission",
        f"--allow-fs-read={js}",
        "--allow-addons",  # the canvas and the SVG rasteriser are compiled
        "--disable-warning=SecurityWarning",
        *node_flags,
        str(js / WORKER),
    ]
    bridge = Bridge(ProcessTransport(argv, cwd=str(js)), timeout=timeout)
    try:
        bridge.versions = shake_hands(bridge, start_timeout)
    except BaseException:
        bridge.kill()
        raise
    return bridge


def shake_hands(bridge: Bridge, timeout: float) -> dict[str, str]:
    """Make sure that the worker is there and speaks our protocol; return its versions by name.

    Raises:
        BridgeError: if it does not answer in ``timeout`` seconds, or speaks another protocol.
    """
    answer = bridge.call("hello", timeout=timeout).result
    if not isinstance(answer, dict) or answer.get("protocol") != PROTOCOL:
        spoken = answer.get("protocol") if isinstance(answer, dict) else None
        raise BridgeError(
            f"the worker speaks protocol {spoken!r}, this version needs {PROTOCOL}: "
            "reinstall scratchworld so that both sides match"
        )
    versions = answer.get("versions")
    if not isinstance(versions, dict):
        raise BridgeError("the worker's handshake names no versions: reinstall scratchworld")
    return {str(name): str(version) for name, version in versions.items()}
