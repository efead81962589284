# SPDX-License-Identifier: Apache-2.0
"""A prediction file that cannot be scored is named with its line and id; exit code 2."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring import Bootstrap, PredictionFile, score_release, write_predictions
from scratchworld.cli import cli
from scratchworld.errors import PredictionError
from scratchworld.release import load_release
from scratchworld.world import Instance

Write = Callable[..., Path]

A, B = "0" * 16, f"{1:016x}"


def line(name: Any = A, **rest: object) -> dict[str, object]:
    return {"instance_id": name, **(rest or {"prediction": {"delta": {}}})}


FATAL: dict[str, tuple[list[object], int | None, str | None, str]] = {
    # name: (lines, line number, id, words of the message)
    "an empty file": ([], None, None, "no prediction"),
    "only white space": (["", "  "], None, None, "no prediction"),
    "half a line": ([line(B), f'{{"instance_id": "{A}", "prediction": {{"del'], 2, A, "not JSON"),
    "half an id": ([line(B), '{"instance_id": "000'], 2, None, "not JSON"),
    "a line of prose": (["hello"], 1, None, "not JSON"),
    "two objects on a line": ([f'{{"instance_id": "{A}"}} {{}}'], 1, A, "not JSON"),
    "a list after a line": ([line(B), "[]"], 2, None, "not an object"),
    "no id": ([{"prediction": {"delta": {}}}], 1, None, "no instance_id"),
    "an id that is no text": ([line(5)], 1, None, "no instance_id"),
    "an id below the top": ([{"prediction": {"instance_id": A}}], 1, None, "no instance_id"),
    "an unknown id": ([line(A), line("feed")], 2, "feed", "no such instance"),
    "a repeated id": ([line(A), line(B), line(A)], 3, A, "already on line 1"),
    "two ids on a line": (
        [f'{{"instance_id": "{A}", "instance_id": "{B}"}}'],
        1,
        None,
        "two instance_id",
    ),
    "not UTF-8": ([b'{"instance_id": "' + A.encode() + b'", "output": "\xff"}'], 1, A, "UTF-8"),
    "an id that is not UTF-8": ([b'{"instance_id": "\xff"}'], 1, None, "UTF-8"),
    "a depth bomb without an id": (['{"x": ' + "[" * 100_000], 1, None, "too deep"),
}


@pytest.mark.parametrize("name", FATAL)
def test_a_fatal_fault_is_one_line_and_exit_code_2(
    release: Path, predictions: Write, name: str
) -> None:
    lines, number, instance_id, words = FATAL[name]
    path = predictions(*lines)
    result = CliRunner().invoke(cli, ["score", str(release), str(path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    where = f"{path}:{number}: " if number else f"{path}: "
    assert where in result.stderr
    assert words in result.stderr
    assert instance_id is None or repr(instance_id) in result.stderr


def test_the_error_carries_line_and_id(predictions: Write) -> None:
    with pytest.raises(PredictionError) as caught:
        PredictionFile(predictions(line(), line()))
    assert (caught.value.line, caught.value.instance_id) == (2, A)


def test_missing_and_unreadable_files(release: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "gone.jsonl", tmp_path):
        result = CliRunner().invoke(cli, ["score", str(release), str(path)])
        assert result.exit_code == 2
        assert re.fullmatch(rf"scratchworld: error: {path}: cannot be read \(.+\)\n", result.stderr)


LONG = "x" * 100

FORMS: dict[str, tuple[str, str]] = {
    # name: (file content, words of the error)
    "a broken item": ('[{"instance_id": "a", "output": ""}, {"instance_id": ]', "item 2: not JSON"),
    "no end of the list": ('[{"instance_id": "a", "output": ""}', "item 1: no comma or end"),
    "no comma": ('[{"instance_id": "a"} {"instance_id": "b"}]', "item 1: no comma or end"),
    "an empty list": ("[ ]", "no prediction"),
    "a list of texts": ('["a"]', "item 1: not an object"),
    "a repeated id": (
        '[{"instance_id": "a", "output": ""},\n{"instance_id": "a", "output": ""}]',
        "item 2: this id is already on item 1",
    ),
    "a depth bomb": ("[" * 100_000, "item 1: nested too deeply"),
    "not UTF-8": ("[\udcff]", "not UTF-8"),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_broken_json_list_is_named(tmp_path: Path, name: str) -> None:
    text, words = FORMS[name]
    path = tmp_path / "p.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(PredictionError, match=re.escape(words)):
        PredictionFile(path)


def test_a_json_list(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(
        '\ufeff [\n {"instance_id":\n "a", "prediction": {"delta": {"/x": "\u2028"}}},'
        '{"instance_id": "b", "prediction": {"delta": {"/x": 1, "/x": 1}}}\n]\n',
        encoding="utf-8",
    )
    with PredictionFile(path) as file:
        assert file.answer("a").delta == {"/x": "\u2028"}
        # The list is cut, not parsed and written again, so the duplicate is still seen.
        assert file.answer("b").detail == "duplicate key '/x'"
        assert file.line_of("b") == 2
        assert file.digest() == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_compressed_file(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"instance_id": "a", "output": ""}'))
    with pytest.raises(PredictionError, match="compressed file; unpack it"):
        PredictionFile(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a POSIX thing")
def test_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    text = json.dumps(line()).encode()
    writer = threading.Thread(target=path.write_bytes, args=(text,))
    writer.start()
    with PredictionFile(path) as file:
        assert file.answer(A).status == "ok"
        assert file.digest() == hashlib.sha256(text).hexdigest()
    writer.join()


def test_a_line_too_long_is_read_over(predictions: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.intake.lines.LONGEST_LINE", 90)
    path = predictions(line("a", output=LONG * 5), line("b"))
    with PredictionFile(path) as file:
        assert file.answer("a").detail == "longer than 90 bytes"
        assert (file.answer("b").status, file.line_of("b")) == ("ok", 2)
        assert file.digest() == hashlib.sha256(path.read_bytes()).hexdigest()
    nameless = predictions({"output": LONG, "instance_id": "a"})
    with pytest.raises(PredictionError, match="does not begin with an instance_id"):
        PredictionFile(nameless)


NAMED: dict[str, tuple[object, str]] = {
    "delta": (line(), "ok"),
    "state": (line(prediction={"state": {}}), "ok"),
    "output": (line(output='{"delta": {}}'), "ok"),
    "fenced output": (line(output='```\n{"delta": {}}\n```'), "repaired"),
    "prose": (line(output="no"), "unparseable"),
    "cut output": (line(output='{"delta": {'), "truncated"),
    "neither": (line(model="m"), "schema_invalid"),
    "both": (line(prediction={"delta": {}}, output=""), "schema_invalid"),
    "null prediction": (line(prediction=None), "schema_invalid"),
    "null output": (line(output=None), "schema_invalid"),
    "a text as prediction": (line(prediction='{"delta": {}}'), "schema_invalid"),
    "NaN": (line(prediction={"delta": {"/a": float("nan")}}), "schema_invalid"),
    "duplicate key": (
        f'{{"instance_id": "{A}", "prediction": {{"delta": {{"/a": 1, "/a": 1}}}}}}',
        "schema_invalid",
    ),
    "a depth bomb": (
        f'{{"instance_id": "{A}", "prediction": {{"delta": ' + '{"a":' * 5000 + "1" + "}" * 5002,
        "schema_invalid",
    ),
    "an inner id": (line(prediction={"delta": {}, "instance_id": "x"}), "ok"),
    "an escaped id": ('{"instance_\\u0069d": "' + A + '", "prediction": {"delta": {}}}', "ok"),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_line_gets_its_status(predictions: Write, name: str) -> None:
    text, status = NAMED[name]
    with PredictionFile(predictions(text)) as file:
        assert file.answer(A).status == status
        assert file.answer(B).status == "missing"


def test_blank_lines_crlf_and_a_byte_order_mark(predictions: Write) -> None:
    first = b'\xef\xbb\xbf{"instance_id": "a", "prediction": {"delta": {}}}\r'
    with PredictionFile(predictions(first, "", '{"instance_id": "b", "output": "x"}')) as file:
        assert list(file) == ["a", "b"]
        # Any order will do.
        assert file.answer("b").status == "unparseable"
        assert file.answer("a").status == "ok"


def test_a_line_separator_inside_a_text_ends_no_line(predictions: Write) -> None:
    text = '{"instance_id": "a", "prediction": {"delta": {"/x": "\u2028\u0085"}}}'
    with PredictionFile(predictions(text)) as file:
        assert file.answer("a").delta == {"/x": "\u2028\u0085"}


def test_written_predictions_are_read_back(tmp_path: Path, corpus: list[Instance]) -> None:
    path = tmp_path / "p.jsonl"
    odd = {"/variable/_stage_/\ud800": "\udfff", "/variable/_stage_/😀": 0.1}
    written = [(corpus[0].instance_id, {"delta": odd}), (corpus[1].instance_id, {"state": {}})]
    assert write_predictions(path, written) == 2
    with PredictionFile(path) as file:
        assert file.answer(corpus[0].instance_id).delta == odd
        assert file.answer(corpus[1].instance_id).state == {}


def test_lines_may_say_modality_and_condition(
    release: Path, predictions: Write, corpus: list[Instance]
) -> None:
    """What a line says of the model's input is a breakdown of its own; other types are ignored."""
    said = [{"modality": "text"}, {"modality": "frames", "condition": "8 shots"}, {"modality": 3}]
    path = predictions(
        *(
            {"instance_id": one.instance_id, "prediction": {"delta": one.target}, **about}
            for one, about in zip([corpus[0], corpus[1], corpus[3]], said, strict=True)
        )
    )
    groups = score_release(load_release(release), path, bootstrap=Bootstrap(5)).groups
    found = {
        (group.by, group.value): group.instances
        for group in groups
        if group.task == "next_state" and group.by in ("modality", "condition")
    }
    assert found == {
        ("modality", "text"): 1,
        ("modality", "frames"): 1,
        ("condition", "8 shots"): 1,
    }
