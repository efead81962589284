# SPDX-License-Identifier: Apache-2.0
"""An adapter of one's own: a command that is told of a video and says which frames to take.

It reads one JSON object from its standard input::

    {"video": path, "frames": N, "seconds": [...], "wanted": n, "shares": [...],
     "requests": [...], "first_frame": path or null}

and writes ``{"frames": [i, ...]}``: ``n`` frame numbers from 0 that do not fall. Like every adapter
it is told nothing of the label.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

from scoring.keyframes.picture import write_png
from scoring.keyframes.video import Footage
from scoring.keyframes.wanted import Wanted
from scratchworld.errors import InputError

__all__ = ["AdapterCommand"]

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class AdapterCommand:
    """A command line, split as a shell would, but run without one."""

    line: str
    seconds: float = 60.0
    """After which it is killed."""

    def select(self, path: Path, footage: Footage, wanted: Wanted) -> tuple[int, ...]:
        """Return the numbers of the frames that the command chooses.

        Raises:
            InputError: when it cannot be run, fails, takes too long, or says something else. A
                fault of the command is not one of the model, so nothing is scored then.
        """
        with tempfile.TemporaryDirectory(prefix="scratchworld-adapter-") as folder:
            first = None
            if wanted.first is not None:
                first = Path(folder, "first.png")
                first.write_bytes(write_png(wanted.first))
            question = {
                "video": str(path.resolve()),
                "frames": len(footage.small),
                "seconds": [round(float(one), 6) for one in footage.seconds],
                "wanted": wanted.number,
                "shares": list(wanted.shares),
                "requests": list(wanted.requests),
                "first_frame": first and str(first),
            }
            said = self._run(json.dumps(question).encode("utf-8"))
        return self._read(said, len(footage.small), wanted.number)

    def _run(self, question: bytes) -> bytes:
        try:
            words = shlex.split(self.line)
            # in a group of its own, so that what it starts ends with it
            process = subprocess.Popen(
                words, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
        except (OSError, ValueError, IndexError) as error:
            raise self._fault(f"cannot be run ({error})") from None
        with process:
            try:
                said, complaint = process.communicate(question, self.seconds)
            except subprocess.TimeoutExpired:
                raise self._fault(f"took more than {self.seconds:g} s") from None
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode:
            last = complaint.decode("utf-8", "replace").strip()[-_SHOWN:]
            raise self._fault(f"ended with code {process.returncode}: {last}")
        return said

    def _read(self, said: bytes, frames: int, wanted: int) -> tuple[int, ...]:
        try:
            numbers = json.loads(said)["frames"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._fault('did not write {"frames": [...]}') from None
        fits = isinstance(numbers, list) and all(type(one) is int for one in numbers)
        if not fits or len(numbers) != wanted:
            raise self._fault(f"must choose {wanted} frame numbers")
        if numbers != sorted(numbers) or not all(0 <= one < frames for one in numbers):
            raise self._fault(f"must choose numbers from 0 to {frames - 1} that do not fall")
        return tuple(numbers)

    def _fault(self, what: str) -> InputError:
        return InputError(f"the adapter command {self.line!r} {what}")
