# SPDX-License-Identifier: Apache-2.0
"""``predictions.jsonl``: an index of its lines by id, then one line at a time.

The file is read twice and never held: first for ids and places, then, in whatever order the
release asks, for the lines themselves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Set
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, NoReturn

from scoring.answer import MISSING, Answer, rejected
from scoring.intake.output import judge, read_output
from scoring.intake.strict_json import Parsed, StrictDecoder
from scratchworld.errors import PredictionError

__all__ = ["EXAMPLE_LINE", "PredictionFile"]

EXAMPLE_LINE = '{"instance_id": "0123456789abcdef", "prediction": {"delta": {"/sprite/Cat/x": 0}}}'

_ID = re.compile(rb'"instance_id"\s*:\s*"([^"\\]*)"')


class _Place(NamedTuple):
    line: int
    offset: int


class PredictionFile:
    """An open prediction file; use it as a context manager.

    Opening it reads all ids. Takes about 200 bytes of memory a line.
    """

    def __init__(self, path: Path) -> None:
        """Index the file.

        Raises:
            PredictionError: when the file is missing, unreadable or empty, an id occurs twice, or
                a line has none.
        """
        self.path = path
        self._decoder = StrictDecoder()
        self._places: dict[str, _Place] = {}
        self._sha = hashlib.sha256()
        try:
            self._stream: BinaryIO = path.open("rb")
        except OSError as error:
            raise PredictionError(f"{path}: cannot be read ({error.strerror})") from None
        try:
            self._index()
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> PredictionFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        """Yield the ids in the order of the file."""
        return iter(self._places)

    def __contains__(self, instance_id: object) -> bool:
        return instance_id in self._places

    def digest(self) -> str:
        """SHA-256 of the file's bytes."""
        return self._sha.hexdigest()

    def refuse_unknown(self, known: Set[str]) -> None:
        """Check that every id is one of the release's.

        Raises:
            PredictionError: for the first that is not.
        """
        for name, place in self._places.items():
            if name not in known:
                message = "the release has no such instance; is it the right release?"
                self._fail(message, place.line, name)

    def answer(self, instance_id: str) -> Answer:
        """Return what the file says about one instance; ``missing`` when it says nothing.

        Raises:
            PredictionError: when the line is not a JSON object in UTF-8.
        """
        place = self._places.get(instance_id)
        if place is None:
            return MISSING
        self._stream.seek(place.offset)
        parsed = self._parse(self._stream.readline(), place.line, instance_id)
        record = parsed.value
        if record.get("instance_id") != instance_id:
            self._fail_without_id(place.line)
        given = [key for key in ("prediction", "output") if key in record]
        if len(given) != 1:
            what = "both 'prediction' and 'output'" if given else "no 'prediction' or 'output'"
            return rejected("schema_invalid", f"the line has {what}")
        if parsed.fault:
            return rejected("schema_invalid", parsed.fault)
        if given == ["prediction"]:
            return judge(Parsed(record["prediction"], 0, ""), "ok")
        if not isinstance(record["output"], str):
            return rejected("schema_invalid", "'output' is not a text")
        return read_output(record["output"], self._decoder)

    def _index(self) -> None:
        offset = 0
        try:
            for number, line in enumerate(self._stream, 1):
                self._sha.update(line)
                if not line.isspace():
                    self._add(self._id_of(line, number), _Place(number, offset))
                offset += len(line)
        except OSError as error:
            raise PredictionError(f"{self.path}: cannot be read ({error.strerror})") from None
        if not self._places:
            message = f"{self.path}: holds no prediction; a line looks like {EXAMPLE_LINE}"
            raise PredictionError(message)

    def _add(self, name: str, place: _Place) -> None:
        first = self._places.setdefault(name, place)
        if first is not place:
            message = f"this id is already on line {first.line}; keep one of the two lines"
            self._fail(message, place.line, name)

    def _id_of(self, line: bytes, number: int) -> str:
        """Find the id quickly where that is safe; else parse the whole line."""
        found = _ID.findall(line)
        if len(found) == 1:
            try:
                return str(found[0], "utf-8")
            except UnicodeDecodeError:
                self._fail("not UTF-8 text", number, None)
        name = self._parse(line, number, None).value.get("instance_id")
        if not isinstance(name, str):
            self._fail_without_id(number)
        return name

    def _parse(self, line: bytes, number: int, name: str | None) -> Parsed:
        """Decode a line into an object."""
        try:
            # A byte-order mark may stand before the first line.
            parsed = self._decoder.decode(str(line, "utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            self._fail("not UTF-8 text", number, name)
        except RecursionError:
            self._fail("nested too deeply", number, name)
        except ValueError as error:
            self._fail(f"not JSON ({error})", number, name)
        if not isinstance(parsed.value, dict):
            self._fail(f"not an object; a line looks like {EXAMPLE_LINE}", number, name)
        if parsed.fault == "duplicate key 'instance_id'":
            self._fail("two instance_id on one line", number, name)
        return parsed

    def _fail_without_id(self, number: int) -> NoReturn:
        message = f"no instance_id, which is a text; a line looks like {EXAMPLE_LINE}"
        self._fail(message, number, None)

    def _fail(self, message: str, number: int, name: str | None) -> NoReturn:
        about = "" if name is None else f" (instance {name!r})"
        raise PredictionError(
            f"{self.path}:{number}: {message}{about}", line=number, instance_id=name
        )
