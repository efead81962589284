# SPDX-License-Identifier: Apache-2.0
"""A window of a trace: input state, actions, and the executed outcome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from scratchworld.world import (
    Delta,
    Episode,
    Instance,
    State,
    Trace,
    diff,
    digest,
    hidden_paths,
    instance_id,
)

__all__ = ["Provenance", "Window", "windows"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an instance comes from."""

    project: str
    """Keyed hash of the project."""
    source: str
    family: str
    split: str


@dataclass(frozen=True)
class Window:
    """``horizon`` steps of an episode, from s_t to s_{t+horizon}."""

    task: str
    episode: Episode
    step: int
    horizon: int
    state: State
    target: Delta
    monitors: tuple[str, ...]

    @property
    def ticks(self) -> int:
        """Ticks of each step; one number, since an episode's steps are alike."""
        return self.episode.steps[self.step].ticks

    @cached_property
    def n_hidden_changed(self) -> int:
        """Changed fields that the renderer does not show."""
        return len(hidden_paths(self.target, self.monitors))

    @cached_property
    def fingerprint(self) -> str:
        """Equal for windows that ask the same question and have the same answer."""
        actions = [step.to_json() for step in self.episode.steps[self.step :][: self.horizon]]
        return digest([self.state, actions, self.target])

    def instance(self, provenance: Provenance, *, replay_digest: str) -> Instance:
        """Return the instance of this window, its label replayed on Node."""
        steps = [tuple(action.to_json() for action in step.actions) for step in self.episode.steps]
        history = tuple(steps[: self.step])
        actions = tuple(steps[self.step : self.step + self.horizon])
        instance = Instance(
            instance_id="",
            task=self.task,
            source=provenance.source,
            family=provenance.family,
            project=provenance.project,
            split=provenance.split,
            variant="original",
            pair_id="",
            seed=self.episode.seed,
            ticks=self.ticks,
            horizon=self.horizon,
            step=self.step,
            history=history,
            actions=actions,
            state=self.state,
            target=self.target,
            monitors=self.monitors,
            n_fields=len(self.state),
            n_changed=len(self.target),
            n_hidden_changed=self.n_hidden_changed,
            replay_digest=replay_digest,
            replay_engines=("node",),
            canary="",
        )
        return replace(instance, instance_id=instance_id(instance.identity()))


def windows(task: str, episode: Episode, trace: Trace, horizon: int) -> list[Window]:
    """Return all windows of ``horizon`` steps; none when the episode is shorter."""
    states = list(trace.states())
    return [
        Window(
            task,
            episode,
            t,
            horizon,
            states[t],
            trace.steps[t].delta if horizon == 1 else diff(states[t], states[t + horizon]),
            trace.monitors_at(t),
        )
        for t in range(len(trace.steps) - horizon + 1)
    ]
