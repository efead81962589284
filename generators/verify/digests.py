# SPDX-License-Identifier: Apache-2.0
"""Which digest must an instance state, as far as its release tells?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scratchworld.release import Release
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Episode,
    Instance,
    KeyframesInstance,
    Trace,
)

__all__ = ["Digests"]

_CUT_TO_LENGTH = (CausalInstance, CounterfactualInstance, DecisionInstance, KeyframesInstance)
"""Instances whose digest is of the trace up to the end of their own window."""


class Digests:
    """The digests of traces, as instances of one variant of a project state them.

    Other instances state the digest of a whole explored episode. That is known once one of them
    that reaches its end was executed; a trace of the same length is not enough, for an alteration
    may lie behind the steps that two episodes share.
    """

    def __init__(self, release: Release) -> None:
        plans: Sequence[Mapping[str, int]] = release.manifest.configuration.get("episodes", ())
        self._lengths: dict[int, int] = {}
        """By the ticks of a step: the steps of the longest episode; a shorter one may be a part."""
        for plan in plans:
            ticks = plan["ticks"]
            self._lengths[ticks] = max(plan["steps"], self._lengths.get(ticks, 0))
        self._whole: list[tuple[Episode, str]] = []

    def of(self, instance: Instance, trace: Trace) -> str | None:
        """Return the digest that the instance must state; ``None`` when it cannot be known.

        ``trace`` is of the instance's episode or of a longer one.
        """
        steps = instance.step + instance.horizon
        if isinstance(instance, _CUT_TO_LENGTH):
            return trace.prefix(steps).digest()
        episode = instance.episode()
        for whole, digest in self._whole:
            if whole.prefix(steps) == episode:
                return digest
        if steps != self._lengths.get(instance.ticks):
            return None
        digest = trace.prefix(steps).digest()
        self._whole.append((episode, digest))
        return digest
