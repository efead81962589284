# SPDX-License-Identifier: Apache-2.0
"""Runs a build without a VM again and again, and kills it at a moment of its own choice.

    python -m tests.generators.build.killing FOLDER MOMENTS SEED

A moment is an operation on a file, as Python's audit events tell it: the process kills itself with
SIGKILL before it is done. Prints, as JSON, what each killed build and its repetition came to.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from corpus_filters import LocalExecutor
from generators.build import BuildConfig, Quota, build_release, read_key
from generators.build import build as module
from scratchworld.errors import InputError
from tests.folders import contents
from tests.generators.build.replaying import (
    VERSIONS,
    ReplayingExecutor,
    small_corpus,
    small_results,
)

PROJECTS = 8
CONFIG = BuildConfig(real=Quota({"next_state": 8, "rollout": 4}))
FILE_SIZES = (500, 5_000)
"""Bytes: no verdict fits, or only small ones."""
_FILE_EVENTS = frozenset(
    ("open", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.scandir", "shutil.rmtree")
)


def run(folder: Path, corpus: Path) -> None:
    """Build ``folder/out``; each project that is explored leaves a line in a log."""
    executor = ReplayingExecutor(LocalExecutor(), small_results(), folder / "log")
    build_release(corpus, folder / "out", CONFIG, executor=executor, key_file=corpus / "key")


def kill_at(moment: int) -> None:
    """Kill this process when so many operations on files have begun."""
    left = moment

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in _FILE_EVENTS:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def count_moments(folder: Path, corpus: Path) -> int:
    """Build, and return how many operations on files there are."""
    total = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal total
        total += event in _FILE_EVENTS

    sys.addaudithook(count)
    run(folder, corpus)
    return total


def in_child(body: Callable[[], None]) -> int:
    """Run in a forked process, which has all modules already; return its status."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            body()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1]


def main(folder: Path, moments: int, seed: int) -> None:
    """Kill and repeat, then print."""
    module._versions = lambda config: VERSIONS
    os.fsync = lambda handle: None  # a killed process loses nothing that it has written
    for name in ("datasketch", "pandas", "pyarrow.parquet", "tarfile", "zoneinfo"):
        importlib.import_module(name)  # so that no child does it, and no moment is in there
    corpus = folder / "corpus"
    small_corpus(corpus, PROJECTS)
    read_key(corpus / "key")  # made once, so that each build has as many moments
    whole = folder / "whole"
    whole.mkdir()
    in_child(lambda: (whole / "total").write_text(str(count_moments(whole, corpus))) and None)
    total = int((whole / "total").read_text())
    expected = contents(whole / "out")
    rng = random.Random(seed)
    outcomes = []
    for n in range(moments):
        here = folder / str(n)
        here.mkdir()
        moment = rng.randint(1, total)

        def killed(here: Path = here, moment: int = moment) -> None:
            kill_at(moment)
            run(here, corpus)

        status = in_child(killed)
        stored = {path.stem for path in (here / ".out.work/results").glob("*.jsonl")}
        written = (here / "out").exists()
        again = in_child(lambda here=here: run(here, corpus))
        log = (here / "log").read_text().split()
        outcomes.append(
            {
                "moment": moment,
                "killed": os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL,
                "stored": len(stored),
                "written": written,
                "again": again,
                "explored twice": len([name for name in stored if log.count(name) > 1]),
                "same bytes": contents(here / "out") == expected,
                "left over": sorted(each.name for each in here.iterdir() if each.name != "out"),
            }
        )
    full = [_fill(folder / f"full{size}", corpus, size, expected) for size in FILE_SIZES]
    print(json.dumps({"total": total, "outcomes": outcomes, "full": full}))


def _fill(here: Path, corpus: Path, size: int, expected: dict[str, bytes]) -> dict[str, object]:
    """Build where no file may be larger than this, as on a disk that is full; then again."""
    here.mkdir()

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        try:
            run(here, corpus)
        except InputError as error:
            message = str(error)
        else:
            message = ""
        os.write(pipe[1], message.encode())

    pipe = os.pipe()
    status = in_child(limited)
    os.close(pipe[1])
    message = os.read(pipe[0], 10_000).decode()
    os.close(pipe[0])
    again = in_child(lambda: run(here, corpus))
    return {
        "status": status,
        "message": message,
        "again": again,
        "same bytes": contents(here / "out") == expected,
        "left over": sorted(each.name for each in here.iterdir() if each.name != "out"),
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
