# SPDX-License-Identifier: Apache-2.0
"""``scratchworld trace``: run an episode in a project and write what happened, a line a step."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from scratchworld.errors import InputError
from scratchworld.schemas import read_json
from scratchworld.world import Episode, TraceStep, apply_delta, canonical_json
from vm_runner.runner import VmRunner
from vm_runner.session import Session

__all__ = ["command"]

STDOUT = "-"


@click.command("trace")
@click.argument("project", type=click.Path(path_type=Path))
@click.option(
    "--episode",
    "episode_file",
    required=True,
    type=click.Path(path_type=Path),
    help="JSON file with the seed and the steps.",
)
@click.option(
    "--out", required=True, metavar="TRACE.jsonl", help="File to write; - is standard output."
)
@click.option(
    "--frames",
    type=click.Path(path_type=Path),
    help="Folder for a PNG of the stage at tick 0 and after every step.",
)
def command(project: Path, episode_file: Path, out: str, frames: Path | None) -> None:
    """Run an episode in a Scratch project and write its trace.

    PROJECT is a .sb3, .sb2 or .sb file or a project.json. Line 0 of the trace is the initial
    state, line t what step t did; docs/trace.md describes the format. The same project and
    episode give the same bytes on every machine.
    """
    episode = Episode.from_json(read_json(episode_file, "episode"))
    with VmRunner() as runner, _output(out) as write:
        session = runner.load(project)
        cut = 0
        for t, line, step in _lines(session, episode):
            write(line.encode() + b"\n")
            cut += step.cut if step else 0
            if frames is not None:
                _write_frame(frames, t, session)
    if cut:
        click.echo(
            f"scratchworld: note: a work budget ended {cut} ticks early (docs/determinism.md)",
            err=True,
        )


def _lines(session: Session, episode: Episode) -> Iterator[tuple[int, str, TraceStep | None]]:
    """Yield the number of each step, its line, and what it did; the initial state is step 0."""
    state, _ = session.start(episode.seed)
    yield 0, canonical_json({"t": 0, "state": state, "delta": {}, "events": []}), None
    for t, step in enumerate(episode.steps, 1):
        (result,) = session.run([step])
        state = apply_delta(state, result.delta)
        line = {"t": t, "state": state, "delta": result.delta, "events": list(result.events)}
        yield t, canonical_json(line), result


@contextlib.contextmanager
def _output(out: str) -> Iterator[Callable[[bytes], object]]:
    """Open the output; a file appears under its name only when it is complete."""
    if out == STDOUT:
        yield lambda data: click.echo(data, nl=False)
        return
    path = Path(out)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as stream:
            yield stream.write
        os.replace(part, path)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _write_frame(folder: Path, t: int, session: Session) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{t:05}.png").write_bytes(session.frame())
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from None


if __name__ == "__main__":
    command()
