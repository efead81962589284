# SPDX-License-Identifier: Apache-2.0
"""What a modality is to the build."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scratchworld.world import Instance
from vm_runner import VmRunner

__all__ = ["Made", "Modality", "Subject"]

Made = list[Mapping[str, Any]]
"""Plain JSON objects, as the modality wants them back when the release is written."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One variant of one project, with the instances that it offers."""

    data: bytes
    """The project file of this variant."""
    variant: str
    """``original``, or the name of the perturbation."""
    instances: Sequence[Instance]
    """Those of this variant, without a split. The release may hold fewer."""
    runner: VmRunner
    """Free to load projects with."""


@dataclass(frozen=True, slots=True)
class Modality:
    """One form in which the instances of every task can be shown."""

    name: str
    make: Callable[[Subject], Made] | None
    """What the release needs for it besides the instances; ``None``: nothing."""
