# SPDX-License-Identifier: Apache-2.0
"""The VM oracle: predicts by executing. It must score exactly 100 on every task."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generators.causal import NoChain, ProgramIndex, Record, answer
from generators.keyframes import draw_steps
from generators.released import ReleasedProjects, by_variant
from scratchworld.world import (
    CausalInstance,
    DecisionInstance,
    Episode,
    Instance,
    KeyframesInstance,
    Trace,
    diff,
)
from vm_runner import VmRunner

__all__ = ["EventReader", "data_url", "executed_rewards", "oracle_predictions"]


Keep = Callable[[str, bytes], str]
"""Takes a name and a PNG file, and returns what a prediction calls it."""


def data_url(_: str, png: bytes) -> str:
    """Return a picture as a URL that holds it."""
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


def oracle_predictions(
    instances: Iterable[Instance],
    projects: ReleasedProjects,
    runner: VmRunner,
    keep: Keep = data_url,
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield (instance id, prediction), each executed from tick 0.

    A prediction uses the instance's seed, history and actions and the project file, nothing of
    its label. Rollout predictions are full states, those of other fields deltas. ``runner`` records
    events if there are event queries. Frames are drawn again and go to ``keep``.

    Raises:
        InputError: when the corpus lacks a project of the release.
        ProjectError: when a project no longer runs.
    """
    for together in by_variant(instances):
        data = projects.data(together[0], runner)
        reader = EventReader(data, runner)
        traces: dict[Episode, Trace] = {}
        # the longest first: what is a part of it needs no run of its own
        asked = {one.episode() for instance in together for one in _executed(instance)}
        for episode in sorted(asked, key=_length):
            if not any(_begins(longer, episode) for longer in traces):
                traces[episode] = runner.run(data, episode)
        for instance in together:
            if isinstance(instance, KeyframesInstance):
                yield instance.instance_id, _draw(instance, data, runner, keep)
                continue
            executed = [_trace_of(one.episode(), traces) for one in _executed(instance)]
            yield instance.instance_id, _predict(instance, executed, reader)


def executed_rewards(instance: DecisionInstance, trace: Trace) -> tuple[float, ...]:
    """Return the reward of each step of an option, from a run of it from tick 0."""
    end = instance.step + instance.horizon
    return instance.reward.steps([trace.state(at) for at in range(instance.step, end + 1)])


class EventReader:
    """Answers the event queries of one project from its traces."""

    def __init__(self, project: bytes, runner: VmRunner) -> None:
        self._project = project
        self._runner = runner
        self._index: ProgramIndex | None = None

    def read(self, instance: CausalInstance, trace: Trace) -> tuple[bool, tuple[str, ...]]:
        """Return whether the event occurs in a traced run of the instance, and its chain."""
        if self._index is None:
            self._index = ProgramIndex(self._runner.load(self._project).program)
        start, end = instance.step, instance.step + instance.horizon
        record = Record(trace.prefix(end))
        try:
            found = answer(instance.query, record, self._index, trace.state(start), start, end)
        except NoChain:
            return False, ()
        return found.occurs, found.chain.texts


def _length(episode: Episode) -> int:
    return -len(episode.steps)


def _begins(longer: Episode, episode: Episode) -> bool:
    """True when ``longer`` starts with all of ``episode``."""
    return longer.seed == episode.seed and longer.prefix(len(episode.steps)) == episode


def _executed(instance: Instance) -> tuple[Instance, ...]:
    """Return the instances whose traces tell the answer: one for each option of a menu."""
    if isinstance(instance, KeyframesInstance):
        return ()
    return instance.options() if isinstance(instance, DecisionInstance) else (instance,)


def _draw(
    instance: KeyframesInstance, data: bytes, runner: VmRunner, keep: Keep
) -> dict[str, object]:
    steps = [instance.step + moment for moment in instance.moments]
    drawn = draw_steps(runner.load(data, trace=False), instance.episode(), steps)
    names = (f"{instance.instance_id}-{number}.png" for number, _ in enumerate(steps, 1))
    frames = zip(names, steps, strict=True)
    return {"frames": [keep(name, drawn[step].png) for name, step in frames]}


def _trace_of(episode: Episode, traces: Mapping[Episode, Trace]) -> Trace:
    return next(found for longer, found in traces.items() if _begins(longer, episode))


def _predict(instance: Instance, traces: Sequence[Trace], reader: EventReader) -> dict[str, object]:
    if isinstance(instance, DecisionInstance):
        return {"rewards": [math.fsum(executed_rewards(instance, trace)) for trace in traces]}
    trace = traces[0]
    if isinstance(instance, CausalInstance):
        occurs, chain = reader.read(instance, trace)
        return {"occurs": occurs, "chain": list(chain)}
    state = trace.state(instance.step + instance.horizon)
    if instance.task == "rollout":
        return {"state": state}
    return {"delta": diff(trace.state(instance.step), state)}
