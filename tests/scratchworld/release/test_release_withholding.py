# SPDX-License-Identifier: Apache-2.0
"""A release without targets, and the answers beside it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from scratchworld.errors import ReleaseError
from scratchworld.release import (
    Program,
    Programs,
    ReportRow,
    columns_of,
    find_revealing,
    load_release,
    withhold_targets,
    without_revealing,
    write_release,
)
from scratchworld.world import (
    Alteration,
    CausalInstance,
    CounterfactualInstance,
    Instance,
    Query,
)
from tests.scratchworld.release.conftest import build_instance

SECRETS = ("secret-value", "sprite/Secret", "s" * 64, "secret-link", "/variable/_stage_/secret")
LABELS = {"target", "n_changed", "n_hidden_changed", "replay_digest", "occurs", "chain"}


def everything() -> list[Instance]:
    """Instances of all tasks, whose labels hold what no input holds."""
    secret: dict[str, Any] = {
        "target": {"/sprite/Secret/x": 77, "/variable/_stage_/secret": "secret-value"},
        "n_changed": 424242,
        "n_hidden_changed": 313131,
        "replay_digest": "s" * 64,
    }
    instances: list[Instance] = []
    for n, (task, split) in enumerate(
        (task, split)
        for task in ("next_state", "rollout", "causal", "counterfactual")
        for split in ("dev", "test")
    ):
        plain = build_instance(f"{n:016x}", task=task, split=split, project=split, **secret)
        values = {each.name: getattr(plain, each.name) for each in dataclasses.fields(plain)}
        if task == "causal":
            query = Query.make("broadcast_sent", message="go")
            more = {"query": query, "occurs": True, "chain": ("secret-link",)}
            instances.append(CausalInstance(**values, **more))
        elif task == "counterfactual":
            more = {"kind": "factual", "alteration": None, "observed": ({"/sprite/Cat/x": 1},)}
            instances.append(CounterfactualInstance(**values, **more))
        else:
            instances.append(plain)
    return instances


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    numbers = {"instances": 4, "coverage": 0.5, "causal_positive": 999999}
    report = [ReportRow("dev", "kept", numbers=numbers)]
    programs = Programs([Program("dev", "original", "dev", {"targets": []}, "say (hello)")])
    write_release(tmp_path / "complete", everything(), report, parts=[programs])
    public, answers = tmp_path / "public", tmp_path / "answers"
    withhold_targets(load_release(tmp_path / "complete"), public, answers)
    return public, answers


def decoded(file: Path) -> str:
    """All that a file says, a parquet file with its statistics and metadata."""
    if file.suffix != ".parquet":
        return file.read_text("utf-8")
    parquet = pq.ParquetFile(file)
    groups = [parquet.metadata.row_group(n) for n in range(parquet.metadata.num_row_groups)]
    footer = [str(group.to_dict()) for group in groups]
    rows = [json.dumps(row) for row in parquet.read().to_pylist()]
    return "\n".join([str(parquet.metadata.metadata), str(parquet.schema), *footer, *rows])


def test_no_file_tells_a_label(folders: tuple[Path, Path], tmp_path: Path) -> None:
    words = (*SECRETS, "424242", "313131", "999999")
    for file in (tmp_path / "public").rglob("*"):
        if file.is_file():
            raw, text = file.read_bytes(), decoded(file)
            for word in words:
                assert word.encode() not in raw, file
                assert word not in text, file
    # the same search finds them where they are
    text = "\n".join(decoded(file) for file in (tmp_path / "complete").rglob("*.parquet"))
    assert all(word in text for word in words)


def test_no_column_and_no_size_of_a_label_is_left(folders: tuple[Path, Path]) -> None:
    release = load_release(folders[0])
    for name in release.data_files():
        columns = set(pq.read_schema(release.path / name).names)
        assert columns == {c.name for c in columns_of(name.split("/")[1])} - LABELS
    assert "changed" not in (folders[0] / "README.md").read_text("utf-8").split("## Score")[0]
    assert "n_changed" not in (folders[0] / "croissant.json").read_text("ascii")
    assert [dict(row.numbers) for row in release.report()] == [{"instances": 4, "coverage": 0.5}]


def test_with_its_answers_it_is_the_whole_release(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    complete, release = load_release(tmp_path / "complete"), load_release(*folders)
    assert list(release.instances()) == list(complete.instances())
    assert [each.scratchblocks for each in release.programs()] == ["say (hello)"]
    assert "config_name: programs" in (folders[0] / "README.md").read_text("utf-8")
    assert release.to_pandas().equals(complete.to_pandas())
    for name in release.data_files("causal"):
        for columns in (("chain", "instance_id", "state"), ("state", "ticks"), ("target",)):
            pairs = (each.read_columns(name, columns, ("state",)) for each in (release, complete))
            one, other = map(list, pairs)
            assert one == other
    release.verify_hashes()


def test_alone_it_says_what_is_missing(folders: tuple[Path, Path]) -> None:
    release = load_release(folders[0])
    assert release.withheld
    release.verify_hashes()
    assert len(list(release.instance_ids())) == 8
    for read in (release.instances, release.to_pandas):
        with pytest.raises(ReleaseError, match=r"its targets are withheld; give .* --answers"):
            list(read())


def test_whoever_asks_a_model_needs_no_labels(folders: tuple[Path, Path], tmp_path: Path) -> None:
    asked = list(load_release(folders[0]).without_labels().instances())
    blank = {"target": {}, "n_changed": 0, "n_hidden_changed": 0, "replay_digest": ""}
    for one, other in zip(asked, load_release(tmp_path / "complete").instances(), strict=True):
        changes = blank | ({"occurs": False, "chain": ()} if one.task == "causal" else {})
        assert one == dataclasses.replace(other, **changes)
    complete = load_release(tmp_path / "complete")
    assert list(complete.without_labels().instances()) == list(complete.instances())


def refused(message: str, release: Path, answers: Path) -> None:
    with pytest.raises(ReleaseError, match=message):
        list(load_release(release, answers).instances())


def test_answers_and_release_name_each_other(folders: tuple[Path, Path], tmp_path: Path) -> None:
    public, answers = folders
    refused("its targets are not withheld", tmp_path / "complete", answers)
    refused("not a folder of answers", public, public)
    refused("not a folder of answers", public, tmp_path / "nowhere")
    write_release(tmp_path / "other", everything()[:3])
    other = load_release(tmp_path / "other")
    withhold_targets(other, tmp_path / "public2", tmp_path / "answers2")
    refused("the answers of another release", public, tmp_path / "answers2")
    name = load_release(public).data_files()[0]
    (answers / name).write_bytes((tmp_path / "answers2" / name).read_bytes() + b" ")
    refused("altered", public, answers)
    document = json.loads((answers / "manifest.json").read_text())
    document["files"][name] = "0" * 64
    (answers / "manifest.json").write_text(json.dumps(document))
    refused("not the answers that", public, answers)
    document["format_version"] = 2
    (answers / "manifest.json").write_text(json.dumps(document))
    refused("format version 2", public, answers)


def test_older_folders_are_replaced_and_others_kept(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    public, answers = folders
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    withhold_targets(load_release(tmp_path / "complete"), public, answers)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before
    with pytest.raises(ReleaseError, match="holds files that are not"):
        withhold_targets(load_release(tmp_path / "complete"), tmp_path / "new", public)
    assert not (tmp_path / "new").exists()


def test_what_nobody_knows_goes_to_the_answers(folders: tuple[Path, Path], tmp_path: Path) -> None:
    complete = tmp_path / "complete"
    name = "frames/target/1.png"
    (complete / name).parent.mkdir(parents=True)
    (complete / name).write_bytes(b"after")
    manifest = json.loads((complete / "manifest.json").read_text())
    manifest["files"][name] = "0" * 64
    (complete / "manifest.json").write_text(json.dumps(manifest))
    withhold_targets(load_release(complete), *folders)
    assert (folders[1] / name).read_bytes() == b"after"
    assert not (folders[0] / "frames").exists()


def window(name: str, step: int, horizon: int = 1, **changes: Any) -> Instance:
    """A window of one idle episode that presses a key in its step 3."""
    press, rest = ({"type": "key_down", "key": "a"},), ()
    steps = [press if number == 3 else rest for number in range(step + horizon)]
    ticks = changes.pop("ticks", 1)
    return build_instance(
        name, step=step, horizon=horizon, ticks=ticks, history=tuple(steps[:step]),
        actions=tuple(steps[step:]), **changes,
    )  # fmt: skip


def test_the_end_of_a_window_is_the_input_of_a_later_one() -> None:
    early, late = window("early", 1, 4), window("late", 5)
    assert find_revealing([early, late]) == {"early": {"late"}}
    assert find_revealing([window("early", 1, 3), late]) == {}
    # the start of a window is no secret, whoever shows it
    assert find_revealing([early, window("same", 1, 2)]) == {}
    assert find_revealing([early, window("other", 5, project="b" * 16)]) == {}
    # another seed or variant shows much the same
    assert find_revealing([early, window("late", 5, seed=1, variant="renamed")])


def test_a_renamed_action_is_that_of_the_original() -> None:
    early, late = window("early", 1, 4), window("late", 5)
    click = ({"type": "sprite_click", "target": "Otter"},)
    history = tuple(click if actions else () for actions in late.history)
    twin = dataclasses.replace(
        late, instance_id="twin", variant="rename", pair_id="late", history=history
    )
    assert find_revealing([early, twin]) == {}
    assert find_revealing([early, late, twin]) == {"early": {"late", "twin"}}


def test_other_ticks_and_waiting_are_seen_through() -> None:
    idle = build_instance("idle", step=0, horizon=2, ticks=5, history=(), actions=((), ()))
    waits = ({"type": "wait"},)
    shown = build_instance("shown", step=10, ticks=1, history=(waits,) * 10, actions=((),))
    assert find_revealing([idle, shown]) == {"idle": {"shown"}}
    acts = ({"type": "key_down", "key": "a"},)
    other = build_instance("other", step=10, ticks=1, history=(acts,) * 10, actions=((),))
    assert find_revealing([idle, other]) == {}


def counterfactual(name: str, step: int, observed: int, **changes: Any) -> Instance:
    plain = window(name, step, task="counterfactual")
    values = {each.name: getattr(plain, each.name) for each in dataclasses.fields(plain)}
    more: dict[str, Any] = {"kind": "factual", "alteration": None, "observed": ({},) * observed}
    return CounterfactualInstance(**{**values, **more, **changes})


def test_observed_deltas_reveal_and_alterations_are_not_revealed() -> None:
    early = window("early", 2)
    assert find_revealing([early, counterfactual("twin", 5, 3)]) == {"early": {"twin"}}
    assert find_revealing([early, counterfactual("twin", 5, 2)]) == {}
    dropped = Alteration("drop_action", 0, 0)
    altered = counterfactual("altered", 2, 1, kind="action", alteration=dropped)
    assert find_revealing([altered, window("late", 3)]) == {}


def test_pictures_of_what_was_before_reveal() -> None:
    early, late = window("early", 1, 2), window("late", 6)
    shown = {"early": (), "late": (3, 6)}
    assert find_revealing([early, late]) == {}
    assert find_revealing([early, late], lambda each: shown[each.instance_id]) == {
        "early": {"late"}
    }
    assert without_revealing([early, late], lambda each: (0,)) == [early, late]


def test_as_few_as_need_be_are_left_out() -> None:
    steps = [window(str(number), number, pair_id="") for number in range(4)]
    long = window("long", 0, 4)
    # each step reveals the one before it, and all but the first the long one, whose start they show
    kept = without_revealing([*steps, long])
    assert find_revealing(kept) == {}
    assert [each.instance_id for each in kept] == ["0", "long"]
    twins = [dataclasses.replace(steps[number], pair_id="p") for number in (1, 3)]
    assert without_revealing([*twins, steps[2]]) in ([steps[2]], twins)
