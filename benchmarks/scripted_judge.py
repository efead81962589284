# SPDX-License-Identifier: Apache-2.0
"""Judge four contestants on a release with key frames by two judges that are scripts.

    python -m benchmarks.scripted_judge RELEASE
    python -m benchmarks.scripted_judge RELEASE --serve 8000

The contestants are the true frames (`labels`), the first frame repeated (`copy`), the same with the
goal at the end where one is given (`goal`), and the true frames in reverse order (`reversed`).
The judges are no models: they know the true frames, and answer on an endpoint of this computer.
`careful` compares what changes, `hasty` whole pictures, and so is taken in by likeness. With
`--serve` they only wait for `scratchworld judge ... --base-url http://127.0.0.1:8000/v1`.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from scoring import Bootstrap, write_predictions
from scoring.judged import (
    COMPONENTS,
    CaseReader,
    Endpoint,
    ExactScores,
    JudgedEvaluation,
    JudgeSettings,
    Row,
    calibrate,
    evaluate_cases,
    exact_scores,
    make_request,
    render_calibration,
)
from scoring.keyframes import Picture, read_picture
from scoring.report.text_table import NOTHING, render_table
from scoring.shown import ShownKeyframes, as_url, with_pictures
from scratchworld.release import Pictures, Release, load_release
from scratchworld.world import digest
from tests.scoring.judged.server import Says, completion, serving


class Truth(NamedTuple):
    """What the judges know of an instance."""

    first: Picture
    frames: tuple[Picture, ...]
    given: tuple[int, ...]
    """Moments whose frame the instance shows."""


def careful(truth: Truth, said: Sequence[Picture]) -> dict[str, int]:
    """Exact scores, in whole points."""
    exact = exact_scores(truth.first, truth.frames, said, truth.given)
    return {name: round(value) for name, value in exact._asdict().items()}


def hasty(truth: Truth, said: Sequence[Picture]) -> dict[str, int]:
    """All by the share of pixels that are equal to the true ones."""
    pairs = zip(truth.frames, said, strict=True)
    equal = [float((one == other).all(axis=-1).mean()) for one, other in pairs]
    mean = float(np.mean(equal))
    return {
        "progress_alignment": round(2 * mean),
        "outcome_completion": int(equal[-1] > 0.9),
        "causal_plausibility": round(3 * mean),
        "visual_consistency": round(3 * mean),
    }


JUDGES: Mapping[str, Callable[[Truth, Sequence[Picture]], dict[str, int]]] = {
    "careful": careful,
    "hasty": hasty,
}


def contestants(release: Release) -> Mapping[str, list[tuple[str, list[bytes]]]]:
    """Return the frames of each contestant, as PNG files, by instance id."""
    found: dict[str, list[tuple[str, list[bytes]]]] = {
        name: [] for name in ("labels", "copy", "goal", "reversed")
    }
    for instance in with_pictures(release, release.instances("keyframes")):
        assert isinstance(instance, ShownKeyframes)
        true, known = [*instance.truth], instance.known()
        frames = {
            "labels": true,
            "copy": [instance.first] * len(true),
            "goal": [known.get(at, instance.first) for at in range(len(true))],
            "reversed": true[::-1],
        }
        for name, pngs in frames.items():
            found[name].append((instance.instance_id, pngs))
    return found


def shown_before(content: Sequence[Mapping[str, Any]]) -> tuple[str, list[Picture]]:
    """Return the hash of what a message shows before the answer, and the frames of the answer."""
    at = next(
        number for number, part in enumerate(content) if part.get("text", "").startswith("Frame 1 ")
    )
    urls = [part["image_url"]["url"] for part in content[at:] if part["type"] == "image_url"]
    frames = [read_picture(base64.b64decode(url.partition(",")[2])) for url in urls]
    return digest([*content[:at]]), frames


def answering(known: Mapping[str, Truth]) -> Callable[[dict[str, Any]], Says]:
    """Return what replies to a request, by the judge that it names."""

    def answer(body: dict[str, Any]) -> Says:
        shown, frames = shown_before(body["messages"][1]["content"])
        return completion(JUDGES[body["model"]](known[shown], frames))

    return answer


def known_of(release: Release, predictions: Path) -> Mapping[str, Truth]:
    """Return what the judges know, by what each request shows before the answer."""
    pictures = Pictures(release)
    known = {}
    with CaseReader(release, predictions) as reader:
        for case in reader.cases(exact=False):
            body = make_request(case, JudgeSettings("")).body
            shown, _ = shown_before(body["messages"][1]["content"])
            true = tuple(map(read_picture, pictures.key_frames(case.instance_id)))
            known[shown] = Truth(read_picture(case.first), true, case.given)
    return known


def judged(
    release: Release, predictions: Path, judge: str, url: str, bootstrap: Bootstrap
) -> tuple[JudgedEvaluation, Mapping[str, ExactScores]]:
    """Judge one contestant, and return its exact scores too."""
    with (
        tempfile.TemporaryDirectory() as out,
        CaseReader(release, predictions) as reader,
        Endpoint(url) as endpoint,
    ):
        evaluation = evaluate_cases(
            reader.cases(),
            JudgeSettings(judge),
            endpoint.ask,
            Path(out),
            release.manifest,
            reader.digest(),
            bootstrap=bootstrap,
            exact=reader.exact,
        )
        return evaluation, dict(reader.exact)


def main() -> None:
    """Print what the judges make of the contestants, and how far they can be believed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", type=Path)
    parser.add_argument("--draws", type=int, default=10_000)
    parser.add_argument("--serve", type=int, metavar="PORT", help="only answer, on this port")
    options = parser.parse_args()
    release = load_release(options.release)
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, answers in contestants(release).items():
            files[name] = Path(folder, f"{name}.jsonl")
            write_predictions(
                files[name], ((one, {"frames": [*map(as_url, pngs)]}) for one, pngs in answers)
            )
        known = known_of(release, files["labels"])
        with serving(answering(known), options.serve or 0) as server:
            if options.serve:
                print(f"{' and '.join(JUDGES)} answer at {server.base_url}", flush=True)
                threading.Event().wait()
            compare(release, files, server.base_url, Bootstrap(options.draws))


def compare(
    release: Release, files: Mapping[str, Path], base_url: str, bootstrap: Bootstrap
) -> None:
    """Print the table of judges and contestants, then each judge's calibration."""
    lines, calibrations = [], []
    for judge in JUDGES:
        rows: list[Row] = []
        exact: dict[str, ExactScores] = {}
        for name, file in files.items():
            evaluation, scores = judged(release, file, judge, base_url, bootstrap)
            lines.append([judge, name, *cells(evaluation)])
            for row in evaluation.rows:
                answer = f"{name} {row.instance_id}"
                rows.append(replace(row, instance_id=answer))
                exact[answer] = scores[row.instance_id]
        calibrations.append((judge, calibrate(rows, exact, bootstrap)))
    components = [f"{one.symbol}/{one.top}" for one in COMPONENTS]
    header = ["judge", "contestant", "n", *components, "Overall/100"]
    print(render_table(header, lines, texts=(0, 1)))
    for judge, found in calibrations:
        print(f"\nThe {judge} judge beside exact scores, all contestants\n")
        print(render_calibration(found))


def cells(evaluation: JudgedEvaluation) -> list[str]:
    """Return the number of cases, and the judge's mean beside the exact one for each component."""
    pairs = [
        f"{one.judge.value:.2f} ({one.exact.value:.2f})" if one.judge.n else NOTHING
        for one in evaluation.calibration
    ]
    return [str(len(evaluation.rows)), *pairs]


if __name__ == "__main__":
    main()
