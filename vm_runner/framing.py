# SPDX-License-Identifier: Apache-2.0
"""Frames on the pipe: a JSON message with a binary attachment.

A frame is ``uint32`` length of the JSON, ``uint32`` length of the attachment (both little
endian), the JSON in UTF-8, the attachment. Lengths are in bytes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import NamedTuple

from scratchworld.errors import VmCrashed

__all__ = ["MAX_FRAME_BYTES", "Frame", "encode_frame", "read_frame"]

MAX_FRAME_BYTES = 256 * 1024 * 1024
"""Bound on either part of a frame. Text taken for a header announces far more than this."""

_HEADER = struct.Struct("<II")


class Frame(NamedTuple):
    """One message and its attachment."""

    message: dict[str, object]
    attachment: bytes


def encode_frame(
    message: dict[str, object], attachment: bytes = b"", *, limit: int = MAX_FRAME_BYTES
) -> bytes:
    """The bytes of one frame. Scratch names may hold lone surrogates: JSON escapes keep them.

    Raises:
        ValueError: if a part is longer than ``limit`` bytes, or the message is not JSON.
    """
    text = json.dumps(message, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode()
    if max(len(text), len(attachment)) > limit:
        raise ValueError(
            f"a message of {len(text)} bytes with an attachment of {len(attachment)} bytes "
            f"is over the limit of {limit} bytes for the VM process"
        )
    return _HEADER.pack(len(text), len(attachment)) + text + attachment


def read_frame(read: Callable[[int], bytes], *, limit: int = MAX_FRAME_BYTES) -> Frame | None:
    """The next frame, or ``None`` at a clean end of the stream.

    ``read(n)`` returns exactly ``n`` bytes, or fewer at the end of the stream.

    Raises:
        VmCrashed: if the bytes are not a frame, or the stream ends within one.
    """
    header = read(_HEADER.size)
    if not header:
        return None
    if len(header) < _HEADER.size:
        raise VmCrashed(f"the VM process's output ends within a frame header: {header!r}")
    text_length, attachment_length = _HEADER.unpack(header)
    if max(text_length, attachment_length) > limit:
        raise VmCrashed(
            f"the VM process wrote something that is no frame, or one over {limit} bytes: "
            f"it begins with {header!r}"
        )
    text = read(text_length)
    attachment = read(attachment_length)
    if len(text) < text_length or len(attachment) < attachment_length:
        raise VmCrashed("the VM process's output ends within a frame")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise VmCrashed(f"the VM process wrote a frame that is not JSON: {error}") from error
    if not isinstance(message, dict):
        raise VmCrashed("the VM process wrote a frame that is not a JSON object")
    return Frame(message, attachment)
