# SPDX-License-Identifier: Apache-2.0
"""Install the pinned npm packages of the VM, once, on first use.

``npm ci`` works in a staging folder; the finished ``node_modules``, stamp included, is then
renamed into place. So an interrupted installation leaves nothing that could be taken for a whole
one, and a file lock makes sure that only one process installs.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from scratchworld.errors import NodeSetupError
from vm_runner.node import node_binary, node_major, npm_script
from vm_runner.npm import run_npm_ci
from vm_runner.runtime import (
    CACHE_VARIABLE,
    cache_root,
    cached_copy,
    is_writable,
    source_folder,
)

__all__ = ["Runtime", "ensure_packages"]

LOCK_TIMEOUT = 1800.0
"""Seconds to wait for another process that installs."""

APPROXIMATE_MB = 220
"""What the packages take on disk, in MB."""

_LOCK_FILE = "package-lock.json"
_STAGING = "staging-"
_STAMP = "scratchworld-stamp.json"


class Runtime(NamedTuple):
    """All that is needed to start the VM process."""

    node: Path
    """The Node binary."""
    js: Path
    """The folder of the JavaScript sources, with ``node_modules`` in it."""


def ensure_packages(source: Path | None = None) -> Runtime:
    """The runtime, after installing its packages if they are missing or out of date.

    ``source`` is the folder of the JavaScript sources, by default the one of this package.
    Says on stderr what it does.

    Raises:
        NodeSetupError: if Node is missing, or the packages cannot be installed.
    """
    js = source_folder() if source is None else source
    node = node_binary()
    stamp = _stamp(js, node)
    if _has_stamp(js, stamp):
        return Runtime(node, js)
    if not is_writable(js):
        js = _copy(js)
        if _has_stamp(js, stamp):
            return Runtime(node, js)
    try:
        _install_once(node, js, stamp)
    except OSError as error:
        raise NodeSetupError(
            f"cannot install the VM's packages in {js}: {error}; make room or set "
            f"{CACHE_VARIABLE} to a folder that can be written, then run `scratchworld setup`"
        ) from error
    return Runtime(node, js)


def _install_once(node: Path, js: Path, stamp: str) -> None:
    setup = js / ".setup"
    setup.mkdir(exist_ok=True)
    lock = FileLock(setup / "lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        _say("Another process is installing the VM's packages; waiting for it.")
        try:
            lock.acquire(timeout=LOCK_TIMEOUT)
        except Timeout:
            raise NodeSetupError(
                f"another process has been installing the VM's packages in {js} for "
                f"{LOCK_TIMEOUT / 60:g} minutes: end it, then run `scratchworld setup`"
            ) from None
    try:
        if not _has_stamp(js, stamp):
            _install(node, js, stamp, setup)
    finally:
        lock.release()


def _install(node: Path, js: Path, stamp: str, setup: Path) -> None:
    """Install in a new folder in ``setup``, then put the result in place."""
    _say(f"Installing the VM's npm packages (about {APPROXIMATE_MB} MB, once) in {js}")
    for leftover in setup.glob(f"{_STAGING}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    # A new name each time: npm may outlive a killed parent, and still write to the old one.
    with tempfile.TemporaryDirectory(
        prefix=_STAGING, dir=setup, ignore_cleanup_errors=True
    ) as folder:
        staging = Path(folder)
        for name in ("package.json", _LOCK_FILE):
            shutil.copyfile(js / name, staging / name)
        run_npm_ci(node, npm_script(node), staging)
        modules = staging / "node_modules"
        modules.mkdir(exist_ok=True)
        (modules / _STAMP).write_text(stamp, encoding="utf-8")
        final = js / "node_modules"
        if final.exists():
            final.rename(staging / "old")
        modules.rename(final)


def _copy(js_source: Path) -> Path:
    try:
        return cached_copy(js_source, cache_root())
    except OSError as error:
        raise NodeSetupError(
            f"cannot copy the VM's sources to {cache_root()}: {error}; "
            f"set {CACHE_VARIABLE} to a folder that can be written"
        ) from error


def _stamp(js: Path, node: Path) -> str:
    try:
        lock = (js / _LOCK_FILE).read_bytes()
    except OSError as error:
        raise NodeSetupError(
            f"the VM's sources are damaged ({error}): reinstall scratchworld"
        ) from error
    facts = {
        "lock": hashlib.sha256(lock).hexdigest(),
        "node": node_major(node),
        "platform": f"{sys.platform}-{platform.machine().lower()}",
    }
    return json.dumps(facts, sort_keys=True) + "\n"


def _has_stamp(js: Path, stamp: str) -> bool:
    try:
        return (js / "node_modules" / _STAMP).read_text(encoding="utf-8") == stamp
    except (OSError, UnicodeDecodeError):
        return False


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
