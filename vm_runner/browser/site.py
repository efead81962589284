# SPDX-License-Identifier: Apache-2.0
"""What the page can load: the JavaScript side of this package, and nothing of the network.

The page runs the modules of ``vm_runner/js`` as they are. An import map puts four of them out of
the way, those that lean on Node: ``vm_runner/js/browser`` stands in for them.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from scratchworld.errors import NodeSetupError
from vm_runner.setup_packages import Runtime

__all__ = ["ORIGIN", "Answer", "Site"]

ORIGIN = "http://scratchworld.invalid"
"""Where the page believes to be; ``.invalid`` is a name that no network has."""

_STAND_INS = {
    "#host": "/browser/renderer.js",
    "node:module": "/browser/node-module.js",
    "/world/parse.js": "/browser/parse.js",
    "/world/scratch.js": "/browser/scratch.js",
}
_TYPES = {".js": "text/javascript", ".ttf": "font/ttf"}
_HTML = """<!doctype html>
<meta charset="utf-8">
<body>
<script type="importmap">{imports}</script>
<script type="module" src="/browser/page.js"></script>
</body>
"""
_PACK_SECONDS = 60.0


class Answer(NamedTuple):
    """What the page gets for a request."""

    status: int
    content_type: str
    body: bytes


class Site:
    """The files below :data:`ORIGIN`."""

    def __init__(self, runtime: Runtime) -> None:
        self._root = runtime.js.resolve()
        imports = json.dumps({"imports": _STAND_INS})
        self._made = {
            "/": Answer(200, "text/html", _HTML.format(imports=imports).encode()),
            "/pack.json": Answer(200, "application/json", _pack(runtime)),
        }

    def answer(self, url: str) -> Answer | None:
        """Return what stands at ``url``; ``None``: the page has no business there."""
        if not url.startswith(f"{ORIGIN}/"):
            return None
        path = unquote(urlsplit(url).path)
        if path in self._made:
            return self._made[path]
        relative = PurePosixPath(path.removeprefix("/"))
        file = self._root / relative
        kind = _TYPES.get(file.suffix)
        if kind is None or ".." in relative.parts or not file.is_file():
            return Answer(404, "text/plain", b"")
        return Answer(200, kind, file.read_bytes())


def _pack(runtime: Runtime) -> bytes:
    """The CommonJS packages that the shims require, as JSON; Node finds them."""
    script: Path = runtime.js / "browser" / "pack.js"
    try:
        return subprocess.run(
            [runtime.node, script], capture_output=True, timeout=_PACK_SECONDS, check=True
        ).stdout
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NodeSetupError(f"{script} failed: {said[-1] if said else error}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NodeSetupError(f"{script} did not run: {error}") from error
