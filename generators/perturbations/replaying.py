# SPDX-License-Identifier: Apache-2.0
"""Runs a perturbed project, and holds it against the original."""

from __future__ import annotations

from generators.perturbations.base import NotPerturbed
from generators.perturbations.registry import Version
from generators.rewriting import Translation
from generators.tasks.material import Material
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace
from vm_runner import check_stable

__all__ = ["Replayer", "same_world"]


class Replayer:
    """Traces of a perturbed project, each computed by two processes from tick 0."""

    def __init__(self, material: Material, version: Version) -> None:
        self._material = material
        self._version = version
        self._originals = {episode.seed: (episode, trace) for episode, trace in material.episodes}
        self._traces: dict[int, Trace] = {}
        self.has_effect = False
        """Whether any trace so far differs from that of the original."""

    def trace(self, seed: int) -> Trace:
        """Return the trace of the perturbed project in the episode of the original with this seed.

        Raises:
            NotPerturbed: ``differs``, ``unstable`` or ``fails``.
        """
        episode, original = self._originals[seed]
        if seed not in self._traces:
            trace = self.run(self._version.translation.episode(episode))
            if not same_world(self._version.translation, original, trace):
                self.has_effect = True
                if self._version.kind.preserves:
                    raise NotPerturbed("differs")
            self._traces[seed] = trace
        return self._traces[seed]

    def run(self, episode: Episode) -> Trace:
        """Run an episode of the perturbed project.

        Raises:
            NotPerturbed: ``unstable`` when the processes disagree or the trace hangs on the work
                that a tick may do; ``fails`` when the project does not run.
        """
        data, verifier = self._version.data, self._material.verifier
        try:
            first = self._material.explorer.run(data, episode)
            trace = verifier.run(data, episode)
            stable = check_stable(verifier, data, episode, trace) is None
        except ProjectError as error:
            raise NotPerturbed("fails") from error
        if not stable or first.digest() != trace.digest():
            raise NotPerturbed("unstable")
        return trace


def same_world(translation: Translation, original: Trace, trace: Trace) -> bool:
    """Whether every state and every monitor is that of the original, in the names of the other."""
    return (
        translation.state(original.initial) == trace.initial
        and translation.paths(original.monitors) == tuple(sorted(trace.monitors))
        and all(
            translation.delta(one.delta) == other.delta
            and translation.paths(one.monitors) == tuple(sorted(other.monitors))
            for one, other in zip(original.steps, trace.steps, strict=True)
        )
    )
