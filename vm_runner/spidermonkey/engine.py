# SPDX-License-Identifier: Apache-2.0
"""Starts a process of the second engine; a ``VmRunner`` can use it in the place of Node's."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from scratchworld.errors import InputError
from vm_runner.bridge import DEFAULT_TIMEOUT, Bridge, shake_hands
from vm_runner.setup_packages import ensure_packages
from vm_runner.transport import ProcessTransport, child_environment

__all__ = ["start_spidermonkey"]

_MODULE = "vm_runner.spidermonkey.child"
_START_TIMEOUT = 180.0


def start_spidermonkey(*, timeout: float = DEFAULT_TIMEOUT) -> Bridge:
    """Start the process and shake hands with it. ``timeout`` is in seconds, for each call.

    Raises:
        InputError: if PythonMonkey is not installed.
        BridgeError: if the process does not start.
    """
    if importlib.util.find_spec("pythonmonkey") is None:
        raise InputError(
            "the second engine needs PythonMonkey: pip install 'scratchworld[verify]' "
            "(its installation calls npm, which must be on PATH)"
        )
    ensure_packages()  # here, where its progress is seen
    root = Path(__file__).resolve().parents[2]
    transport = ProcessTransport(
        [sys.executable, "-m", _MODULE],
        env={**child_environment(), "PYTHONPATH": str(root)},
    )
    bridge = Bridge(transport, timeout=timeout)
    try:
        bridge.versions = shake_hands(bridge, _START_TIMEOUT)
    except BaseException:
        bridge.kill()
        raise
    return bridge
