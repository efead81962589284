# SPDX-License-Identifier: Apache-2.0
"""Executes instances from tick 0, on Node alone or on a second engine as well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scratchworld.world import DecisionInstance, Episode, Instance
from vm_runner import VmRunner
from vm_runner.spidermonkey import Agreement, SecondEngine

__all__ = ["Executor", "by_length", "confirm"]


def by_length(instance: Instance) -> tuple[int, int]:
    """Sort the longest of each seed first: what is a part of it needs no run of its own."""
    return (instance.seed, -instance.step - instance.horizon)


class Executor:
    """Runs the episodes of instances; what is the beginning of a longer one is not run again.

    A second ``engine`` must have been made for ``runner``.
    """

    def __init__(self, runner: VmRunner, engine: SecondEngine | None) -> None:
        self.runner = runner
        self._engine = engine
        self._data = b""
        self._runs: list[tuple[Episode, Agreement]] = []

    def run(self, data: bytes, instance: Instance) -> Agreement:
        """Return the trace of the instance's episode or of a longer one, and where engines differ.

        Raises:
            ProjectError: if the project, whose file is ``data``, fails on Node.
        """
        if data is not self._data:
            self._data, self._runs = data, []
        episode = instance.episode()
        for longer, outcome in self._runs:
            if longer.prefix(len(episode.steps)) == episode:
                return outcome
        if self._engine is None:
            # a build went back to a loaded project; a check does not rely on that
            outcome = Agreement(self.runner.load(data, anew=True).trace(episode), "")
        else:
            outcome = self._engine.run(data, episode)
        self._runs.append((episode, outcome))
        return outcome

    def agreeing(self, outcome: Agreement) -> tuple[str, ...]:
        """Return the engines that computed one trace, by their names in a release."""
        if self._engine is None or outcome.difference:
            return ("node",)
        return ("node", self._engine.name)


def confirm(instances: Iterable[Instance], data: bytes, executor: Executor) -> list[Instance]:
    """Return the instances of one project, in their order, with the engines that agree on them."""
    listed = list(instances)
    agreeing: dict[str, tuple[str, ...]] = {}
    for instance in sorted(listed, key=by_length):
        options = instance.options() if isinstance(instance, DecisionInstance) else (instance,)
        engines = [executor.agreeing(executor.run(data, option)) for option in options]
        agreeing[instance.instance_id] = min(engines, key=len)
    return [replace(each, replay_engines=agreeing[each.instance_id]) for each in listed]
