# SPDX-License-Identifier: Apache-2.0
"""Nearest neighbour: what happened in the most similar training instance happens here.

Candidates are the training instances of the same task, horizon and action, else of the same task
and horizon. Similarity is the share of (path, value) pairs and paths of the two inputs that agree
(Jaccard index over both), with a bonus for the same key or message and the same ticks; ties go to
the smaller instance id. Each effect of the neighbour's delta happens to the field of the same
path; a field that is only there is claimed as it was.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from scoring.references.base import Predict, Reference
from scoring.references.effects import (
    Effect,
    Situation,
    apply_effect,
    changes,
    effect_of,
    situation_of,
)
from scratchworld.world import Instance

__all__ = ["NEAREST", "fit_nearest"]

_BITS = 2048
_BONUS = 0.1

Bits = NDArray[np.uint8]


class _Group:
    """Training instances that an instance may be like, one a row."""

    def __init__(self) -> None:
        self._bits: list[Bits] = []
        self._details: list[str] = []
        self._ticks: list[int] = []
        self.effects: list[dict[str, Effect]] = []

    def add(self, bits: Bits, situation: Situation, effects: dict[str, Effect]) -> None:
        self._bits.append(bits)
        self._details.append(situation[4])
        self._ticks.append(situation[2])
        self.effects.append(effects)

    def close(self) -> None:
        """Make arrays of the rows; none may be added afterwards."""
        self.matrix = np.stack(self._bits)
        self.sizes = _ones(self.matrix)
        self.details = np.array(self._details, dtype=object)
        self.ticks = np.array(self._ticks)

    def most_like(self, bits: Bits, ticks: int, detail: str) -> dict[str, Effect]:
        """Return the effects of the most similar instance, the first of equals."""
        common = _ones(self.matrix & bits)
        union = self.sizes + _ones(bits) - common
        score = common / np.maximum(union, 1)
        score += _BONUS * ((self.details == detail).astype(int) + (self.ticks == ticks))
        return self.effects[int(np.argmax(score))]


def fit_nearest(instances: Iterable[Instance]) -> Predict:
    """Remember every training instance as a few hundred bytes."""
    groups: dict[tuple[object, ...], _Group] = defaultdict(_Group)
    for instance in sorted(instances, key=lambda instance: instance.instance_id):
        bits, situation, effects = _bits(instance), situation_of(instance), _effects(instance)
        task, horizon, _, action, _ = situation
        for key in ((task, horizon, action), (task, horizon)):
            groups[key].add(bits, situation, effects)
    for group in groups.values():
        group.close()

    def predict(instance: Instance) -> dict[str, object]:
        task, horizon, ticks, action, detail = situation_of(instance)
        group = groups.get((task, horizon, action)) or groups.get((task, horizon))
        if group is None:
            return {"delta": {}}
        state = instance.state
        return {
            "delta": changes(
                (path, state.get(path), apply_effect(state.get(path), effect))
                for path, effect in group.most_like(_bits(instance), ticks, detail).items()
                if path in state or effect[0] == "set"
            )
        }

    return predict


NEAREST = Reference("nearest", "the most similar dev instance", fit_nearest, True)


def _ones(bits: Bits) -> NDArray[np.int64]:
    """Count the bits that are set in each row."""
    return np.asarray(np.unpackbits(bits, axis=-1).sum(axis=-1, dtype=np.int64))


def _effects(instance: Instance) -> dict[str, Effect]:
    return {
        path: effect_of(instance.state.get(path), value) for path, value in instance.target.items()
    }


def _bits(instance: Instance) -> Bits:
    """A set of the instance's paths and values, hashed into :data:`_BITS` bits."""
    marks = np.zeros(_BITS, dtype=np.bool_)
    for path, value in instance.state.items():
        start = zlib.crc32(path.encode("utf-8", "surrogatepass"))
        marks[start % _BITS] = True
        marks[zlib.crc32(repr(value).encode("utf-8", "surrogatepass"), start) % _BITS] = True
    return np.packbits(marks)
