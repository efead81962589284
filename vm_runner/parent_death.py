# SPDX-License-Identifier: Apache-2.0
"""Ties a child to its parent: whoever kills the parent, by whatever signal, ends the child too.

A child that waits for input sees its end when the parent is gone. One that is lost in an endless
loop does not; on Linux the kernel can end it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

__all__ = ["death_prefix"]


def death_prefix() -> list[str]:
    """Return what to put before a command line so that its process dies with its parent.

    On Linux with the ``setpriv`` of util-linux, which sets the signal and then becomes the
    program, under the same process id. Empty elsewhere: there only the end of its input ends an
    orphan. The signal comes when the *thread* that started the process ends, so the process must
    be started by a thread that lives as long.
    """
    if sys.platform != "linux":
        return []
    setpriv = shutil.which("setpriv", path=os.defpath)
    if setpriv is None:
        return []
    prefix = [setpriv, "--pdeathsig", "KILL"]
    # busybox has a setpriv of its own, without this option
    probe = subprocess.run(
        [*prefix, setpriv, "--help"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return prefix if probe.returncode == 0 else []
