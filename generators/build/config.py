# SPDX-License-Identifier: Apache-2.0
"""What decides the content of a release, apart from the corpus and the versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from corpus_filters import Thresholds
from generators.perturbations import PerturbationPlan
from generators.pictures import PicturePlan
from generators.tasks import (
    HORIZONS,
    CausalPlan,
    CounterfactualPlan,
    DecisionPlan,
    KeyframesPlan,
)
from scratchworld.release import Publication
from scratchworld.world import TASKS
from vm_runner import Limits

__all__ = ["DEFAULT_TASKS", "BuildConfig", "EpisodePlan", "Quota"]

DEFAULT_TASKS: tuple[str, ...] = tuple(
    task for task in TASKS if task not in ("decision", "keyframes")
)
"""Tasks of a build that names none."""


@dataclass(frozen=True, slots=True)
class EpisodePlan:
    """One episode that every project is explored with."""

    ticks: int
    """Ticks of each step (1/30 s)."""
    steps: int


@dataclass(frozen=True, slots=True)
class Quota:
    """What a release takes of the instances that one source, real or synthetic, offers."""

    instances: Mapping[str, int] | None = None
    """Instances of each task; tasks that are not named get none. ``None``: all that is offered."""
    empty: int | None = None
    """How many of the next-state instances have an empty delta. ``None``: as it comes."""
    projects: int | None = None
    """Most projects. ``None``: all."""
    cap: int | None = None
    """Most instances of one project, over all tasks."""
    concentration: float = 0.0
    """How uneven the projects' shares are: the k-th project weighs k to the power of minus this.
    At 0 all are alike."""
    order: Literal["drawn", "quiet"] = "drawn"
    """Which projects come first: as a hash of seed and file has it, or those with the smallest
    share of changed fields."""
    families: tuple[str, ...] | None = None
    """Mechanism families of synthetic projects. ``None``: all."""


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """Configuration of a build; every field is part of the manifest."""

    seed: int = 0
    """Seed of exploration, sampling and the split."""
    tasks: tuple[str, ...] = DEFAULT_TASKS
    """Tasks of which instances are made."""
    modalities: tuple[str, ...] = ("program", "table", "language")
    """Modalities that the release is fit for; screenshot too where key frames are asked for."""
    pictures: PicturePlan = field(default_factory=PicturePlan)
    """Which pictures the modalities screenshot and clip bring."""
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
    causal: CausalPlan = field(default_factory=CausalPlan)
    """How many event queries a project offers, and of what sort."""
    counterfactual: CounterfactualPlan = field(default_factory=CounterfactualPlan)
    """How many counterfactuals a project offers, and of what sort."""
    perturbations: PerturbationPlan = field(default_factory=PerturbationPlan)
    """Which perturbed versions are made of a project."""
    decision: DecisionPlan = field(default_factory=DecisionPlan)
    """How many menus a project offers, and of what sort."""
    keyframes: KeyframesPlan = field(default_factory=KeyframesPlan)
    """How many key frames instances a project offers, and of what sort."""
    max_changed: int = 300
    """Most changed fields of an instance: more would ask for length of output, not for truth."""
    empty_share: float = 53 / 285
    """Share of next-state instances whose delta is empty, as in the published release."""
    dev_share: float = 0.25
    """Share of the groups of related projects that are in the dev split."""
    real: Quota | None = None
    """What is taken of real projects. ``None``: all that they offer."""
    synthetic: Quota | None = None
    """What is taken of synthetic projects. ``None``: all that they offer."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    """When two projects are nearly the same."""
    limits: Limits = field(default_factory=Limits)
    """Bounds on one tick."""
    max_blocks: int = 10_000_000
    """Blocks that a project may execute while it is explored; a counted bound, not a time."""
    second_engine: bool = False
    """Compute every label on SpiderMonkey too, and say in each row which engines agree."""

    withhold_targets: bool = False
    """Write the questions alone, and the answers beside them; none then shows another's answer."""
    anonymise: Literal["text", "none"] = "text"
    """Replace names and texts of real projects, word for word, or leave them as they are."""
    keep_words: tuple[str, ...] = ()
    """Words that stay besides the harmless ones that come with the package."""

    release: Publication = field(default_factory=Publication)
    """What the release says of itself; it decides no instance."""

    def __post_init__(self) -> None:
        if "keyframes" in self.tasks and "screenshot" not in self.modalities:
            # the first frame is half of the question
            object.__setattr__(self, "modalities", (*self.modalities, "screenshot"))

    def quota(self, source: str) -> Quota | None:
        """Return the quota of ``real`` or of ``synthetic`` projects."""
        return self.real if source == "real" else self.synthetic

    def wants(self, source: str, family: str) -> bool:
        """Tell whether any project of this source and family can be in the release."""
        quota = self.quota(source)
        if quota is None:
            return True
        return quota.projects != 0 and (quota.families is None or family in quota.families)

    def of_exploration(self) -> dict[str, Any]:
        """Return, as plain JSON, the fields that decide what a single project offers."""
        later = ("dev_share", "real", "release", "synthetic", "thresholds", "withhold_targets")
        return {name: value for name, value in self.to_json().items() if name not in later}

    def to_json(self) -> dict[str, Any]:
        """Return the configuration as plain JSON."""
        return asdict(self)
