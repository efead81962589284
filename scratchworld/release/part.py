# SPDX-License-Identifier: Apache-2.0
"""What a release may hold besides instances and report, to the one who writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from scratchworld.release.columns import Column

__all__ = ["Part"]


class Part(Protocol):
    """Writes tables of its own into a release. The same content gives the same bytes."""

    def write(self, folder: Path, canary: str) -> Mapping[str, Sequence[Column]]:
        """Write into the release's folder; return the columns of each table by its path.

        A table lies at ``<name>/<split>-00000-of-00001.parquet`` and becomes a configuration of the
        card. Called after the instances are written; further files may be written too.
        """
