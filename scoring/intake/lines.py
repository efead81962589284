# SPDX-License-Identifier: Apache-2.0
"""A prediction file: an index of its records by id, then one record at a time.

The file is read twice and never held: first for ids and places, then, in whatever order the
release asks, for the records themselves.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

from scoring.answer import MISSING, Answer, rejected
from scoring.forms import CHANGED_FIELDS, Form
from scoring.intake.fast_json import decode_line
from scoring.intake.output import judge, read_output
from scoring.intake.plain import add_about, read_plain
from scoring.intake.restated import Line, restated
from scoring.intake.source import open_source
from scoring.intake.strict_json import Parsed, StrictDecoder
from scratchworld.closing import Closing
from scratchworld.errors import PredictionError

__all__ = ["LONGEST_LINE", "PredictionFile", "Wanted", "example_line"]


def example_line(form: Form) -> str:
    """Return a line that holds a prediction of this form."""
    return json.dumps({"instance_id": "0123456789abcdef", "prediction": form.example})


_EXAMPLE_LINE = example_line(CHANGED_FIELDS)

LONGEST_LINE = 32 * 2**20
"""Bytes; the largest states take less than 1 % of it. A longer line is ``schema_invalid``."""

_KEY = b'"instance_id"'
_ID_FIRST = re.compile(rb'\s*\{\s*"instance_id"\s*:\s*"([^"\\]*)"')
_ID = re.compile(rb'"instance_id"\s*:\s*"([^"\\]*)"')
_TOO_LONG = -1
_FRAME = 200
"""Bytes around the state of a line, generously."""


class Wanted(NamedTuple):
    """An instance whose answer is wanted."""

    instance_id: str
    form: Form
    """Of its task."""
    state: bytes
    """Its input state in canonical JSON; empty where it is not at hand."""


class PredictionFile(Closing):
    """An open prediction file; use it as a context manager.

    Opening it reads all ids. Takes about 150 bytes of memory a record, whatever its length.
    """

    def __init__(self, path: Path, *, strict: bool = False) -> None:
        """Index the file; with ``strict`` an answer that needs repair is not used.

        Raises:
            PredictionError: when the file is missing, unreadable or empty, an id occurs twice, or
                a record has none.
        """
        self.path = path
        self._strict = strict
        self._decoder = StrictDecoder()
        self._rows: dict[str, int] = {}
        self._lines, self._offsets, self._lengths = array("q"), array("q"), array("q")
        self._stream, self.unit, self._digest = open_source(path)
        try:
            self._index()
        except BaseException:
            self._stream.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[str]:
        """Yield the ids in the order of the file."""
        return iter(self._rows)

    def __contains__(self, instance_id: object) -> bool:
        return instance_id in self._rows

    @property
    def folder(self) -> Path:
        """Where the paths start that its answers name; of a pipe the current folder."""
        return self.path.parent if self.path.is_file() else Path()

    def digest(self) -> str:
        """SHA-256 of the file's bytes."""
        return self._digest

    def line_of(self, instance_id: str) -> int:
        """Return the number of an id's line (item, row), from 1. Raises ``KeyError``."""
        return self._lines[self._rows[instance_id]]

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """Check that every id is one of the release's, all of which are given.

        Raises:
            PredictionError: for the first that is not.
        """
        seen = bytearray(len(self._lines))
        for name in known:
            row = self._rows.get(name)
            if row is not None:
                seen[row] = 1
        row = seen.find(0)
        if row >= 0:
            name = next(name for name, place in self._rows.items() if place == row)
            message = "the release has no such instance; is it the right release?"
            self._fail(message, self._lines[row], name)

    def answers(self, wanted: Sequence[Wanted]) -> list[Answer]:
        """Return what the file says about each of some instances, as :meth:`answer` does.

        Answers that repeat most of the input state are read faster, all their lines at once.
        """
        found = restated([*filter(None, map(self._line_like_its_state, wanted))])
        return [
            Answer("ok", delta=changes.claimed, restated=changes.known)
            if (changes := found.get(one.instance_id))
            else self.answer(one.instance_id, one.form)
            for one in wanted
        ]

    def answer(self, instance_id: str, form: Form = CHANGED_FIELDS) -> Answer:
        """Return what the file says about one instance; ``missing`` when it says nothing.

        ``form`` is that of the instance's task.

        Raises:
            PredictionError: when the line is not a JSON object in UTF-8.
        """
        row = self._rows.get(instance_id)
        if row is None:
            return MISSING
        line = self._lines[row]
        if self._lengths[row] == _TOO_LONG:
            return rejected("schema_invalid", f"longer than {LONGEST_LINE} bytes")
        raw = self._read(row)
        answer = read_plain(raw, instance_id, form)
        if answer is not None:
            return answer
        try:
            parsed = self._parse(raw, line, instance_id)
        except RecursionError:
            return rejected("schema_invalid", "nested too deeply")
        record = parsed.value
        if record.get("instance_id") != instance_id:
            self._fail_without_id(line)
        return add_about(self._judge(parsed, form), record)

    def _line_like_its_state(self, wanted: Wanted) -> Line | None:
        """Read a line of about the length of the input state; ``None`` for another one."""
        name, _, state = wanted
        row = self._rows.get(name, -1) if state else -1
        if row < 0 or not len(state) / 2 < self._lengths[row] < 2 * len(state) + _FRAME:
            return None
        return Line(self._read(row), name, state)

    def _read(self, row: int) -> bytes:
        self._stream.seek(self._offsets[row])
        return self._stream.read(self._lengths[row])

    def _judge(self, parsed: Parsed, form: Form) -> Answer:
        record = parsed.value
        given = [key for key in ("prediction", "output") if key in record]
        if len(given) != 1:
            what = "both 'prediction' and 'output'" if given else "no 'prediction' or 'output'"
            return rejected("schema_invalid", f"the {self.unit} has {what}")
        if parsed.fault:
            return rejected("schema_invalid", parsed.fault)
        if given == ["prediction"]:
            return judge(Parsed(record["prediction"], 0, ""), "ok", form)
        if not isinstance(record["output"], str):
            return rejected("schema_invalid", "'output' is not a text")
        return read_output(record["output"], self._decoder, form, strict=self._strict)

    def _index(self) -> None:
        sha = hashlib.sha256()
        offset = number = 0
        try:
            while line := self._stream.readline(LONGEST_LINE):
                number += 1
                sha.update(line)
                length = len(line)
                end = offset + length
                if length == LONGEST_LINE and not line.endswith(b"\n"):
                    while chunk := self._stream.readline(LONGEST_LINE):
                        sha.update(chunk)
                        end += len(chunk)
                        if chunk.endswith(b"\n"):
                            break
                    self._add(self._id_of_long(line, number), number, offset, _TOO_LONG)
                elif not line.isspace():
                    self._add(self._id_of(line, number), number, offset, length)
                offset = end
        except OSError as error:
            raise PredictionError(f"{self.path}: cannot be read ({error.strerror})") from None
        self._digest = self._digest or sha.hexdigest()
        if not self._rows:
            message = f"{self.path}: holds no prediction; a line looks like {_EXAMPLE_LINE}"
            raise PredictionError(message)

    def _add(self, name: str, number: int, offset: int, length: int) -> None:
        row = len(self._lines)
        first = self._rows.setdefault(name, row)
        if first != row:
            place = f"{self.unit} {self._lines[first]}"
            message = f"this id is already on {place}; keep one of the two"
            self._fail(message, number, name)
        self._lines.append(number)
        self._offsets.append(offset)
        self._lengths.append(length)

    def _id_of(self, line: bytes, number: int) -> str:
        """Find the id quickly where that is safe; else parse the whole line."""
        if line.count(_KEY) == 1:
            found = _ID_FIRST.match(line) or _ID.search(line)
            if found:
                try:
                    return str(found[1], "utf-8")
                except UnicodeDecodeError:
                    self._fail("not UTF-8 text; write it as UTF-8", number, None)
        try:
            name = self._parse(line, number, None).value.get("instance_id")
        except RecursionError:
            self._fail("nested too deeply, and its instance_id is not plain to see", number, None)
        if not isinstance(name, str):
            self._fail_without_id(number)
        return name

    def _id_of_long(self, line: bytes, number: int) -> str:
        found = _ID_FIRST.match(line)
        if not found:
            message = f"longer than {LONGEST_LINE} bytes, and does not begin with an instance_id"
            self._fail(message, number, None)
        return str(found[1], "utf-8", "replace")

    def _parse(self, line: bytes, number: int, name: str | None) -> Parsed:
        """Decode a line into an object. Raises ``RecursionError`` when it is nested too deeply."""
        try:
            # A byte-order mark may stand before the first line.
            text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            parsed = decode_line(text, self._decoder)
        except UnicodeDecodeError:
            self._fail("not UTF-8 text; write it as UTF-8", number, name)
        except ValueError as error:
            message = f"not JSON ({error}); a {self.unit} looks like {_EXAMPLE_LINE}"
            self._fail(message, number, name)
        if not isinstance(parsed.value, dict):
            self._fail(f"not an object; a line looks like {_EXAMPLE_LINE}", number, name)
        if parsed.fault == "duplicate key 'instance_id'":
            self._fail("two instance_id on one line", number, name)
        return parsed

    def _fail_without_id(self, number: int) -> NoReturn:
        message = f"no instance_id, which is a text; a line looks like {_EXAMPLE_LINE}"
        self._fail(message, number, None)

    def _fail(self, message: str, number: int, name: str | None) -> NoReturn:
        about = "" if name is None else f" (instance {name!r})"
        where = (
            f"{self.path}:{number}" if self.unit == "line" else f"{self.path}: {self.unit} {number}"
        )
        raise PredictionError(f"{where}: {message}{about}", line=number, instance_id=name)
