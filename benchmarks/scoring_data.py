# SPDX-License-Identifier: Apache-2.0
"""A release and prediction files of the published sizes, for the scoring benchmark.

Fields of the input state: mean 235.8, median 27, maximum 2,621. Changed fields: mean 8.5, median
3, maximum 268, with 53 of 285 deltas empty. Sizes are the quantiles of a log-normal distribution
whose spread is solved for the mean; names and values look like those of Scratch projects. Nothing
is measured on this data but time and memory.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import NormalDist

from scratchworld.release import Manifest, columns_of, instance_to_row
from scratchworld.release.parquet import write_instance_rows
from scratchworld.world import Delta, Instance, State, apply_delta, hidden_paths

__all__ = ["instances", "sizes", "write_data"]

FIELDS = (235.8, 27, 2621)
CHANGED = (8.5, 3, 268)
EMPTY_SHARE = 53 / 285
DISTINCT = 2000
"""Instances with a content of their own."""
PROJECTS = 200


def sizes(count: int, mean: float, median: float, maximum: int, empty: float) -> list[int]:
    """``count`` sizes with these statistics, shuffled; ``empty`` of them are 0."""
    normal = NormalDist()
    points = [normal.inv_cdf((i + 0.5) / count) for i in range(count)]

    def of(spread: float) -> list[int]:
        grown = [min(maximum, max(1, round(median * 2.718281828 ** (spread * z)))) for z in points]
        return [0 if i < empty * count else size for i, size in enumerate(grown)]

    low, high = 0.1, 8.0
    for _ in range(40):
        middle = (low + high) / 2
        if sum(of(middle)) / count < mean:
            low = middle
        else:
            high = middle
    found = of(high)
    found[-1] = maximum
    random.Random(1).shuffle(found)
    return found


def instances() -> Iterator[Instance]:
    """:data:`DISTINCT` instances of one task, ten a project."""
    generator = random.Random(0)
    n_fields = sizes(PROJECTS, *FIELDS, 0)
    of_instance = [n_fields[number % PROJECTS] for number in range(DISTINCT)]
    # The more fields, the more changes: pair the sizes by rank, with some noise.
    ranks = sorted(range(DISTINCT), key=lambda i: of_instance[i] * generator.lognormvariate(0, 0.3))
    empty = set(generator.sample(range(DISTINCT), round(EMPTY_SHARE * DISTINCT)))
    growing = iter(sorted(sizes(DISTINCT, *CHANGED, EMPTY_SHARE))[len(empty) :])
    n_changed = {i: 0 if i in empty else next(growing) for i in ranks}
    for number in sorted(range(DISTINCT), key=lambda number: number % PROJECTS):
        project = number % PROJECTS
        paths = _paths(of_instance[number])
        state = {path: _value(path, generator) for path in paths}
        changed = generator.sample(paths, min(n_changed[number], len(paths)))
        target: Delta = {path: _other(state[path], generator) for path in changed}
        monitors = ("/variable/_stage_/score",)
        yield Instance(
            instance_id="",
            task="next_state",
            source="real" if project % 4 else "synthetic",
            family="" if project % 4 else f"family-{project % 3}",
            project=f"{project:016x}",
            split="test",
            variant="original",
            pair_id="",
            seed=0,
            ticks=1,
            horizon=1,
            step=0,
            history=(),
            actions=(({"type": "key_down", "key": "space"},),),
            state=state,
            target=target,
            monitors=monitors,
            n_fields=len(state),
            n_changed=len(target),
            n_hidden_changed=len(hidden_paths(target, monitors)),
            replay_digest="0" * 64,
            replay_engines=("node",),
            canary="",
        )


def write_data(folder: Path, count: int) -> tuple[Path, dict[str, Path]]:
    """Write a release of ``count`` instances, a file of whole states and one of deltas.

    The distinct instances are repeated under other ids, about 200 a project. Of
    the predictions a third are right, the others miss a change or have a wrong value.
    """
    rows = [instance_to_row(instance) for instance in instances()]
    claims = [json.dumps({"delta": claim}) for claim in _claims()]
    states = [
        json.dumps({"state": _following(instance, json.loads(claim)["delta"])})
        for instance, claim in zip(instances(), claims, strict=True)
    ]
    release = folder / "release"
    data = release / "data" / "next_state" / "test-00000-of-00001.parquet"
    data.parent.mkdir(parents=True)
    again = (_again(rows, number, count) for number in range(count))
    write_instance_rows(data, columns_of("next_state"), again, canary="")
    manifest = Manifest(
        "scoring benchmark", "", "", {}, {}, {}, {}, "", {"instances": count, "tasks": {}},
        {data.relative_to(release).as_posix(): hashlib.sha256(data.read_bytes()).hexdigest()},
    )  # fmt: skip
    (release / "manifest.json").write_text(manifest.to_json())
    files = {"state": folder / "state.jsonl", "delta": folder / "delta.jsonl"}
    for form, texts in (("state", states), ("delta", claims)):
        with files[form].open("w") as stream:
            for number in range(count):
                prediction = texts[_distinct(number, count)]
                stream.write(f'{{"instance_id": "{number:016x}", "prediction": {prediction}}}\n')
    return release, files


def _following(instance: Instance, claim: Delta) -> State:
    """The claimed state, in the order in which a model is shown the input state."""
    return dict(sorted(apply_delta(instance.state, claim).items()))


def _distinct(number: int, count: int) -> int:
    """Which distinct instance row ``number`` repeats: rows are sorted by project, as always."""
    return number * DISTINCT // count


def _again(rows: Sequence[dict[str, str | int]], number: int, count: int) -> dict[str, str | int]:
    row = rows[_distinct(number, count)]
    project = f"{number // 200:08x}{str(row['project'])[8:]}"
    return {**row, "instance_id": f"{number:016x}", "project": project}


def _claims() -> Iterator[Delta]:
    generator = random.Random(2)
    for instance in instances():
        claim: Delta = dict(instance.target)
        if claim and generator.random() < 2 / 3:
            path = generator.choice(sorted(claim))
            if generator.random() < 0.5:
                del claim[path]
            else:
                claim[path] = "wrong"
        yield claim


_CACHE: dict[int, list[str]] = {}


def _paths(count: int) -> list[str]:
    if count not in _CACHE:
        found = ["/stage/backdrop", "/variable/_stage_/score"]
        names = ("x", "y", "direction", "size", "costume", "visible", "layer")
        for sprite in range(count):
            found += [f"/sprite/Sprite{sprite}/{name}" for name in names]
            found += [f"/variable/Sprite{sprite}/{name}" for name in ("speed x", "speed y")]
            found += [f"/clone/Sprite{sprite}/{clone}/{n}" for clone in (1, 2) for n in names]
            found += [f"/list/_stage_/List {sprite}/{item}" for item in ("length", 1, 2, 3, 4)]
            found += [f"/script/Sprite{sprite}/{script}" for script in range(3)]
            if len(found) >= count:
                break
        _CACHE[count] = found[:count]
    return _CACHE[count]


def _value(path: str, generator: random.Random) -> bool | int | float | str:
    name = path.rsplit("/", 1)[1]
    if name in ("x", "y"):
        return round(generator.uniform(-240, 240), generator.choice((0, 6))) + 0.5
    if name == "direction":
        return generator.randint(-179, 180)
    if name == "visible":
        return generator.random() < 0.8
    if name in ("costume", "backdrop") or path.startswith("/script/"):
        return generator.choice(("costume1", "costume2", "running", "waiting for time"))
    return generator.randint(0, 100)


def _other(value: object, generator: random.Random) -> bool | int | float | str | None:
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + generator.randint(1, 20)
    return "another costume"
