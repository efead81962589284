# SPDX-License-Identifier: Apache-2.0
"""What is wrong with the answers of a prediction file, in words for its author."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.answer import Answer

__all__ = ["Problems"]

_EXAMPLES = 3


@dataclass(slots=True)
class Problems:
    """Answers that were not used or needed repair, by status and reason."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Instances by status and reason."""
    examples: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The first places of each, ``line 3 (instance 'ab')``."""

    def add(self, answer: Answer, place: str) -> None:
        """Note an answer, unless it is fine; ``place`` says where it stands."""
        if answer.status == "ok":
            return
        key = (answer.status, answer.detail)
        self.counts[key] += 1
        examples = self.examples.setdefault(key, [])
        if len(examples) < _EXAMPLES:
            examples.append(place)

    def rows(self) -> list[tuple[str, str, int, str]]:
        """Return (status, reason, instances, first places), the commonest first."""
        ordered = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        return [
            (status, reason, count, ", ".join(self.examples[status, reason]))
            for (status, reason), count in ordered
        ]
