# SPDX-License-Identifier: Apache-2.0
"""Times of one turn, and the best of several."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields


@dataclass
class Best:
    """Base of records whose fields are times, all of them better when smaller."""

    def improve(self, other: Best) -> None:
        """Take from another turn every time that is better."""
        for field in fields(self):
            setattr(self, field.name, min(getattr(self, field.name), getattr(other, field.name)))


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes, on the wall."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
