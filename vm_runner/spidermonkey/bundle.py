# SPDX-License-Identifier: Apache-2.0
"""The sources and packages that Node runs, as one script for an engine without modules."""

from __future__ import annotations

import subprocess

from scratchworld.errors import NodeSetupError
from vm_runner.setup_packages import Runtime

__all__ = ["bundle"]

_ENTRY = "spidermonkey.js"
_SECONDS = 120.0
_STAND_INS = {
    "crypto": "./tape/crypto.js",
    "node:module": "./tape/node-module.js",
    "scratch-svg-renderer": "./tape/svg-renderer.js",
    "stream": "./tape/absent.js",
    "util": "./tape/absent.js",
}
"""Packages that lean on Node -> what takes their place; paths within the folder of the sources."""


def bundle(runtime: Runtime) -> str:
    """Return the script. It defines one global function, ``answer``; see ``spidermonkey.js``.

    ``main`` fields and the condition ``node`` choose, of each package, the file that Node takes.

    Raises:
        NodeSetupError: if the bundler fails.
    """
    js = runtime.js
    argv = [
        str(runtime.node),
        str(js / "node_modules" / "esbuild" / "bin" / "esbuild"),
        _ENTRY,
        "--bundle",
        "--format=iife",
        "--platform=neutral",
        "--main-fields=main",
        "--conditions=tape,node",
        "--target=es2022",
        "--charset=utf8",
        # packages are known by the names of their classes
        "--keep-names",
        "--log-level=error",
        "--inject:./tape/buffer.js",
        "--define:global=globalThis",
        "--define:import.meta.url=0",
        *(f"--alias:{name}={path}" for name, path in sorted(_STAND_INS.items())),
    ]
    try:
        made = subprocess.run(argv, cwd=js, capture_output=True, timeout=_SECONDS, check=True)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip()
        raise NodeSetupError(f"the VM's sources cannot be bundled: {said}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NodeSetupError(f"the bundler did not run: {error}") from error
    return made.stdout.decode("utf-8")
