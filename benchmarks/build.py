# SPDX-License-Identifier: Apache-2.0
"""Where the time of a build goes: by stage, against the bare VM, and with two workers against one.

    python benchmarks/build.py CORPUS [PROJECTS]

Builds a release from the first so many projects with one worker in this process, recording what the
VM is asked to do: every project, action, tick and checkpoint. Then again with two worker processes;
*efficiency* is the time of one worker over twice that of two. *bare VM* is the time of a VM that is
asked to do the same once more, all of it, without events, with nothing else around it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from generators.build import BuildOutcome, build_release
from scoring.report.text_table import render_table
from scratchworld.errors import ProjectError
from vm_runner import Checkpoint, Limits, Session, VmRunner

RECORDED = ("_load", "_rewind", "start", "run", "save", "restore")


class Call(NamedTuple):
    """A call of a method of ``Session``."""

    name: str
    arguments: tuple[Any, ...]
    checkpoint: Checkpoint | None
    """What it gave, if that is a checkpoint."""


class Asked(NamedTuple):
    """What one session was asked to do."""

    runner: int
    """Number of the VM runner."""
    project: bytes
    limits: Limits
    calls: list[Call]


class Recorded:
    """What the VM was asked to do in this process, so that it can be done again."""

    def __init__(self) -> None:
        self.sessions: list[Asked] = []

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record what happens within the body."""
        kept = {name: getattr(Session, name) for name in RECORDED}
        of_session: WeakKeyDictionary[Session, Asked] = WeakKeyDictionary()
        runners: WeakKeyDictionary[VmRunner, int] = WeakKeyDictionary()

        def recorded(name: str) -> Callable[..., Any]:
            method = kept[name]

            def call(session: Session, *arguments: Any, **more: Any) -> Any:
                if session not in of_session:
                    number = runners.setdefault(session._runner, len(self.sessions))
                    project = session._loaded.data if session._loaded else arguments[0]
                    asked = Asked(number, project, session._limits, [])
                    of_session[session] = asked
                    self.sessions.append(asked)
                result = None
                try:
                    result = method(session, *arguments, **more)
                    return result
                finally:
                    kept_result = result if isinstance(result, Checkpoint) else None
                    of_session[session].calls.append(Call(name, arguments, kept_result))

            return call

        for name in RECORDED:
            setattr(Session, name, recorded(name))
        try:
            yield
        finally:
            for name, method in kept.items():
                setattr(Session, name, method)

    def count(self) -> str:
        """Say how much it was."""
        calls = [call for asked in self.sessions for call in asked.calls]
        loads = sum(call.name == "_load" for call in calls)
        ticks = sum(
            step.ticks for call in calls if call.name == "run" for step in call.arguments[0]
        )
        return f"{loads} loads, {len(self.sessions) - loads} returns to tick 0, {ticks} ticks"

    def again(self) -> float:
        """Return the seconds that the VM takes to do the same without events."""
        with ExitStack() as stack:
            runners: dict[int, VmRunner] = {}
            for asked in self.sessions:
                if asked.runner not in runners:
                    runners[asked.runner] = stack.enter_context(VmRunner(trace=False))
                    assert runners[asked.runner].versions, "asking for them starts the process"
            return sum(
                _timed(partial(_repeat, runners[asked.runner], asked))[1] for asked in self.sessions
            )


def _repeat(runner: VmRunner, asked: Asked) -> None:
    checkpoints: dict[Checkpoint, Checkpoint] = {}
    try:
        anew = asked.calls[0].name == "_load"
        session = runner.load(asked.project, limits=asked.limits, anew=anew)
        for name, arguments, checkpoint in asked.calls[1:]:
            if checkpoint is not None:
                checkpoints[checkpoint] = session.save()
            elif name == "restore":
                session.restore(checkpoints[arguments[0]])
            else:
                getattr(session, name)(*arguments)
    except ProjectError:
        return  # as it did the first time


def main(corpus: Path, limit: int) -> None:
    """Build twice, then print."""
    recorded = Recorded()
    with recorded.recording():
        outcome, here = _built(corpus, limit, 1)
    bare = recorded.again()
    print(_stages(outcome, here))
    instances = outcome.manifest.counts["instances"]
    print(f"\n{instances} instances of {limit} projects: {instances / here:.2f} a second")
    print(recorded.count())
    print(f"whole build / bare VM: {here / bare:.2f}")
    print(f"efficiency of two workers: {here / (2 * _built(corpus, limit, 2)[1]):.2f}")


def _timed(body: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = body()
    return result, time.perf_counter() - start


def _built(corpus: Path, limit: int, workers: int) -> tuple[BuildOutcome, float]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        return _timed(lambda: build_release(corpus, out, limit=limit, workers=workers))


def _stages(outcome: BuildOutcome, total: float) -> str:
    stages = dict(outcome.seconds)
    explored = stages.pop("explore")
    stages |= {f"explore: {name}": spent for name, spent in outcome.exploring.items()}
    stages["explore: store"] = explored - sum(outcome.exploring.values())
    stages["start"] = total - sum(stages.values())
    rows = [[stage, f"{100 * spent / total:.1f}"] for stage, spent in stages.items()]
    return render_table(("stage", "% of the build's time"), rows)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 40)
