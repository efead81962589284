# SPDX-License-Identifier: Apache-2.0
"""Clusters of dask.distributed on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path


class Cluster:
    """A scheduler and two workers, in processes of their own."""

    def __init__(self, folder: Path, repository: Path, stack: ExitStack) -> None:
        self._file = folder / "scheduler.json"
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(repository),
            "DASK_DISTRIBUTED__WORKER__DAEMON": "false",
        }
        self._folder = folder
        self._stack = stack
        self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")
        self.workers = [
            self._start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
            for _ in range(2)
        ]

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        argv = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [*argv, "--scheduler-file", str(self._file)],
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def address(self) -> str:
        from distributed import Client

        deadline = time.monotonic() + 120
        while not self._file.exists():
            assert time.monotonic() < deadline, (self._folder / "log").read_text()
            time.sleep(0.05)
        with Client(scheduler_file=str(self._file), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
            return str(client.scheduler.address)
