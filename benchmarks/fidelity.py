# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/fidelity.md, from the report of `scratchworld check-renderer`.

    scratchworld check-renderer CORPUS --out OUT
    python benchmarks/fidelity.py OUT/report.json [CORPUS] [--chromium PROGRAM]

A project's class is the `kind` in the corpus's `index.csv`. With a corpus, the last table compares
the bounds of every SVG of it that holds text, once as a costume of Scratch 3 and once as one of
Scratch 2, whose bounds are measured: in Node, and in Chromium.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import subprocess
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from vm_runner import ensure_packages
from vm_runner.browser import CONFIGURATIONS, VERDICTS, ChromiumPage, Site, find_chromium
from vm_runner.browser.projects import has_text

Row = dict[str, Any]

MEASURE_IN_NODE = """
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {installBrowserGlobals} from './renderer/index.js';
installBrowserGlobals();
const {loadSvgString} = createRequire(import.meta.url)('scratch-svg-renderer');
const write = text => fs.writeSync(1, text);
console.log = () => {};
write(JSON.stringify(JSON.parse(fs.readFileSync(0, 'utf8')).map(text => MEASURE)));
"""
MEASURE = """[false, true].map(fromVersion2 => {
    const {x, y, width, height} = loadSvgString(text, fromVersion2).viewBox.baseVal;
    return [x, y, width, height];
})"""


def percent(share: float) -> str:
    return f"{100 * share:.3f}"


def quantiles(values: Sequence[float], show: Callable[[float], str]) -> list[str]:
    """Median, 90th percentile and maximum."""
    if not values:
        return ["", "", ""]
    ordered, last = sorted(values), len(values) - 1
    return [show(ordered[last // 2]), show(ordered[round(0.9 * last)]), show(ordered[last])]


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    print(f"| {' | '.join(head)} |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |")
    print()


def states_and_frames(name: str, rows: Sequence[Row]) -> list[object]:
    verdicts = Counter(row["verdict"] for row in rows)
    compared = [row["frames"] for row in rows if row["frames"]]
    ours = [max(frame["ours"] for frame in frames) for frames in compared]
    own = [max(frame["chromium"] or 0.0 for frame in frames) for frames in compared]
    return [
        name,
        *(verdicts[verdict] for verdict in VERDICTS[:3]),
        *quantiles(ours, percent),
        *quantiles(own, percent),
    ]


def print_classes(rows: Sequence[Row], kinds: dict[str, str]) -> None:
    head = ["class", *VERDICTS[:3], "ours: median", "90th", "max", "own: median", "90th", "max"]
    run = [row for row in rows if row["verdict"] in VERDICTS[:3]]
    groups: list[tuple[str, list[Row]]] = []
    for kind in sorted(set(kinds.values())):
        groups.append((kind, [row for row in run if kinds.get(row["name"]) == kind]))
    for scratch in ("sb3", "sb2"):
        for texts, words in ((False, "no text"), (True, "text")):
            chosen = [
                row
                for row in run
                if row["traits"]["format"] == scratch
                and bool(row["traits"]["text_costumes"]) == texts
            ]
            groups.append((f"{scratch}, {words} in costumes", chosen))
    groups.append(("all", run))
    table(head, [states_and_frames(name, chosen) for name, chosen in groups if chosen])


def text_svgs(corpus: Path) -> list[str]:
    """Every SVG of the corpus that holds text, once."""
    found: set[bytes] = set()
    for path in sorted(corpus.rglob("*.sb[23]")):
        if not zipfile.is_zipfile(path):
            continue
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            svgs = (archive.read(name) for name in archive.namelist() if name.endswith(".svg"))
            found.update(svg for svg in svgs if has_text(svg))
    return [svg.decode("utf-8", "replace") for svg in sorted(found)]


def print_bounds(corpus: Path, chromium: str | None) -> None:
    runtime = ensure_packages()
    texts = text_svgs(corpus)
    ours = json.loads(
        subprocess.run(
            [
                runtime.node,
                "--input-type=module",
                "-e",
                MEASURE_IN_NODE.replace("MEASURE", MEASURE),
            ],
            input=json.dumps(texts).encode(),
            cwd=runtime.js,
            capture_output=True,
            check=True,
        ).stdout
    )
    with ChromiumPage(find_chromium(chromium), Site(runtime), CONFIGURATIONS[0]) as page:
        theirs = page.evaluate(
            f"""texts => {{
                const {{loadSvgString}} = ScratchSVGRenderer;
                return texts.map(text => {MEASURE});
            }}""",
            texts,
        )
    rows: list[list[object]] = []
    for version, name in ((0, "as of Scratch 3"), (1, "as of Scratch 2")):
        for side, what in enumerate(("left", "top", "width", "height")):
            off = [
                abs(a[version][side] - b[version][side]) for a, b in zip(ours, theirs, strict=True)
            ]
            rows.append([f"{name}: {what}", *quantiles(off, lambda value: f"{value:.3f}")])
    print(f"Bounds of {len(texts)} SVGs with text, ours and Chromium's, units apart:\n")
    table(["bound", "median", "90th", "max"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("report", type=Path)
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--chromium")
    options = parser.parse_args()
    report = json.loads(options.report.read_text(encoding="utf-8"))
    rows: list[Row] = report["projects"]
    with (options.corpus / "index.csv").open(encoding="utf-8", newline="") as lines:
        kinds = {row["file"]: row["kind"] for row in csv.DictReader(lines)}
    table(["verdict", "projects"], list(Counter(row["verdict"] for row in rows).most_common()))
    print_classes(rows, kinds)
    worst = sorted(rows, key=lambda row: -max((f["ours"] for f in row["frames"]), default=0))[:10]
    table(
        ["project", "worst frame, %", "Chromium's own, %", "text costumes"],
        [
            [
                f"`{Path(row['name']).name[:8]}`",
                percent(max(frame["ours"] for frame in row["frames"])),
                percent(max(frame["chromium"] or 0.0 for frame in row["frames"])),
                row["traits"]["text_costumes"],
            ]
            for row in worst
        ],
    )
    print_bounds(options.corpus, options.chromium)


if __name__ == "__main__":
    main()
