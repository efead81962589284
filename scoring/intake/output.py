# SPDX-License-Identifier: Apache-2.0
"""Find the prediction in a model's raw text.

It may be JSON alone, in a code fence or among prose, and it may be JSON with the usual slips:
single quotes, Python literals, trailing commas, comments.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache

from scoring.answer import Answer, Status, rejected
from scoring.forms import CHANGED_FIELDS, Form
from scoring.intake.fast_json import decode_line
from scoring.intake.repair import repair_object
from scoring.intake.strict_json import Parsed, StrictDecoder

__all__ = ["read_output"]

_FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?P<closed>"?)|[{}]', re.DOTALL)

_MOST_REPAIRS = 4
"""Broken objects of one text that are tried, the last ones."""


def read_output(
    text: str, decoder: StrictDecoder, form: Form = CHANGED_FIELDS, *, strict: bool = False
) -> Answer:
    """Read a model's raw text, whose prediction is of that form.

    JSON alone is ``ok``. Otherwise the last object with a key of the form (``delta`` or ``state``)
    is taken, from a code fence before one from the prose, a sound one before one that needs
    mending, and the answer is ``repaired``; with ``strict`` such an answer is not used. With no
    such object the answer is ``schema_invalid`` if there is another object, ``truncated`` if the
    text ends inside one, else ``unparseable``.
    """
    try:
        return judge(_decode(text, decoder), "ok", form)
    except RecursionError:
        return rejected("schema_invalid", "nested too deeply")
    except ValueError:
        pass  # There is more, or less, than one JSON value.
    answer = _among_other_text(text, decoder, form)
    if strict and answer.status == "repaired":
        return rejected("repaired", f"{answer.detail}; not used, as repairs are switched off")
    return answer


def _decode(text: str, decoder: StrictDecoder) -> Parsed:
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError:  # A lone surrogate, which bytes cannot hold.
        return decoder.decode(text)
    return decode_line(raw, decoder)


def _among_other_text(text: str, decoder: StrictDecoder, form: Form) -> Answer:
    in_prose, is_truncated = _objects(_FENCE.sub("\n", text), decoder, form)
    found = in_prose
    for block in _FENCE.findall(text):
        found = [*found, *_objects(block, decoder, form)[0]]
    sound = [one for one in found if isinstance(one, Parsed)]
    broken = [one for one in found if isinstance(one, str)]
    for parsed in reversed(sound):
        if _is_prediction(parsed, form):
            return _repaired(parsed, form, "text around the JSON")
    for raw in reversed(broken[-_MOST_REPAIRS:]):
        mended = repair_object(raw, form.keys)
        if mended and _is_prediction(mended, form):
            return _repaired(mended, form, "broken JSON, mended")
    if is_truncated:
        return rejected("truncated", "the text ends inside a JSON object")
    if sound:
        keys = " or ".join(map(repr, form.keys))
        return rejected("schema_invalid", f"no JSON object has a member {keys}")
    return rejected("unparseable", "no JSON object in the text")


def _repaired(parsed: Parsed, form: Form, how: str) -> Answer:
    answer = judge(parsed, "repaired", form)
    return replace(answer, detail=how) if answer.usable else answer


def _is_prediction(parsed: Parsed, form: Form) -> bool:
    return any(key in parsed.value for key in form.keys)


def judge(parsed: Parsed, status: Status, form: Form) -> Answer:
    """Turn a decoded value into an answer; a duplicate key or bare NaN is ``schema_invalid``."""
    if parsed.fault:
        return rejected("schema_invalid", parsed.fault)
    return form.read(parsed.value, status)


def _objects(text: str, decoder: StrictDecoder, form: Form) -> tuple[list[Parsed | str], bool]:
    """Return the JSON objects in a text, broken ones as text; and whether it ends inside one."""
    found: list[Parsed | str] = []
    at, pattern = 0, _object_start(form.keys)
    while start := pattern.search(text, at):
        try:
            parsed = decoder.decode_at(text, start.start())
        except (json.JSONDecodeError, RecursionError):
            # A broken object is left whole: what lies inside it is not the answer.
            end = _closing_brace(text, start.start())
            if end is None:
                return found, True
            found.append(text[start.start() : end])
            at = end
        else:
            found.append(parsed)
            at = parsed.end
    return found, False


@lru_cache(maxsize=16)
def _object_start(keys: tuple[str, ...]) -> re.Pattern[str]:
    """What a prediction may begin with: a brace, and then a key, quoted or not, or a comment."""
    bare = "|".join(map(re.escape, keys))
    return re.compile(rf"\{{\s*(?:[\"'}}]|(?:{bare})\s*:|//|/\*|\Z)")


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
