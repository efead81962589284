# SPDX-License-Identifier: Apache-2.0
"""Replies that are kept while a run goes on, so that an interrupted one asks for none twice.

A folder with ``run.json``, which says what the run is, and a file a case. A file is whole or
absent: it is written beside its place and then moved there. What is kept is the reply as it came;
it is read again each time, so that nothing hangs on how it was read before. Requests without a
reply leave no file, and are sent again.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from scoring.judged.reply import Reply
from scoring.judged.request import Request
from scratchworld.errors import InputError

__all__ = ["Checkpoints"]

_RUN = "run.json"
_NAME = re.compile(r"[0-9a-f]{16}")


class Checkpoints:
    """The replies of one run; threads may keep different cases at once."""

    def __init__(self, folder: Path, run: Mapping[str, object]) -> None:
        """Open or begin the checkpoints of a run; ``run`` is what may not differ, as plain JSON.

        Raises:
            InputError: when the folder holds those of another run, or cannot be used.
        """
        self._folder = folder
        held = self._load(folder / _RUN)
        if held is None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise self._unusable(error) from None
            self._write(_RUN, dict(run))
            return
        other = [name for name in sorted({*run, *held}) if held.get(name) != run.get(name)]
        if other:
            raise InputError(
                f"{folder}: holds the replies of a run with another {' and '.join(other)}; choose "
                "another folder, or remove this one to begin anew"
            )

    def get(self, request: Request) -> Reply | None:
        """Return the reply to a request, ``None`` if there is none yet.

        Raises:
            InputError: when the file is damaged, or holds the reply to another request: the
                pictures of the answer are not what they were.
        """
        path = self._path(request)
        kept = self._load(path)
        if kept is None:
            return None
        if kept.get("request_sha256") != request.sha256:
            raise InputError(
                f"{path}: instance {request.instance_id!r} was judged with other pictures or "
                "texts than it has now; remove this file to ask again"
            )
        try:
            return Reply(**{field.name: kept["reply"][field.name] for field in fields(Reply)})
        except (KeyError, TypeError):
            raise InputError(f"{path}: damaged; remove it to ask again") from None

    def put(self, request: Request, reply: Reply) -> None:
        """Keep a reply. Raises ``InputError`` when it cannot be written."""
        content = {
            "instance_id": request.instance_id,
            "request_sha256": request.sha256,
            "reply": asdict(reply),
        }
        self._write(self._path(request).name, content)

    def _path(self, request: Request) -> Path:
        name = request.instance_id
        if not _NAME.fullmatch(name):
            raise InputError(f"the release has the instance id {name!r}; it is damaged")
        return self._folder / f"{name}.json"

    def _load(self, path: Path) -> dict[str, Any] | None:
        try:
            content = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from None
        except ValueError:
            content = None
        if not isinstance(content, dict):
            raise InputError(f"{path}: damaged; remove it to ask again")
        return content

    def _write(self, name: str, content: Mapping[str, object]) -> None:
        unfinished = self._folder / f".{name}.{os.getpid()}"
        try:
            unfinished.write_text(json.dumps(content, indent=1) + "\n", "ascii", newline="\n")
            unfinished.replace(self._folder / name)
        except OSError as error:
            raise self._unusable(error) from None

    def _unusable(self, error: OSError) -> InputError:
        return InputError(f"{self._folder}: cannot be used ({error.strerror or error})")
