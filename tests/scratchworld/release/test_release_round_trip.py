# SPDX-License-Identifier: Apache-2.0
"""What is written comes back, and the same content always gives the same bytes."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchworld.release import (
    COLUMNS,
    Publication,
    ReleaseFacts,
    ReportRow,
    canary_guid,
    columns_of,
    load_release,
    write_release,
)
from scratchworld.schemas import load_schema
from scratchworld.world import (
    INSTANCE_TYPES,
    Action,
    Alteration,
    CausalInstance,
    CounterfactualInstance,
    Instance,
    Intervention,
    Query,
    normalise,
)

Make = Callable[..., Instance]

FACTS = ReleaseFacts(
    Publication(name="test: a 'release'", licence="Ours."),
    versions={"scratch-vm": "5.0.300"},
    seeds={"build": 7},
    budgets={"rounds": 50},
    configuration={"limit": 3},
)


def as_javascript_gives_it(text: str) -> str:
    """Two surrogates that make a pair are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


# Any Unicode text, lone surrogates and control characters included.
texts = st.text(st.characters(exclude_categories=())).map(as_javascript_gives_it)
values = st.one_of(st.booleans(), st.integers(), st.floats(), texts).map(normalise)
paths = texts.map(lambda name: "/variable/_stage_/" + name)
states = st.dictionaries(paths, values, max_size=8)
deltas = st.dictionaries(paths, st.none() | values, max_size=8)


def tree(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def many(make: Make) -> list[Instance]:
    return [
        make(
            f"{number:016x}",
            task="rollout" if number % 3 else "next_state",
            horizon=5 if number % 3 else 1,
            project=f"{number % 5:016x}",
            split="test" if number % 5 == 0 else "dev",
            source="synthetic" if number % 5 == 1 else "real",
            family="clones" if number % 5 == 1 else "",
        )
        for number in range(40)
    ]


def test_columns_are_the_fields_of_an_instance() -> None:
    assert [column.name for column in COLUMNS] == [f.name for f in dataclasses.fields(Instance)]
    for task, kind in INSTANCE_TYPES.items():
        names = [column.name for column in columns_of(task)]
        assert names == [field.name for field in dataclasses.fields(kind)]


def causal(make: Make, name: str, **changes: object) -> CausalInstance:
    values = {**dataclasses.asdict(make(name)), "task": "causal", "occurs": True}
    query = Query.make("field_becomes", path="/sprite/Cat/x", value=True)
    return CausalInstance(**{**values, "query": query, "chain": ("rule:Cat/0",), **changes})


def counterfactual(make: Make, name: str, **changes: object) -> CounterfactualInstance:
    values = {**dataclasses.asdict(make(name)), "task": "counterfactual", "kind": "factual"}
    return CounterfactualInstance(
        **{**values, "alteration": None, "observed": ({"/sprite/Cat/x": None},), **changes}
    )


def test_instances_of_every_class_come_back(make_instance: Make, tmp_path: Path) -> None:
    moved = Intervention.make("move", target="/sprite/Cat", x=1.5, y=-2)
    instances = [
        causal(make_instance, "a" * 16),
        causal(make_instance, "b" * 16, occurs=False, chain=()),
        counterfactual(make_instance, "c" * 16),
        counterfactual(
            make_instance, "d" * 16, alteration=Alteration("intervene", 0, intervention=moved)
        ),
        counterfactual(
            make_instance,
            "e" * 16,
            alteration=Alteration("insert_action", 0, 1, Action.make("key_up", key="space")),
        ),
    ]
    write_release(tmp_path / "r", instances, (), FACTS)
    canary = canary_guid(FACTS)
    read = list(load_release(tmp_path / "r").instances())
    assert read == [dataclasses.replace(instance, canary=canary) for instance in instances]
    assert [type(instance) for instance in read] == [type(instance) for instance in instances]


def test_an_instance_of_another_class_is_refused(make_instance: Make, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="Instance is no instance of 'causal'"):
        write_release(tmp_path / "r", [make_instance("a" * 16, task="causal")], (), FACTS)


@settings(max_examples=60, deadline=None)
@given(state=states, target=deltas, text=texts)
def test_any_state_comes_back(
    make_instance: Make, state: dict[str, object], target: dict[str, object], text: str
) -> None:
    action = {"type": "answer", "text": text}
    instance = make_instance(state=state, target=target, actions=((action,), ()), history=())
    with tempfile.TemporaryDirectory() as folder:
        write_release(Path(folder) / "r", [instance], (), FACTS)
        [read] = load_release(Path(folder) / "r").instances()
    assert read == dataclasses.replace(instance, canary=canary_guid(FACTS))
    # Equality alone cannot tell 1 from True.
    assert {path: type(value) for path, value in read.state.items()} == {
        path: type(value) for path, value in state.items()
    }


def test_order_of_arrival_does_not_show(make_instance: Make, tmp_path: Path) -> None:
    instances = many(make_instance)
    report = [ReportRow(f"{n:016x}", "kept", numbers={"ticks": n}) for n in range(9)]
    write_release(tmp_path / "one", instances, report, FACTS)
    random.Random(3).shuffle(instances)
    random.Random(4).shuffle(report)
    write_release(tmp_path / "two", iter(instances), iter(report), FACTS)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_checksum_of_a_small_release(make_instance: Make, tmp_path: Path) -> None:
    """The stored columns are pinned; a change here is a change of format."""
    write_release(tmp_path / "r", many(make_instance), (), FACTS)
    sha = hashlib.sha256()
    for file in sorted((tmp_path / "r" / "data").rglob("*.parquet")):
        for row in pq.read_table(file).to_pylist():
            row["canary"] = ""  # It changes with the version of the tool.
            sha.update(json.dumps(row).encode())
    assert sha.hexdigest()[:16] == "e322eeadebc78b12"


def test_rows_are_sorted_and_filtered(make_instance: Make, tmp_path: Path) -> None:
    instances = many(make_instance)
    write_release(tmp_path / "r", instances, (), FACTS)
    release = load_release(tmp_path / "r")
    read = list(release.instances())
    assert len(read) == 40
    keys = [(i.task, i.split, i.project, i.instance_id) for i in read]
    assert keys == sorted(keys)
    dev = list(release.instances(task="rollout", split="dev"))
    assert dev == [i for i in read if i.task == "rollout" and i.split == "dev"]
    assert dev


def test_manifest_counts_and_hashes(make_instance: Make, tmp_path: Path) -> None:
    returned = write_release(tmp_path / "r", many(make_instance), (), FACTS)
    release = load_release(tmp_path / "r")
    assert release.manifest == returned
    # Of the numbers 0..39: 14 multiples of 3, 8 multiples of 5, 8 that are 1 modulo 5.
    assert release.counts == {
        "instances": 40,
        "projects": 5,
        "tasks": {"next_state": 14, "rollout": 26},
        "splits": {"dev": 32, "test": 8},
        "sources": {"real": 32, "synthetic": 8},
        "engines": {"node": 40},
    }
    files = tree(tmp_path / "r")
    files.pop("manifest.json")
    assert files == release.manifest.files
    assert release.manifest.canary == canary_guid(FACTS)
    assert {instance.canary for instance in release.instances()} == {canary_guid(FACTS)}
    release.verify_hashes()


def test_schemas_of_the_tasks_are_in_the_release(make_instance: Make, tmp_path: Path) -> None:
    """Whoever reads a release without the package can check predictions."""
    write_release(tmp_path / "r", many(make_instance), (), FACTS)
    found = sorted((tmp_path / "r" / "schemas").iterdir())
    names = ["prediction_next_state", "prediction_rollout"]
    assert [file.name for file in found] == [f"{name}.schema.json" for name in names]
    for file, name in zip(found, names, strict=True):
        assert json.loads(file.read_text("utf-8")) == load_schema(name)
        assert f"schemas/{file.name}" in load_release(tmp_path / "r").manifest.files


def test_canary_hangs_on_the_configuration_alone() -> None:
    other = dataclasses.replace(FACTS, configuration={"limit": 4})
    assert canary_guid(FACTS) == canary_guid(dataclasses.replace(FACTS))
    assert canary_guid(FACTS) != canary_guid(other)


def test_report_comes_back(tmp_path: Path) -> None:
    rows = [
        ReportRow("b" * 16, "rejected", "corrupt_archive", "not a zip", numbers={"ticks": 0}),
        ReportRow("a" * 16, "kept", source="synthetic", family="f", numbers={"coverage": 0.5}),
    ]
    write_release(tmp_path / "r", [], rows, FACTS)
    assert load_release(tmp_path / "r").report() == (rows[1], rows[0])


def test_a_name_that_utf8_cannot_hold_is_escaped_in_the_report(tmp_path: Path) -> None:
    write_release(tmp_path / "r", [], [ReportRow("a", "rejected", "odd", "\ud800")], FACTS)
    assert load_release(tmp_path / "r").report()[0].detail == "\\ud800"


def test_report_number_cannot_hide_a_text_column(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="reason"):
        write_release(tmp_path / "r", [], [ReportRow("a", "kept", numbers={"reason": 1})], FACTS)


def test_card_lists_every_table(make_instance: Make, tmp_path: Path) -> None:
    write_release(tmp_path / "r", many(make_instance), (), FACTS)
    card = (tmp_path / "r" / "README.md").read_text("utf-8")
    front, body = card.split("---\n")[1:3]
    assert front.splitlines()[:6] == [
        "pretty_name: \"test: a 'release'\"",
        "license: other",
        "license_name: see-license-file",
        "license_link: LICENSE",
        "size_categories:",
        "- n<1K",
    ]
    assert "  - split: test\n    path: data/rollout/test-*.parquet" in front
    # Project 0 (numbers 0, 5, .. 35) is the test split; of these 0, 15 and 30 are next_state.
    assert "| next_state | real | test | 3 | 1 | 2.0, 2, 2 | 1.0, 1, 1 | 0 (0.0 %) |" in body
    assert canary_guid(FACTS) in body
    assert "Ours." in body


def test_more_rows_than_a_row_group(make_instance: Make, tmp_path: Path) -> None:
    instances = [make_instance(f"{n:016x}") for n in range(2500)]
    write_release(tmp_path / "r", reversed(instances), (), FACTS)
    read = [instance.instance_id for instance in load_release(tmp_path / "r").instances()]
    assert read == [instance.instance_id for instance in instances]


def test_an_empty_release_can_be_read(tmp_path: Path) -> None:
    write_release(tmp_path / "r", [])
    release = load_release(tmp_path / "r")
    assert list(release.instances()) == []
    assert release.report() == ()
    release.verify_hashes()
