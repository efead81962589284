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
from typing import NamedTuple

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


class _Known(NamedTuple):
    bits: Bits
    size: int
    situation: Situation
    effects: dict[str, Effect]


def fit_nearest(instances: Iterable[Instance]) -> Predict:
    """Remember every training instance as a few hundred bytes."""
    ordered = sorted(instances, key=lambda instance: instance.instance_id)
    groups: dict[tuple[object, ...], list[_Known]] = defaultdict(list)
    for instance in ordered:
        known = _remember(instance)
        task, horizon, _, action, _ = known.situation
        groups[task, horizon, action].append(known)
        groups[task, horizon].append(known)
    matrices = {key: np.stack([known.bits for known in group]) for key, group in groups.items()}
    # How many bits of each byte value are set.
    ones = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1)

    def predict(instance: Instance) -> dict[str, object]:
        situation = situation_of(instance)
        task, horizon, ticks, action, detail = situation
        key = (task, horizon, action) if (task, horizon, action) in groups else (task, horizon)
        if key not in groups:
            return {"delta": {}}
        bits = _bits(instance)
        common = ones[matrices[key] & bits].sum(axis=1)
        size = int(ones[bits].sum())
        group = groups[key]
        union = np.array([known.size for known in group]) + size - common
        score = common / np.maximum(union, 1)
        score += [
            _BONUS * ((known.situation[4] == detail) + (known.situation[2] == ticks))
            for known in group
        ]
        effects = group[int(np.argmax(score))].effects
        state = instance.state
        return {
            "delta": changes(
                (path, state.get(path), apply_effect(state.get(path), effect))
                for path, effect in effects.items()
                if path in state or effect[0] == "set"
            )
        }

    return predict


NEAREST = Reference("nearest", "the most similar dev instance", fit_nearest, True)


def _remember(instance: Instance) -> _Known:
    bits = _bits(instance)
    effects = {
        path: effect_of(instance.state.get(path), value) for path, value in instance.target.items()
    }
    return _Known(bits, int(np.unpackbits(bits).sum()), situation_of(instance), effects)


def _bits(instance: Instance) -> Bits:
    """A set of the instance's paths and values, hashed into :data:`_BITS` bits."""
    marks = np.zeros(_BITS, dtype=np.bool_)
    for path, value in instance.state.items():
        start = zlib.crc32(path.encode("utf-8", "surrogatepass"))
        marks[start % _BITS] = True
        marks[zlib.crc32(repr(value).encode("utf-8", "surrogatepass"), start) % _BITS] = True
    return np.packbits(marks)
