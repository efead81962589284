# SPDX-License-Identifier: Apache-2.0
"""Faults of a release that can be found without executing anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from scratchworld.cli import cli
from scratchworld.release import (
    Program,
    Programs,
    ReportRow,
    find_release_faults,
    load_release,
    withhold_targets,
    write_release,
)
from scratchworld.release.manifest import file_digest
from scratchworld.world import Instance
from tests.scratchworld.release.conftest import build_instance

DATA = "data/next_state/dev-00000-of-00001.parquet"
ONE, TWO = (
    build_instance(str(n) * 16, project=str(n) * 16, split=split)
    for n, split in enumerate(("dev", "test"))
)


def written(
    folder: Path, instances: Iterable[Instance] = (ONE, TWO), report: Iterable[ReportRow] = ()
) -> Path:
    write_release(folder / "r", instances, report)
    return folder / "r"


def listed(release: Path, name: str) -> None:
    """State the hash of a file that was changed."""
    manifest = json.loads((release / "manifest.json").read_text())
    manifest["files"][name] = file_digest(release / name)
    (release / "manifest.json").write_text(json.dumps(manifest))


def faults(release: Path) -> list[str]:
    return [f"{where}: {what}" for where, what in find_release_faults(load_release(release))]


def edited(release: Path, edit: Callable[[pa.Table], pa.Table]) -> list[str]:
    """Change the first data file and return the faults."""
    pq.write_table(edit(pq.read_table(release / DATA)), release / DATA)
    listed(release, DATA)
    return faults(release)


def test_a_release_as_it_was_written_has_none(tmp_path: Path) -> None:
    release = written(tmp_path)
    (release / ".gitattributes").write_text("of a hub")
    assert faults(release) == []


def test_a_file_that_nobody_listed(tmp_path: Path) -> None:
    release = written(tmp_path)
    (release / "schemas" / "notes.txt").write_text("")
    assert faults(release) == ["schemas/notes.txt: not listed in manifest.json"]


def test_a_table_of_programs_is_looked_at_too(tmp_path: Path) -> None:
    programs = Programs([Program(ONE.project, "original", "dev", {"targets": []}, "")])
    write_release(tmp_path / "r", [ONE], parts=[programs])
    release, name = tmp_path / "r", "programs/dev-00000-of-00001.parquet"
    assert faults(release) == []
    table = pq.read_table(release / name).drop_columns(["scratchblocks"])
    other = table.set_column(table.schema.get_field_index("canary"), "canary", [["mine"]])
    pq.write_table(other, release / name)
    listed(release, name)
    assert faults(release) == [
        f"{name}: the column 'scratchblocks' is missing",
        f"{name}: rows with another canary, 'mine'",
    ]


@pytest.mark.parametrize("text", ["{", '{"type": "strange"}', '{"properties": 3}'])
def test_a_schema_that_is_none(tmp_path: Path, text: str) -> None:
    release, name = written(tmp_path), "schemas/prediction_next_state.schema.json"
    (release / name).write_text(text)
    listed(release, name)
    assert faults(release) == [f"{name}: not a JSON Schema"]


def test_other_columns(tmp_path: Path) -> None:
    without = edited(written(tmp_path), lambda table: table.drop_columns(["ticks"]))
    assert f"{DATA}: the column 'ticks' is missing" in without


def test_other_types(tmp_path: Path) -> None:
    def as_text(table: pa.Table) -> pa.Table:
        return table.set_column(
            table.schema.get_field_index("seed"), "seed", table["seed"].cast(pa.string())
        )

    assert f"{DATA}: the column 'seed' holds string" in edited(written(tmp_path), as_text)


def test_another_canary(tmp_path: Path) -> None:
    def marked(table: pa.Table) -> pa.Table:
        place = table.schema.get_field_index("canary")
        table = table.set_column(place, "canary", pa.array(["someone's"]))
        return table.replace_schema_metadata(None)

    found = edited(written(tmp_path), marked)
    assert f"{DATA}: its metadata has another canary" in found
    assert f'{DATA}: rows with another canary, "someone\'s"' in found


def test_relatives_in_two_splits(tmp_path: Path) -> None:
    rows = [ReportRow(each.project, "kept", related=ONE.project) for each in (ONE, TWO)]
    [fault] = faults(written(tmp_path, report=rows))
    assert fault == (
        f"{ONE.project}: related projects are in different splits: "
        f"{ONE.project} (dev), {TWO.project} (test)"
    )
    apart = [ReportRow(each.project, "kept", related=each.project) for each in (ONE, TWO)]
    assert faults(written(tmp_path, report=apart)) == []


def test_a_label_that_was_not_withheld_and_an_input_that_shows_one(tmp_path: Path) -> None:
    action = ({"type": "key_down", "key": "space"},)
    # the step after that of ONE
    later = build_instance("2" * 16, project=ONE.project, step=2, history=(*ONE.history, action))
    complete = load_release(written(tmp_path, (ONE, later)))
    withhold_targets(complete, tmp_path / "public", tmp_path / "answers")
    shown = f"{ONE.instance_id}: the input of {later.instance_id} shows its answer"
    assert faults(tmp_path / "public") == [shown]
    pq.write_table(pq.read_table(complete.path / DATA), tmp_path / "public" / DATA)
    listed(tmp_path / "public", DATA)
    assert f"{DATA}: the column 'target' is not withheld" in faults(tmp_path / "public")


def test_verify_needs_no_corpus_for_it(tmp_path: Path) -> None:
    rows = [ReportRow(each.project, "kept", related=ONE.project) for each in (ONE, TWO)]
    release = written(tmp_path, report=rows)
    result = CliRunner().invoke(cli, ["verify", str(release)])
    assert result.exit_code == 1
    assert "related projects are in different splits" in result.output
    # these instances were never executed, so their ids are those of nothing
    assert "2 rows checked, 0 labels executed again" in result.output
    more = CliRunner().invoke(cli, ["verify", str(release), "--sample", "1"])
    assert (more.exit_code, "--corpus DIR" in more.output) == (2, True)
