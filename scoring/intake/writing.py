# SPDX-License-Identifier: Apache-2.0
"""Write ``predictions.jsonl``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from scratchworld.errors import InputError
from scratchworld.world import canonical_json

__all__ = ["write_predictions"]


def write_predictions(path: Path, predictions: Iterable[tuple[str, Mapping[str, object]]]) -> int:
    """Write (instance id, prediction object) pairs, one a line, and return their number.

    The bytes depend on the pairs and their order alone.

    Raises:
        InputError: when the file cannot be written.
    """
    written = 0
    try:
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            for name, prediction in predictions:
                record = {"instance_id": name, "prediction": prediction}
                stream.write(canonical_json(record) + "\n")
                written += 1
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    return written
