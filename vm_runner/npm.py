# SPDX-License-Identifier: Apache-2.0
"""Run ``npm ci`` with visible progress and a readable error."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scratchworld.errors import NodeSetupError
from vm_runner.runtime import CACHE_VARIABLE, cache_root

__all__ = ["run_npm_ci"]

TICK_SECONDS = 10.0
"""Time between two lines of progress where the output is not a terminal."""

_OPTIONS = (
    "--omit=dev",
    "--include=optional",  # The prebuilt libraries of each system are optional packages.
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--no-progress",
    "--loglevel=error",
    # Give up on a registry that cannot be reached after about 15 seconds.
    "--fetch-retries=4",
    "--fetch-retry-factor=2",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=8000",
)


def run_npm_ci(node: Path, npm: Path, folder: Path) -> None:
    """Install what the ``package-lock.json`` in ``folder`` pins into its ``node_modules``.

    Raises:
        NodeSetupError: if npm fails; the message holds npm's own cause in one line.
    """
    argv = [str(node), str(npm), "ci", *_OPTIONS]
    if os.environ.get(CACHE_VARIABLE):
        argv.append(f"--cache={cache_root() / 'npm'}")
    started = time.monotonic()
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(
            argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        ) as process:
            try:
                _show_progress(process, started)
            except BaseException:
                process.kill()
                raise
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if process.returncode != 0:
        raise NodeSetupError(
            f"npm could not install the VM's packages: {_cause(text, process.returncode)}. "
            "They are needed to run Scratch projects. Check the network, or the registry that "
            "`npm_config_registry` or ~/.npmrc names, then run `scratchworld setup`"
        )
    print(f"Installed in {time.monotonic() - started:.0f} s.", file=sys.stderr, flush=True)


def _show_progress(process: subprocess.Popen[bytes], started: float) -> None:
    terminal = sys.stderr.isatty()
    while True:
        try:
            process.wait(1.0 if terminal else TICK_SECONDS)
            break
        except subprocess.TimeoutExpired:
            line = f"  installing, {time.monotonic() - started:.0f} s so far"
            print(line, end="\r" if terminal else "\n", file=sys.stderr, flush=True)
    if terminal:
        print(" " * 40, end="\r", file=sys.stderr, flush=True)


def _cause(output: str, code: int) -> str:
    """The line of npm's output that says most: the reason, else the first that is no code."""
    lines = [
        re.sub(r"^npm (error|ERR!)\s*", "", line).strip()
        for line in output.splitlines()
        if re.match(r"npm (error|ERR!)", line)
    ]
    telling = [line for line in lines if line and not line.startswith(("code ", "errno "))]
    for line in telling:
        if "reason:" in line:
            return line.rstrip(".")
    return telling[0].rstrip(".") if telling else f"npm ended with exit code {code}"
