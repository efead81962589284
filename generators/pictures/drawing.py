# SPDX-License-Identifier: Apache-2.0
"""Draws the frames of a project's instances while its episodes are run once more.

An episode that is the beginning of another, or the same, is not run on its own: one run serves all
instances in it. The state at the input of every instance must be the instance's, and so must the
one at its target, if pictures go that far; so a picture is of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generators.pictures.moments import Moments
from generators.pictures.store import FrameStore
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Instance, State, Step, apply_delta, diff
from vm_runner import VmRunner

__all__ = ["draw"]


class _Shown(NamedTuple):
    """An instance, and when pictures are taken for it."""

    instance: Instance
    moments: Moments

    @property
    def ticks(self) -> tuple[int, ...]:
        """All ticks at which a picture is taken."""
        own = self.moments
        return (own.now, *own.history, *own.before, *own.after)

    @property
    def to_the_end(self) -> bool:
        """Whether pictures go on to the target; an alteration is executed only then."""
        return bool(self.moments.after)

    def episode(self) -> Episode:
        """Return what must be executed."""
        episode = self.instance.episode()
        return episode if self.to_the_end else episode.prefix(self.instance.step)


@dataclass(slots=True)
class _Run:
    """An episode and the instances that it serves."""

    episode: Episode
    shown: list[_Shown] = field(default_factory=list)


def draw(
    data: bytes,
    instances: Iterable[Instance],
    moments: Mapping[str, Moments],
    runner: VmRunner,
    store: FrameStore,
) -> dict[str, dict[int, str]]:
    """Draw what ``moments`` asks for by instance id; return the name of each frame by its tick.

    ``data`` is the file of the project that all ``instances`` come from. The frames go to
    ``store``.

    Raises:
        ProjectError: when the project fails, or ``unstable`` when a state is not the instance's.
        InputError: when the store cannot be written.
    """
    drawn: dict[str, dict[int, str]] = {}
    for run in _runs(_Shown(each, moments[each.instance_id]) for each in instances):
        frames = {tick: store.add_frame(png) for tick, png in _frames(data, run, runner)}
        for shown in run.shown:
            own = {tick: frames[tick] for tick in shown.ticks}
            drawn[shown.instance.instance_id] = own
    return drawn


def _runs(instances: Iterable[_Shown]) -> list[_Run]:
    """Return the episodes to run, none of which is the beginning of another."""
    needed = [(shown.episode(), shown) for shown in instances]
    needed.sort(key=lambda pair: -len(pair[0].steps))
    runs: list[_Run] = []
    for episode, shown in needed:
        for run in runs:
            if _begins(run.episode, episode):
                break
        else:
            run = _Run(episode)
            runs.append(run)
        run.shown.append(shown)
    return runs


def _begins(longer: Episode, episode: Episode) -> bool:
    return longer.seed == episode.seed and longer.prefix(len(episode.steps)) == episode


def _frames(data: bytes, run: _Run, runner: VmRunner) -> Iterator[tuple[int, bytes]]:
    points = frozenset(tick for shown in run.shown for tick in shown.ticks)
    session = runner.load(data, trace=False)
    state, monitors = session.start(run.episode.seed)
    tick = 0
    _check(run.shown, 0, state, monitors)
    if tick in points:
        yield tick, session.frame()
    for number, step in enumerate(run.episode.steps, 1):
        for part in _parts(step, tick, points):
            # one call a part: the time limit is then for a step at most
            (result,) = session.run([part])
            state, monitors = apply_delta(state, result.delta), result.monitors
            tick += part.ticks
            if tick in points:
                yield tick, session.frame()
        _check(run.shown, number, state, monitors)


def _parts(step: Step, start: int, points: frozenset[int]) -> Iterator[Step]:
    """Cut a step that begins at tick ``start`` wherever a picture is taken within it."""
    cuts = [tick for tick in range(1, step.ticks) if start + tick in points]
    begin = 0
    for cut in (*cuts, step.ticks):
        if begin:
            yield Step(cut - begin)
        else:
            yield Step(cut, step.actions, step.interventions)
        begin = cut


def _check(shown: Sequence[_Shown], step: int, state: State, monitors: tuple[str, ...]) -> None:
    for each in shown:
        instance = each.instance
        if instance.step == step:
            same = not diff(instance.state, state) and instance.monitors == monitors
        elif each.to_the_end and instance.step + instance.horizon == step:
            same = not diff(instance.target_state(), state)
        else:
            continue
        if not same:
            raise ProjectError(
                "unstable",
                f"run once more for its pictures, step {step} of instance "
                f"{instance.instance_id} had another state",
            )
