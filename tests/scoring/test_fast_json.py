# SPDX-License-Identifier: Apache-2.0
"""The fast reader says exactly what the strict one says."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.intake import StrictDecoder
from scoring.intake.fast_json import decode_line
from scratchworld.world import normalise

keys = st.sampled_from(["delta", "state", "/a", "/a:b", "a\\b", 'q"', "{", "[:", "", "\ud800", "é"])
texts = st.text(st.sampled_from('":\\ {}[]aé\ud800\u2028'), max_size=6)
numbers = st.integers() | st.floats() | st.sampled_from([2**64, -(2**63) - 1, 1e308, 5e-324, -0.0])
scalars = st.none() | st.booleans() | numbers | texts


def members(pairs: list[tuple[str, str]], colon: str) -> str:
    """An object with its keys as given, also twice."""
    return "{" + ", ".join(f"{json.dumps(key)}{colon}{value}" for key, value in pairs) + "}"


def objects(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    colons = st.sampled_from([":", ": ", " :", "\t: "])
    return st.builds(members, st.lists(st.tuples(keys, inner), max_size=4), colons) | st.lists(
        inner, max_size=3
    ).map(lambda items: "[" + ",".join(items) + "]")


documents = st.recursive(scalars.map(json.dumps), objects, max_leaves=12)


def outcome(decode: Any) -> object:
    try:
        parsed = decode()
    except ValueError as error:
        return "UTF-8" if isinstance(error, UnicodeDecodeError) else "no JSON"
    if parsed.fault:
        return parsed.fault  # What a faulty text means is nobody's concern.
    return repr(canonical(parsed.value))


def canonical(value: Any) -> object:
    if isinstance(value, dict):
        return {key: canonical(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [canonical(inner) for inner in value]
    return None if value is None else normalise(value)


def assert_same(raw: bytes) -> None:
    decoder = StrictDecoder()
    slow = outcome(lambda: decoder.decode(str(raw, "utf-8")))
    assert outcome(lambda: decode_line(raw, decoder)) == slow


@settings(max_examples=1000)
@given(documents)
def test_any_document(text: str) -> None:
    assert_same(text.encode())


@settings(max_examples=500)
@given(documents, st.data())
def test_any_damaged_document(text: str, data: st.DataObject) -> None:
    raw = bytearray(text.encode())
    at = data.draw(st.integers(0, len(raw)))
    raw[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    assert_same(bytes(raw))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a" : 1, "a": ":"}',
        '{"a": ":", "a": 1}',
        '{"a": 1, "\\u0061": 2}',
        '{"a": {"b": 1, "b": 1}}',
        '[{"b": 1, "b": 1}]',
        '{"a": "\\":", "b": 1, "b" :2}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": 123456789012345678901234567890}',
        '{"a": "\\ud800"}',
        '{"a": -0}',
        "\ufeff{}",
        '{"a": 01}',
        "{'a': 1}",
        '{"a": "\t"}',
        "",
    ],
)
def test_chosen_texts(text: str) -> None:
    assert_same(text.encode())


def test_deep_texts_are_refused_by_both() -> None:
    deep = sys.getrecursionlimit() * 100
    for raw in (b"[" * deep, b'{"a":' * deep):
        with pytest.raises((RecursionError, ValueError)):
            decode_line(raw, StrictDecoder())


def test_the_fast_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colons, braces and brackets in names must not send the common line down the slow way."""
    decoder = StrictDecoder()
    monkeypatch.setattr(decoder, "decode", None)
    for name in ("/a", "/Score:", "/{x}", "/[1]"):
        record = {"instance_id": "a", "prediction": {"delta": {name: 1, "/b": True}}, "n": [{}]}
        assert decode_line(json.dumps(record).encode(), decoder).value == record
