# SPDX-License-Identifier: Apache-2.0
"""What a perturbation is."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from generators.rewriting import ProjectDocument, Translation

__all__ = ["Changed", "NotPerturbed", "Perturbation"]


class NotPerturbed(Exception):
    """Raised when a project is not perturbed; ``reason`` is a word of ``docs/tasks.md``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Changed:
    """A perturbed project, and how to speak of it."""

    document: ProjectDocument
    translation: Translation
    """From the original project to this one."""


@dataclass(frozen=True, slots=True)
class Perturbation:
    """One kind of perturbation."""

    name: str
    """As ``variant`` of an instance has it."""
    preserves: bool
    """Whether the project must do what it did, names mapped back; else it has labels of its own."""
    change: Callable[[ProjectDocument, random.Random], Changed]
    """Perturb a project. Depends on its arguments alone; raises :class:`NotPerturbed`."""
