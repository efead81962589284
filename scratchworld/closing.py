# SPDX-License-Identifier: Apache-2.0
"""What is closed at the end of a ``with`` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import TypeVar

__all__ = ["Closing"]

_Own = TypeVar("_Own", bound="Closing")


class Closing(ABC):
    """Can be used in a ``with`` statement, which calls :meth:`close` however its block ends."""

    def __enter__(self: _Own) -> _Own:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Let go of what is held. May be called again."""
