# SPDX-License-Identifier: Apache-2.0
"""What a reference is: a predictor that is always scored beside a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scoring.tasks import FIELD_TASKS
from scratchworld.world import Instance

__all__ = ["Predict", "Reference"]

Predict = Callable[[Instance], dict[str, object]]
"""From an instance to a prediction object; never looks at the instance's target."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference predictor."""

    name: str
    """As ``--reference`` takes it."""
    title: str
    """What it does, in a few words."""
    fit: Callable[[Iterable[Instance]], Predict]
    """Make the predictor from training instances, whose targets it may use."""
    learns: bool = False
    """True when it uses targets, so that it must not be asked about what it learned from."""
    looks_at_inputs: bool = False
    """True when it uses the input states of all instances of a release, but no target."""
    is_told: bool = False
    """True when it uses labels of the very instances it is asked about: a bound, no baseline."""
    is_quick: bool = False
    """True when it takes no more of an instance than scoring does, so that it is quick enough for
    every report."""
    tasks: tuple[str, ...] = FIELD_TASKS
    """Tasks that it can answer."""
    extra: str = ""
    """The optional part of the installation that it needs; empty for none."""

    @property
    def needs_labels(self) -> bool:
        """Whether it cannot be made where targets are withheld."""
        return self.learns or self.is_told

    def __call__(self, instance: Instance) -> dict[str, object]:
        """Predict without any training instance."""
        return self.fit(())(instance)
