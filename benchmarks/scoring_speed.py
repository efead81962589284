# SPDX-License-Identifier: Apache-2.0
"""How fast is scoring, against the time that orjson takes only to parse the same file?

``python benchmarks/scoring_speed.py [--instances N] [--folder DIR]`` builds a release and files of
predictions of the published sizes (see ``scoring_data.py``). For whole states and for deltas it
prints the time of ``orjson.loads`` over all lines; of that and reading the release's parquet with
its labels, without which nothing can be scored; of comparing every line with its label; of all
figures with 10,000 draws; and the largest memory, beside that for a quarter of the instances.
Each measurement runs in a process of its own; times are CPU seconds of that process. Then it
prints the rewards a second on one core.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson
import pyarrow.parquet as pq
from scoring_data import instances, write_data

from scoring import Bootstrap, Selection, reward
from scoring.evaluation import count_file
from scoring.fields import field_breakdown
from scoring.questions import COLUMNS
from scoring.results import breakdown, slopes_of
from scratchworld.release import load_release


def measure_orjson(_: Path, predictions: Path) -> dict[str, float]:
    started = time.process_time()
    with predictions.open("rb", buffering=1 << 20) as stream:
        for line in stream:
            orjson.loads(line)
    return {"orjson": time.process_time() - started, "memory": memory()}


def measure_reading(release: Path, predictions: Path) -> dict[str, float]:
    """Parse each line, read what scoring takes of the release as Arrow, and parse each label."""
    started = time.process_time()
    measure_orjson(release, predictions)
    for name in load_release(release).verified_files():
        with pq.ParquetFile(release / name) as file:
            for batch in file.iter_batches(100, columns=list(COLUMNS), use_threads=False):
                for text in batch.column("target").to_pylist():
                    orjson.loads(text)
    return {"reading": time.process_time() - started}


def measure_scoring(release: Path, predictions: Path) -> dict[str, float]:
    started = time.process_time()
    table = count_file(load_release(release), predictions, Selection()).table
    counted = time.process_time()
    bootstrap = Bootstrap()
    groups = breakdown(table, bootstrap)
    field_breakdown(table.fields, bootstrap)
    slopes_of(table, bootstrap)
    return {
        "scoring": counted - started,
        "figures": time.process_time() - counted,
        "groups": len(groups),
        "memory": memory(),
    }


def memory() -> float:
    """The largest resident size of this program so far, in MB."""
    # ru_maxrss would begin with the size of the process that started this one.
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measure_rewards() -> float:
    asked = [(instance, json.dumps({"delta": instance.target})) for instance in instances()]
    started = time.process_time()
    for instance, text in asked:
        reward(instance, text)
    return len(asked) / (time.process_time() - started)


def apart(what: str, release: Path, predictions: Path) -> dict[str, float]:
    """Measure in a process of its own."""
    command = [sys.executable, __file__, "--measure", what, str(release), str(predictions)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def run(count: int, folder: Path) -> None:
    data = {}
    for part in (count // 4, count):
        place = folder / str(part)
        place.mkdir()
        data[part] = write_data(place, part)
    for form in ("state", "delta"):
        release, files = data[count]
        size = files[form].stat().st_size / 1e6
        parsed = apart("orjson", release, files[form])
        scored = apart("scoring", release, files[form])
        quarter = apart("scoring", data[count // 4][0], data[count // 4][1][form])
        read = apart("reading", release, files[form])
        ratio = scored["scoring"] / parsed["orjson"]
        least = read["reading"] / parsed["orjson"]
        beyond = scored["scoring"] / read["reading"]
        print(f"{count} predictions as {form}s, {size:.0f} MB")
        print(f"  orjson alone      {parsed['orjson']:7.1f} s")
        print(f"  reading both      {read['reading']:7.1f} s, {least:.1f} times orjson")
        ratios = f"{ratio:.1f} times orjson, {beyond:.1f} times both"
        print(f"  scoring           {scored['scoring']:7.1f} s, {ratios}")
        share = scored["figures"] / scored["scoring"]
        print(f"  figures           {scored['figures']:7.1f} s, {share:.2f} times scoring")
        a_quarter = f"{quarter['memory']:.0f} MB for a quarter of them"
        print(f"  memory            {scored['memory']:7.0f} MB, {a_quarter}")
    print(f"rewards a second    {measure_rewards():7.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=200_000)
    parser.add_argument("--folder", type=Path, help="Where the data goes, if it is to stay.")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        what, release, predictions = arguments.measure
        measures = {
            "orjson": measure_orjson,
            "reading": measure_reading,
            "scoring": measure_scoring,
        }
        print(json.dumps(measures[what](Path(release), Path(predictions))))
    elif arguments.folder:
        run(arguments.instances, arguments.folder)
    else:
        with tempfile.TemporaryDirectory() as folder:
            run(arguments.instances, Path(folder))


if __name__ == "__main__":
    main()
