# SPDX-License-Identifier: Apache-2.0
"""Does a cluster give the bytes of one machine, when a worker dies on the way?

    python -m benchmarks.cluster CORPUS [PROJECTS]

Runs ``scratchworld build`` on the first so many projects of a corpus three times: with paths, on
this machine; with URLs, on a scheduler and two worker processes; and with URLs again, while one of
the two workers is killed. Every project is loaded, filtered, explored and replayed by the VM each
time. Prints whether all files are the same.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from corpus_filters import find_files
from scoring.report.text_table import render_table
from tests.folders import contents
from tests.generators.build.clusters import Cluster

OPTIONS = (
    "--set", "episodes=[{ ticks = 5, steps = 24 }]",
    "--tasks", "next_state,rollout,causal,counterfactual,decision",
    "--modalities", "program,table,language,screenshot",
)  # fmt: skip
DONE = 3
"""Results that lie in the work folder when a worker is killed."""
REPOSITORY = Path(__file__).parents[1]


def build(corpus: str, out: str, key: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start a build."""
    command = "from scratchworld.cli import cli; cli()"
    argv = [sys.executable, "-c", command, "build", corpus, out, "--key", str(key)]
    return subprocess.Popen([*argv, *OPTIONS, *options], stdout=subprocess.DEVNULL)


def finish(process: subprocess.Popen[bytes], watch: Callable[[], None] = lambda: None) -> None:
    """Wait for a build to end; ``watch`` is called meanwhile."""
    while process.poll() is None:
        watch()
        time.sleep(0.05)
    if process.returncode:
        sys.exit(f"the build ended with {process.returncode}")


def on_cluster(folder: Path, corpus: Path, key: Path, *, kill: bool) -> int:
    """Build on a new cluster; return how many of its two workers are left."""
    folder.mkdir()
    results = folder / "built/.out.work/results"
    with ExitStack() as stack:
        cluster = Cluster(folder, REPOSITORY, stack)
        victim = cluster.workers[0]

        def watch() -> None:
            if kill and victim.poll() is None and len(list(results.glob("*.jsonl"))) >= DONE:
                victim.send_signal(signal.SIGKILL)

        options = ("--executor", "dask", "--scheduler", cluster.address())
        urls = (f"file://{corpus}", f"file://{folder}/built/out")
        finish(build(*urls, key, *options), watch)
        return sum(worker.poll() is None for worker in cluster.workers)


def main(corpus: Path, count: int) -> None:
    """Build three times, then print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "corpus").mkdir()
        for number, file in enumerate(find_files(corpus)[:count]):
            copy = f"{number:04}{Path(file.name).suffix}"
            shutil.copy(corpus / file.name, folder / "corpus" / copy)
        rows: list[list[str]] = []
        expected: dict[str, bytes] = {}
        for what, kill in (("one machine", None), ("cluster", False), ("cluster", True)):
            if kill is None:
                (folder / "here").mkdir()
                here = (str(folder / "corpus"), str(folder / "here/out"))
                finish(build(*here, folder / "key", "--workers", "2"))
                found = expected = contents(folder / "here")
                left = ""
            else:
                there = folder / f"cluster-{kill}"
                left = f"{on_cluster(there, folder / 'corpus', folder / 'key', kill=kill)} of 2"
                found = contents(there / "built")
            rows.append([what, left, str(len(found)), str(found == expected).lower()])
        counts = json.loads(expected["out/manifest.json"])["counts"]
    print(f"{count} projects, {counts['projects']} with instances, {counts['instances']} instances")
    headers = ("build", "workers left", "files", "same bytes")
    print(render_table(headers, rows, texts=(0, 1, 3)))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    os.environ["PYTHONPATH"] = str(REPOSITORY)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 10)
