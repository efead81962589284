# SPDX-License-Identifier: Apache-2.0
"""``scratchworld corpus``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click
import platformdirs
from tqdm import tqdm

from corpus_filters.corpus import judge_corpus, work_identity
from corpus_filters.files import find_files
from corpus_filters.report import write_corpus_report
from corpus_filters.summary import render_verdicts
from corpus_filters.thresholds import Thresholds
from corpus_filters.work import WorkFolder
from scratchworld.errors import InputError
from vm_runner import Limits, VmRunner

__all__ = ["command"]

_DEFAULT = Thresholds()


def _share(name: str, default: float, text: str) -> Callable[..., Callable[..., object]]:
    return click.option(
        name, type=click.FloatRange(0, 1), default=default, show_default=True, help=text
    )


@click.command("corpus")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Parquet file for the report."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="number of processors",
    help="VM processes at a time. The verdicts are the same whatever their number.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=Limits().seconds,
    show_default=True,
    help="Time limit of loading and of a step; a project that takes longer hangs.",
)
@_share("--structure", _DEFAULT.structure, "Similarity in structure of near-duplicates.")
@_share("--surface", _DEFAULT.surface, "Similarity on the surface of near-duplicates.")
@_share("--structure-alone", _DEFAULT.structure_alone, "In structure, whatever the surface.")
@click.option(
    "--blocks-alone",
    type=click.IntRange(min=0),
    default=_DEFAULT.blocks_alone,
    show_default=True,
    help="Blocks from which --structure-alone counts.",
)
@_share("--related", _DEFAULT.related, "Similarity in structure of related projects.")
def command(
    corpus: Path, out: Path | None, workers: int, seconds: float, **similarities: float
) -> None:
    """Give every project file of a folder its verdict.

    CORPUS is searched for .sb3, .sb2, .sb and project.json files. docs/reasons.md explains the
    reasons, docs/corpus.md the order of the checks and how near-duplicates are found.
    Interrupted, the same command goes on where it was.
    """
    thresholds = Thresholds(**similarities)  # type: ignore[arg-type]
    if out is not None and not out.absolute().parent.is_dir():
        raise InputError(f"{out}: there is no folder {out.parent}; make it first")
    files = find_files(corpus)
    limits = Limits(seconds=seconds)
    with VmRunner() as vm:
        work = WorkFolder(_work_path(corpus, out), work_identity(vm.versions, limits))
    work.open()
    with _progress() as show:
        rows = judge_corpus(
            files, thresholds, workers=workers, limits=limits, progress=show, work=work
        )
    if out is not None:
        write_corpus_report(out, rows)
    work.remove()
    click.echo(render_verdicts(rows))


def _work_path(corpus: Path, out: Path | None) -> Path:
    """Return where the verdicts stand until all are there: beside the report, if there is one."""
    if out is not None:
        return out.with_name(f".{out.name}.work")
    name = hashlib.sha256(os.fsencode(corpus.resolve())).hexdigest()[:16]
    return platformdirs.user_cache_path("scratchworld") / "corpus" / name


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Give a callback that shows files done, rate and remaining time on stderr."""
    bar: tqdm[NoReturn] = tqdm(unit=" files", dynamic_ncols=True, disable=None)

    def show(done: int, total: int) -> None:
        if bar.total is None:
            # files finished before an interruption do not count for the rate
            bar.reset(total=total)
            bar.initial = done
        bar.n = done
        bar.refresh()

    with bar:
        yield show
