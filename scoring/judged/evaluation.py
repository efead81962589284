# SPDX-License-Identifier: Apache-2.0
"""Judge a prediction file: replies, rows, figures, and ``results.json``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from scoring.document import harness_results
from scoring.judged.calibration import Calibrated, calibrate
from scoring.judged.case import Case
from scoring.judged.checkpoints import Checkpoints
from scoring.judged.exact import ExactScores
from scoring.judged.figures import MEASURES, JudgedGroup, groups_of
from scoring.judged.request import JudgeSettings, make_request, template_hash
from scoring.judged.run import Ask, Judged, judge_cases
from scoring.judged.table import Row, row_of, to_arrow
from scoring.report import write_results
from scoring.statistics import LEVEL, Bootstrap
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import FORMAT_VERSION, Manifest
from scratchworld.world import digest

__all__ = [
    "JUDGED_FORMAT",
    "JUDGED_FORMAT_VERSION",
    "JUDGED_TASK",
    "JudgedEvaluation",
    "evaluate_cases",
    "write_judged",
    "write_requests",
]

JUDGED_FORMAT = "scratchworld-judged"
JUDGED_FORMAT_VERSION = 1
JUDGED_TASK = "keyframes"

Problem = tuple[str, str, int, str]
"""What is at fault (``answer``, ``judge``, ``steps``), why, how many cases, and the first."""


@dataclass(frozen=True, slots=True)
class JudgedEvaluation:
    """Everything that judging one prediction file gives."""

    settings: JudgeSettings
    rows: tuple[Row, ...]
    groups: tuple[JudgedGroup, ...]
    problems: tuple[Problem, ...]
    calibration: tuple[Calibrated, ...]
    """Empty where no exact scores are known."""
    document: Mapping[str, object]
    """``results.json``."""


def evaluate_cases(
    cases: Iterable[Case],
    settings: JudgeSettings,
    ask: Ask,
    folder: Path,
    manifest: Manifest,
    predictions_sha256: str,
    *,
    bootstrap: Bootstrap,
    workers: int = 4,
    selection: Mapping[str, object] | None = None,
    exact: Mapping[str, ExactScores] | None = None,
    progress: Callable[[Iterable[Judged]], Iterable[Judged]] | None = None,
) -> JudgedEvaluation:
    """Judge cases, with the replies kept in ``folder/checkpoints``.

    ``selection``, plain JSON, says in the document which cases these are. ``exact`` is looked at
    when all cases are judged; ``progress`` wraps them as they become so. Nothing of the result
    hangs on ``workers``, nor on which reply came first.

    Raises:
        InputError: when there is no case, the checkpoints are those of another run, or the endpoint
            refuses every request.
    """
    run: dict[str, object] = {
        "model": settings.model,
        "parameters": dict(settings.parameters),
        "steps": settings.steps,
        "templates": template_hash(),
        "release": digest(dict(manifest.files)),
        "predictions": predictions_sha256,
    }
    checkpoints = Checkpoints(folder / "checkpoints", run)
    rows: list[Row] = []
    problems: dict[tuple[str, str], list[str]] = {}
    with closing(judge_cases(cases, settings, ask, checkpoints, workers)) as judged:
        for one in judged if progress is None else progress(judged):
            row = row_of(one)
            rows.append(row)
            for problem in _problems(row, one.case.detail):
                problems.setdefault(problem, []).append(row.instance_id)
    if not rows:
        raise InputError("there is no case to judge; is the selection right?")
    counted = tuple(
        (kind, reason, len(ids), f"instance {ids[0]!r}")
        for (kind, reason), ids in sorted(problems.items())
    )
    groups = groups_of(rows, bootstrap)
    calibration = calibrate(rows, exact or {}, bootstrap)
    document = _document(manifest, run, bootstrap, rows, groups, counted, calibration)
    document["selection"] = dict(selection or {})
    return JudgedEvaluation(settings, tuple(rows), groups, counted, calibration, document)


def write_requests(cases: Iterable[Case], settings: JudgeSettings, folder: Path) -> int:
    """Write the exact requests into ``folder/requests.jsonl``, sending none; return their number.

    Raises:
        InputError: when the file cannot be written, or there is no case.
    """
    file = folder / "requests.jsonl"
    unfinished = folder / f".{file.name}"
    cases = iter(cases)
    seen = written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with unfinished.open("w", encoding="ascii", newline="\n") as stream:
            for case in cases:
                seen += 1
                if case.frames:
                    stream.write(make_request(case, settings).line() + "\n")
                    written += 1
        if not seen:
            raise InputError("there is no case to judge; is the selection right?")
        unfinished.replace(file)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return written


def write_judged(folder: Path, evaluation: JudgedEvaluation) -> None:
    """Write ``results.json`` and ``instances.parquet``, replacing older ones.

    Raises:
        InputError: when the folder cannot be written.
    """
    write_results(folder, evaluation.document, to_arrow([*evaluation.rows]))


def _problems(row: Row, detail: str) -> Iterator[tuple[str, str]]:
    """Yield what is at fault, and why."""
    if row.status != "ok":
        yield "answer", f"{row.status}: {detail}" if detail else row.status
    if row.failure:
        yield "judge", row.failure
    if row.steps_failure:
        yield "steps", row.steps_failure


def _document(
    manifest: Manifest,
    run: Mapping[str, object],
    bootstrap: Bootstrap,
    rows: Sequence[Row],
    groups: Sequence[JudgedGroup],
    problems: Sequence[Problem],
    calibration: Sequence[Calibrated],
) -> dict[str, object]:
    """Return ``results.json``, in the shape of :mod:`scoring.document`."""
    whole = groups[0]
    return {
        "format": JUDGED_FORMAT,
        "format_version": JUDGED_FORMAT_VERSION,
        "tool_version": __version__,
        "results": {JUDGED_TASK: harness_results(JUDGED_TASK, whole.figures)},
        "versions": {JUDGED_TASK: FORMAT_VERSION},
        "configs": {JUDGED_TASK: {"task": JUDGED_TASK, **run}},
        "n-samples": {
            JUDGED_TASK: {
                "original": whole.cases,
                "effective": whole.cases - whole.outcomes.get("failed", 0),
            }
        },
        "higher_is_better": {JUDGED_TASK: {measure.name: True for measure in MEASURES}},
        "release": {
            "name": manifest.name,
            "canary": manifest.canary,
            "files": dict(manifest.files),
        },
        "predictions": {"sha256": run["predictions"]},
        "bootstrap": {
            "draws": bootstrap.draws,
            "seed": bootstrap.seed,
            "level": LEVEL,
            "clusters": "projects",
        },
        "judges": sorted({row.judge for row in rows if row.judge}),
        "tokens": {
            "in": sum(row.tokens_in for row in rows),
            "out": sum(row.tokens_out for row in rows),
        },
        "groups": [group.to_json() for group in groups],
        "problems": [
            {"of": kind, "reason": reason, "cases": count, "first": first}
            for kind, reason, count, first in problems
        ],
        "calibration": [one.to_json() for one in calibration],
    }
