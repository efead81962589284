# SPDX-License-Identifier: Apache-2.0
"""A model's raw text, and the status that it gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import STATUSES
from scoring.intake import StrictDecoder, read_output

DELTA = {"/sprite/Cat/x": 0}
JSON = '{"delta": {"/sprite/Cat/x": 0}}'

USED = {
    "JSON alone": (JSON, "ok"),
    "JSON with white space": (f"\n  {JSON}\r\n", "ok"),
    "a code fence": (f"```json\n{JSON}\n```", "repaired"),
    "a fence without language": (f"```\n{JSON}\n```", "repaired"),
    "a fence amid prose": (f"Sure!\n```json\n{JSON}\n```\nHope that helps {{x}}.", "repaired"),
    "an open fence": (f"```json\n{JSON}", "repaired"),
    "after prose": (f"The cat moves to 0. Answer: {JSON}", "repaired"),
    "before prose": (f"{JSON} since the cat moves", "repaired"),
    "after prose with braces": (f"In {{x}} and f(x) {{ return }}: {JSON}", "repaired"),
    "the last one counts": (f'{{"delta": {{"/sprite/Cat/x": 9}}}} no: {JSON}', "repaired"),
    "a fence counts before prose": (
        f'```\n{JSON}\n```\nnot {{"delta": {{"/sprite/Cat/x": 9}}}}',
        "repaired",
    ),
    "other objects are passed over": (f'{JSON} where {{"type": "wait"}}', "repaired"),
    "further keys": ('{"why": {"a": [1]}, "delta": {"/sprite/Cat/x": 0}}', "ok"),
}

REFUSED = {
    "empty": ("", "unparseable"),
    "prose": ("I cannot know that.", "unparseable"),
    "prose with a brace": ("a set {x of y", "unparseable"),
    "single quotes, and no prediction": ("{'delta': 1 'x'", "truncated"),
    "single quotes, a key twice": ("{'delta': {'/a': 1, '/a': 2}}", "schema_invalid"),
    "single quotes, two deltas": ("{'delta': {}, 'delta': {}}", "schema_invalid"),
    "a trailing comma and a bare NaN": ('{"delta": {"/a": NaN,}}', "schema_invalid"),
    "too broken": ('{"x of y": {"delta"}', "truncated"),
    "a set": ('{"x", "y"}', "unparseable"),
    "a broken object in a fence": ('```\n{"delta": {"/a": 1}\n```', "unparseable"),
    "a number": ("5", "schema_invalid"),
    "null": ("null", "schema_invalid"),
    "a list": (f"[{JSON}]", "schema_invalid"),
    "a text": ('"x"', "schema_invalid"),
    "another object": ('{"/sprite/Cat/x": 0}', "schema_invalid"),
    "another object in prose": ('so {"/sprite/Cat/x": 0}', "schema_invalid"),
    "both forms": ('{"delta": {}, "state": {}}', "schema_invalid"),
    "a nested value": ('{"delta": {"/a": [1]}}', "schema_invalid"),
    "a duplicate key": ('{"delta": {"/a": 1, "/a": 2}}', "schema_invalid"),
    "a duplicate key in prose": ('x {"delta": {"/a": 1, "/a": 1}}', "schema_invalid"),
    "two deltas": ('{"delta": {}, "delta": {}}', "schema_invalid"),
    "bare NaN": ('{"delta": {"/a": NaN}}', "schema_invalid"),
    "bare Infinity": ('{"delta": {"/a": Infinity}}', "schema_invalid"),
    "bare -Infinity": ('{"delta": {"/a": -Infinity}}', "schema_invalid"),
    "a depth bomb": ('{"delta":' * 100_000, "schema_invalid"),
    "cut before a value": ('{"delta": {"/a": ', "truncated"),
    "cut after a value": ('{"delta": {"/a": 1', "truncated"),
    "cut in a text": ('{"delta": {"/a": "on', "truncated"),
    "cut in an escape": ('{"delta": {"/a": "on\\', "truncated"),
    "cut in a word": ('{"delta": {"/a": tr', "truncated"),
    "cut in a key": ('{"delta": {"/a', "truncated"),
    "cut after the inner brace": ('{"delta": {"/a": 1}', "truncated"),
    "cut at once": ("Answer: {", "truncated"),
    "cut in an open fence": ('Sure.\n```json\n{"delta": {"/a": 1,\n', "truncated"),
    "cut after another object": ('{"type": "wait"} so {"delta": {"/a": 1', "truncated"),
}


MENDED = {
    "single quotes": "{'delta': {'/sprite/Cat/x': 0}}",
    "a trailing comma": '{"delta": {"/sprite/Cat/x": 0,},}',
    "a comment": '{"delta": {"/sprite/Cat/x": 0} // it moves\n}',
    "a bare key": '{delta: {"/sprite/Cat/x": 0}}',
    "in a fence": "```python\n{'delta': {'/sprite/Cat/x': 0}}\n```",
    "after prose": "It moves, so {'delta': {'/sprite/Cat/x': 0}}.",
}


@pytest.mark.parametrize("name", MENDED)
def test_what_is_mended(name: str) -> None:
    answer = read_output(MENDED[name], StrictDecoder())
    assert (answer.status, answer.delta) == ("repaired", DELTA)
    strict = read_output(MENDED[name], StrictDecoder(), strict=True)
    assert (strict.status, strict.usable, strict.delta) == ("repaired", False, None)


def test_python_literals_are_mended() -> None:
    text = "{'delta': {'/a': True, '/b': False, '/c': None, '/d': 'NaN', '/e': 1.5}}"
    answer = read_output(text, StrictDecoder())
    assert answer.status == "repaired"
    # The repr is told from equality: 1 == True.
    assert repr(answer.delta) == "{'/a': True, '/b': False, '/c': None, '/d': 'NaN', '/e': 1.5}"


def test_a_sound_object_comes_before_a_mended_one() -> None:
    text = '{"delta": {"/sprite/Cat/x": 0}} or {"delta": {"/sprite/Cat/x": 9,}}'
    assert read_output(text, StrictDecoder()).delta == DELTA


def test_strict_leaves_json_alone_be() -> None:
    assert read_output(JSON, StrictDecoder(), strict=True).delta == DELTA


@pytest.mark.parametrize("name", USED)
def test_what_is_used(name: str) -> None:
    text, status = USED[name]
    answer = read_output(text, StrictDecoder())
    assert (answer.status, answer.delta) == (status, DELTA)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_used(name: str) -> None:
    text, status = REFUSED[name]
    answer = read_output(text, StrictDecoder())
    assert (answer.status, answer.usable) == (status, False)
    assert answer.detail


def test_an_integer_longer_than_python_reads() -> None:
    answer = read_output('{"delta": {"/a": ' + "9" * 5000 + "}}", StrictDecoder())
    assert answer.delta == {"/a": float("inf")}


def test_every_cut_of_a_prediction_is_truncated() -> None:
    text = '{"delta": {"/sprite/C\\u00e9 \\"t\\"/x": -1.5e3, "/v": true, "/w": null}}'
    assert read_output(text, StrictDecoder()).status == "ok"
    for end in range(1, len(text)):
        assert read_output(text[:end], StrictDecoder()).status == "truncated", text[:end]


@given(st.text(st.sampled_from('{}[]"\\:,`\n ax1'), max_size=60) | st.text())
def test_any_text_gets_a_status(text: str) -> None:
    assert read_output(text, StrictDecoder()).status in STATUSES


@pytest.mark.parametrize(
    "text",
    [
        "{'a' " * 20 + "}" * 20,
        '{"a":' * 20_000,
        "{" * 200_000,
        '{"' * 100_000,
        '{"}' * 50_000,
        "```\n" * 50_000,
    ],
    ids=["unquoted", "nested", "braces", "open texts", "broken objects", "fences"],
)
def test_hostile_text_takes_little_time(text: str) -> None:
    """A scan that starts again at every brace would take minutes."""
    assert not read_output(text, StrictDecoder()).usable
