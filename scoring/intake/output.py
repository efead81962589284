# SPDX-License-Identifier: Apache-2.0
"""Find the prediction in a model's raw text: JSON alone, in a code fence, or among prose."""

from __future__ import annotations

import json
import re

from scoring.answer import Answer, Status, answer_from, rejected
from scoring.intake.strict_json import Parsed, StrictDecoder

__all__ = ["read_output"]

_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?P<closed>"?)|[{}]', re.DOTALL)
_OBJECT_START = re.compile(r"\{\s*(?:[\"'}]|\Z)")


def read_output(text: str, decoder: StrictDecoder) -> Answer:
    """Read a model's raw text.

    JSON alone is ``ok``. Otherwise the last object with a ``delta`` or ``state`` is taken, from a
    code fence before one from the prose, and the answer is ``repaired``. With no such object the
    answer is ``schema_invalid`` if there is another object, ``truncated`` if the text ends inside
    one, else ``unparseable``.
    """
    try:
        return judge(decoder.decode(text), "ok")
    except RecursionError:
        return rejected("schema_invalid", "nested too deeply")
    except ValueError:
        pass  # There is more, or less, than one JSON value.
    prose = _FENCE.sub("\n", text)
    in_prose, is_truncated = _objects(prose, decoder)
    in_fences = [found for block in _FENCE.findall(text) for found in _objects(block, decoder)[0]]
    objects = in_prose + in_fences
    for parsed in reversed(objects):
        if "delta" in parsed.value or "state" in parsed.value:
            return judge(parsed, "repaired")
    if is_truncated:
        return rejected("truncated", "the text ends inside a JSON object")
    if objects:
        return rejected("schema_invalid", "no JSON object has a 'delta' or a 'state'")
    return rejected("unparseable", "no JSON object in the text")


def judge(parsed: Parsed, status: Status) -> Answer:
    """Turn a decoded value into an answer; a duplicate key or bare NaN is ``schema_invalid``."""
    if parsed.fault:
        return rejected("schema_invalid", parsed.fault)
    return answer_from(parsed.value, status)


def _objects(text: str, decoder: StrictDecoder) -> tuple[list[Parsed], bool]:
    """Return the JSON objects in a text, and whether the text ends inside another one."""
    found: list[Parsed] = []
    at = 0
    while start := _OBJECT_START.search(text, at):
        try:
            parsed = decoder.decode_at(text, start.start())
        except (json.JSONDecodeError, RecursionError):
            # A broken object is left whole: what lies inside it is not the answer.
            end = _closing_brace(text, start.start())
            if end is None:
                return found, True
            at = end
        else:
            found.append(parsed)
            at = parsed.end
    return found, False


def _closing_brace(text: str, start: int) -> int | None:
    """Return where the object that opens at ``start`` ends; ``None`` when the text ends first."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                return token.end()
        elif not token["closed"]:
            return None
    return None
