# SPDX-License-Identifier: Apache-2.0
"""What decides the content of a release, apart from the corpus and the versions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from corpus_filters import Thresholds
from generators.tasks import HORIZONS
from vm_runner import Limits

__all__ = ["BuildConfig", "EpisodePlan"]


@dataclass(frozen=True, slots=True)
class EpisodePlan:
    """One episode that every project is explored with."""

    ticks: int
    """Ticks of each step (1/30 s)."""
    steps: int


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """Configuration of a build; every field is part of the manifest."""

    seed: int = 0
    """Seed of exploration, sampling and the split."""
    episodes: tuple[EpisodePlan, ...] = (
        EpisodePlan(ticks=1, steps=60),
        EpisodePlan(ticks=5, steps=48),
        EpisodePlan(ticks=10, steps=36),
        EpisodePlan(ticks=30, steps=30),
    )
    horizons: tuple[int, ...] = HORIZONS
    """Steps H of rollouts."""
    next_state_cap: int = 6
    """Most next-state instances of one project."""
    rollout_cap: int = 6
    """Most rollout instances of one project."""
    max_changed: int = 300
    """Most changed fields of an instance: more would ask for length of output, not for truth."""
    empty_share: float = 53 / 285
    """Share of next-state instances whose delta is empty, as in the published release."""
    dev_share: float = 0.25
    """Share of the groups of related projects that are in the dev split."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    """When two projects are nearly the same."""
    limits: Limits = field(default_factory=Limits)
    """Bounds on one tick."""
    max_blocks: int = 10_000_000
    """Blocks that a project may execute while it is explored; a counted bound, not a time."""

    def to_json(self) -> dict[str, Any]:
        """Return the configuration as plain JSON."""
        return asdict(self)
