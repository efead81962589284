# SPDX-License-Identifier: Apache-2.0
"""Makes the perturbed twin of an instance, of every task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from generators.causal import NoChain, ProgramIndex, Record, answer
from generators.perturbations.base import NotPerturbed
from generators.perturbations.registry import Version
from generators.perturbations.replaying import Replayer
from generators.tasks.material import Material
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    Instance,
    Trace,
    diff,
    hidden_paths,
    instance_id,
)

__all__ = ["TwinMaker"]

_T = TypeVar("_T", bound=Instance)
_AT_LIVE_VALUE = "threshold_"
"""Kinds of alterations that stand where they do because of the value at that moment."""


class TwinMaker:
    """Makes twins for one perturbed version of a project."""

    def __init__(
        self, material: Material, version: Version, replayer: Replayer, max_changed: int
    ) -> None:
        self._material = material
        self._version = version
        self._translation = version.translation
        self._replayer = replayer
        self._max_changed = max_changed
        self._program: ProgramIndex | None = None

    def twins(self, unit: Sequence[Instance]) -> Iterator[Instance]:
        """Yield the twins of instances that belong together: one, or factual and counterfactuals.

        Raises:
            NotPerturbed: when the project is not to be perturbed in this way.
        """
        factual: CounterfactualInstance | None = None
        for original in unit:
            trace = self._replayer.trace(original.seed)
            if isinstance(original, CounterfactualInstance):
                if original.alteration is None:
                    factual = self._factual(original, trace)
                    yield from self._small(factual)
                elif factual is not None:
                    yield from self._altered(original, factual)
            elif isinstance(original, CausalInstance):
                yield from self._event(original, trace)
            else:
                common = self._common(original, trace, replay_digest=trace.digest())
                yield from self._small(_named(common))

    def _common(self, original: _T, trace: Trace, *, replay_digest: str) -> _T:
        state = trace.state(original.step)
        target = diff(state, trace.state(original.step + original.horizon))
        monitors = trace.monitors_at(original.step)
        return replace(
            original,
            variant=self._version.kind.name,
            pair_id=original.instance_id,
            history=self._translation.actions(original.history),
            actions=self._translation.actions(original.actions),
            state=state,
            target=target,
            monitors=monitors,
            n_fields=len(state),
            n_changed=len(target),
            n_hidden_changed=len(hidden_paths(target, monitors)),
            replay_digest=replay_digest,
            replay_engines=("node",),
        )

    def _small(self, twin: Instance) -> Iterator[Instance]:
        if twin.n_changed <= self._max_changed:
            yield twin
        else:
            self._leave_out("too_much_changed")

    def _leave_out(self, reason: str) -> None:
        self._material.count(f"perturbation_{self._version.kind.name}_{reason}")

    def _event(self, original: CausalInstance, trace: Trace) -> Iterator[CausalInstance]:
        """An event query: only where the world is the same, so that its chain is validated."""
        if not self._version.kind.preserves:
            return
        if self._program is None:
            self._program = ProgramIndex(self._material.explorer.load(self._version.data).program)
        start, end = original.step, original.step + original.horizon
        executed = trace.prefix(end)
        query = self._translation.query(original.query)
        try:
            told = answer(query, Record(executed), self._program, trace.state(start), start, end)
            found = told.occurs, told.chain.texts
        except NoChain:
            self._leave_out("chain_differs")
            return
        if found != (original.occurs, tuple(map(self._translation.link, original.chain))):
            self._leave_out("chain_differs")
            return
        common = self._common(original, trace, replay_digest=executed.digest())
        yield _named(replace(common, query=query, chain=found[1]))

    def _factual(self, original: CounterfactualInstance, trace: Trace) -> CounterfactualInstance:
        executed = trace.prefix(original.step + original.horizon)
        first = original.step - len(original.observed)
        common = self._common(original, trace, replay_digest=executed.digest())
        named = _named(
            replace(
                common,
                observed=tuple(step.delta for step in trace.steps[first : original.step]),
                original_id=original.instance_id,
            )
        )
        return replace(named, pair_id=named.instance_id)

    def _altered(
        self, original: CounterfactualInstance, factual: CounterfactualInstance
    ) -> Iterator[Instance]:
        preserves = self._version.kind.preserves
        moved = not preserves and original.kind.startswith(_AT_LIVE_VALUE)
        if moved or original.alteration is None or factual.n_changed > self._max_changed:
            return
        asked = replace(
            factual,
            kind=original.kind,
            alteration=self._translation.alteration(original.alteration),
            original_id=original.instance_id,
        )
        executed = self._replayer.run(asked.episode())
        target = diff(asked.state, executed.state(asked.step + asked.horizon))
        if preserves and target != self._translation.delta(original.target):
            raise NotPerturbed("differs")
        twin = replace(
            asked,
            target=target,
            n_changed=len(target),
            n_hidden_changed=len(hidden_paths(target, asked.monitors)),
            replay_digest=executed.digest(),
        )
        yield from self._small(_named(twin))


def _named(twin: _T) -> _T:
    return replace(twin, instance_id=instance_id(twin.identity()))
