# SPDX-License-Identifier: Apache-2.0
"""Executes labels again, and compares what the rows state with what happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generators.engines import Executor, by_length
from generators.keyframes import KeyframeCheck
from generators.oracle import EventReader, executed_rewards
from generators.released import ReleasedProjects
from generators.verify.digests import Digests
from generators.verify.verification import Verification
from scratchworld.errors import InputError, ProjectError
from scratchworld.release import Release, ReleaseFault
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Instance,
    KeyframesInstance,
    Trace,
    Value,
    diff,
    same_value,
)
from vm_runner.spidermonkey import SecondEngine

__all__ = ["replay"]


def replay(
    name: str,
    instances: Sequence[Instance],
    projects: ReleasedProjects,
    release: Release,
    executor: Executor,
    keyframes: KeyframeCheck,
    result: Verification,
) -> None:
    """Execute the labels of one variant of a project, and add what is found to ``result``."""
    try:
        data = projects.data(instances[0], executor.runner)
    except (InputError, ProjectError) as error:
        result.faults.append(ReleaseFault(name, str(error)))
        return
    reader = EventReader(data, executor.runner)
    digests = Digests(release)
    for instance in sorted(instances, key=by_length):
        try:
            outcome = executor.run(data, instance)
            decided = _decision_faults(instance, data, executor)
            if isinstance(instance, KeyframesInstance):
                decided += keyframes.faults(instance, outcome.trace, data, executor.runner)
        except (ProjectError, ValueError, IndexError) as error:
            result.faults.append(ReleaseFault(instance.instance_id, f"it does not run: {error}"))
            continue
        result.replayed += 1
        faults = [*_label_faults(instance, outcome.trace), *decided]
        if isinstance(instance, CausalInstance) and reader.read(instance, outcome.trace) != (
            instance.occurs,
            instance.chain,
        ):
            faults.append("another answer to its query, or another chain")
        digest = digests.of(instance, outcome.trace)
        if digest is not None:
            result.digests += 1
            if digest != instance.replay_digest:
                faults.append(
                    "another digest of its trace: events differ, or another version of the VM ran"
                )
        if outcome.difference:
            faults.append(f"{SecondEngine.name} computes another trace: {outcome.difference}")
        result.engines[instance.instance_id] = executor.agreeing(outcome)
        result.faults += [ReleaseFault(instance.instance_id, fault) for fault in faults]


def _label_faults(instance: Instance, trace: Trace) -> Iterator[str]:
    state = trace.state(instance.step)
    if found := _differences(instance.state, state):
        yield f"another input state: {found}"
    target = diff(state, trace.state(instance.step + instance.horizon))
    if found := _differences(instance.target, target):
        yield f"another target: {found}"
    if instance.monitors != trace.monitors_at(instance.step):
        yield "other monitors on the stage"
    if isinstance(instance, DecisionInstance):
        before = instance.step - len(instance.observed)
        if found := _differences(instance.earlier, trace.state(before)):
            yield f"another state before the input state: {found}"
    if isinstance(instance, (CounterfactualInstance, DecisionInstance)):
        deltas = [step.delta for step in trace.steps[: instance.step]]
        if list(instance.observed) != deltas[len(deltas) - len(instance.observed) :]:
            yield "other deltas before the input state"


def _decision_faults(instance: Instance, data: bytes, executor: Executor) -> list[str]:
    """Execute the options of a menu, if the instance has one, and compare their rewards."""
    if not isinstance(instance, DecisionInstance):
        return []
    faults = []
    if instance.menu[:1] != (instance.actions,):
        faults.append("its actions are not those of the first option")
    for at, option in enumerate(instance.options()):
        outcome = executor.run(data, option)
        if executed_rewards(option, outcome.trace) != instance.rewards[at]:
            faults.append(f"another reward of option {at}")
        if outcome.difference:
            faults.append(f"{SecondEngine.name} differs on option {at}: {outcome.difference}")
    return faults


def _differences(stated: Mapping[str, Value | None], executed: Mapping[str, Value | None]) -> str:
    """The fields that differ, the first three by name; empty when all agree."""
    differ = sorted(
        path
        for path in stated.keys() | executed.keys()
        if path not in stated or path not in executed or not _agree(stated[path], executed[path])
    )
    more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
    return ", ".join(differ[:3]) + more


def _agree(one: Value | None, other: Value | None) -> bool:
    return one is other if one is None or other is None else same_value(one, other)
