# SPDX-License-Identifier: Apache-2.0
"""The process of the second engine: answers frames on stdin until it ends.

Run as ``python -m vm_runner.spidermonkey.child``. PythonMonkey works on the main thread alone, and
a loop that never ends cannot be interrupted in it: the parent kills the process.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO, Protocol

from vm_runner.framing import Frame, encode_frame, read_frame
from vm_runner.setup_packages import ensure_packages
from vm_runner.spidermonkey.bundle import bundle

_PACKAGE = "pythonmonkey"


class _Answer(Protocol):
    """The function that the bundle defines."""

    def __call__(
        self,
        method: str,
        params: str,
        attachment: bytearray,
        reply: Callable[[str, object], None],
        /,
    ) -> object: ...


def _claim_output() -> BinaryIO:
    """Keep stdout for frames: whatever the engine prints goes to stderr."""
    frames = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return frames


def _evaluate() -> _Answer:
    engine = importlib.import_module(_PACKAGE)
    engine.eval(bundle(ensure_packages()), {"filename": "scratchworld.js"})
    # The way from JavaScript into Python: no project needs it.
    engine.eval("delete globalThis.python; delete globalThis.pmEval;")
    answer: _Answer = engine.eval("answer")
    return answer


async def _reply(answer: _Answer, frame: Frame) -> bytes:
    done: asyncio.Future[tuple[str, bytes]] = asyncio.get_running_loop().create_future()

    def reply(text: str, attachment: object) -> None:
        done.set_result((str(text), bytes(attachment)))  # type: ignore[call-overload]

    method = frame.message.get("method")
    params = json.dumps(frame.message.get("params", {}))
    answer(str(method), params, bytearray(frame.attachment), reply)
    text, attachment = await done
    message: dict[str, object] = {"id": frame.message.get("id"), **json.loads(text)}
    if method == "hello":
        message["result"]["versions"][_PACKAGE] = importlib.metadata.version(  # type: ignore[index]
            _PACKAGE
        )
    return encode_frame(message, attachment)


async def _serve(output: BinaryIO) -> None:
    answer = _evaluate()
    # Nothing else waits in this process, so reading may block it.
    while (frame := read_frame(sys.stdin.buffer.read)) is not None:
        view = memoryview(await _reply(answer, frame))
        while view:
            view = view[output.write(view) :]


if __name__ == "__main__":
    asyncio.run(_serve(_claim_output()))
    # The engine's own tear-down is slow, and there is nothing left to keep.
    sys.stderr.flush()
    os._exit(0)
