# SPDX-License-Identifier: Apache-2.0
"""Frames: what goes in comes out, and nothing else passes for a frame."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchworld.errors import VmCrashed
from vm_runner.framing import encode_frame, read_frame

any_text = st.text(st.characters(exclude_categories=()))  # lone surrogates too


@given(st.dictionaries(any_text, any_text | st.integers() | st.booleans()), st.binary())
def test_a_frame_comes_back_as_it_was(message: dict[str, object], attachment: bytes) -> None:
    stream = io.BytesIO(encode_frame(message, attachment) + b"next")
    assert read_frame(stream.read) == (message, attachment)
    assert stream.read() == b"next"


def test_the_layout_of_a_frame() -> None:
    assert encode_frame({"a": 1}, b"xyz") == b'\x07\0\0\0\x03\0\0\0{"a":1}xyz'


def test_an_empty_stream_is_a_clean_end() -> None:
    assert read_frame(io.BytesIO().read) is None


@given(st.data())
def test_a_truncated_frame_is_a_crash(data: st.DataObject) -> None:
    whole = encode_frame({"id": 1}, b"attachment")
    cut = data.draw(st.integers(1, len(whole) - 1))
    with pytest.raises(VmCrashed, match="ends within a frame"):
        read_frame(io.BytesIO(whole[:cut]).read)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"Hello, I am a log line\n", "no frame"),
        (struct.pack("<II", 11, 0), "over 10 bytes"),
        (struct.pack("<II", 0, 11), "over 10 bytes"),
        (struct.pack("<II", 2, 0) + b"{]", "not JSON"),
        (struct.pack("<II", 1, 0) + b"\xff", "not JSON"),
        (struct.pack("<II", 0, 0), "not JSON"),
        (struct.pack("<II", 2, 0) + b"[]", "not a JSON object"),
    ],
)
def test_anything_else_is_a_crash(data: bytes, cause: str) -> None:
    with pytest.raises(VmCrashed, match=cause):
        read_frame(io.BytesIO(data).read, limit=10)


def test_deep_nesting_is_a_crash_not_a_recursion_error() -> None:
    text = b'{"a":' + b"[" * 200_000
    with pytest.raises(VmCrashed, match="not JSON"):
        read_frame(io.BytesIO(struct.pack("<II", len(text), 0) + text).read)


@pytest.mark.parametrize(("size", "attachment"), [(20, 0), (0, 20)])
def test_too_much_to_send_is_refused(size: int, attachment: int) -> None:
    with pytest.raises(ValueError, match="over the limit of 19 bytes"):
        encode_frame({"text": "x" * size}, b"x" * attachment, limit=19)


def test_a_number_that_json_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        encode_frame({"x": float("nan")})
