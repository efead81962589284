# SPDX-License-Identifier: Apache-2.0
"""Rule table: a decision tree learned from dev, one row a field, that reads like a table of rules.

Features of a field: its kind, whether it belongs to the sprite that was clicked, the action with
its key or message, task, horizon and ticks, whether scripts are running, and its own value, as a
number and as a text. The label is its effect. All changed fields of the training instances are
rows, and as many unchanged ones again, weighted for those left out. The tree is scikit-learn's
(CART; Breiman et al., "Classification and Regression Trees", 1984), seeded.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from scoring.references.base import Predict, Reference
from scoring.references.effects import (
    SAME,
    Effect,
    apply_effect,
    changes,
    field_rows,
    situation_of,
)
from scoring.references.no_change import no_change
from scratchworld.errors import InputError
from scratchworld.world import Instance, Value, kind_of, split_path

__all__ = ["RULE_TABLE", "fit_rule_table"]

_MOST_EFFECTS = 500
"""Rarer effects are not learned."""
_LEAST_ROWS = 3
"""Rows of a leaf."""
_MOST_KNOWN = 200_000
"""Fields whose effects are remembered, about a hundred megabytes."""

Features = dict[str, float | str]


def fit_rule_table(instances: Iterable[Instance]) -> Predict:
    """Learn the tree.

    Raises:
        InputError: when scikit-learn is not installed.
    """
    rows, effects, weights = _training_rows(instances)
    if not rows:
        return no_change
    try:
        from sklearn.feature_extraction import DictVectorizer
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        raise InputError(
            "the rule table needs scikit-learn: pip install 'scratchworld[references]'"
        ) from None
    vectorizer = DictVectorizer(dtype=float)
    tree = DecisionTreeClassifier(min_samples_leaf=_LEAST_ROWS, random_state=0)
    times = Counter(effects)
    names = sorted(times, key=lambda effect: (-times[effect], repr(effect)))
    codes = {effect: code for code, effect in enumerate(names[:_MOST_EFFECTS])}
    kept = [at for at, effect in enumerate(effects) if effect in codes]
    tree.fit(
        vectorizer.fit_transform([rows[at] for at in kept]),
        [codes[effects[at]] for at in kept],
        sample_weight=[weights[at] for at in kept],
    )

    known: dict[tuple[object, ...], Effect] = {}

    def predict(instance: Instance) -> dict[str, object]:
        shared = _shared_features(instance)
        features = [_features(shared, path, value) for path, value in instance.state.items()]
        rows = [tuple(one.values()) for one in features]
        # Most fields are as in some earlier instance, and asking the tree is slow.
        new = {row: one for row, one in zip(rows, features, strict=True) if row not in known}
        if new:
            found = tree.predict(vectorizer.transform(list(new.values())))
            known.update(zip(new, (names[int(code)] for code in found), strict=True))
        delta = changes(
            (path, value, apply_effect(value, known[row]))
            for (path, value), row in zip(instance.state.items(), rows, strict=True)
        )
        if len(known) > _MOST_KNOWN:
            known.clear()
        return {"delta": delta}

    return predict


RULE_TABLE = Reference(
    "rule-table",
    "a decision tree over fields, learned from dev",
    fit_rule_table,
    learns=True,
    extra="references",
)


def _training_rows(
    instances: Iterable[Instance],
) -> tuple[list[Features], list[Effect], list[float]]:
    generator = random.Random(0)
    rows: list[Features] = []
    effects: list[Effect] = []
    weights: list[float] = []
    for instance in sorted(instances, key=lambda instance: instance.instance_id):
        shared = _shared_features(instance)
        fields = list(field_rows(instance))
        changed = [row for row in fields if row[2] != SAME]
        same = [row for row in fields if row[2] == SAME]
        drawn = generator.sample(same, min(len(same), len(changed) + 2))
        for path, _, effect in (*changed, *drawn):
            rows.append(_features(shared, path, instance.state[path]))
            effects.append(effect)
            weights.append(len(same) / len(drawn) if effect == SAME else 1.0)
    return rows, effects, weights


def _shared_features(instance: Instance) -> Features:
    task, horizon, ticks, action, detail = situation_of(instance)
    running = sum(path.startswith("/script/") for path in instance.state)
    return {
        "task": task,
        "horizon": horizon,
        "ticks": ticks,
        "action": action,
        "detail": f"{action} {detail}",
        "running": running,
    }


def _features(shared: Mapping[str, Any], path: str, value: Value) -> Features:
    kind, clicked = _of_path(path)
    features: Features = {**shared, "kind": kind}
    features["clicked"] = float(shared["detail"] == clicked)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        features["number"] = max(-1e30, min(1e30, float(value)))
    else:
        features["text"] = repr(value)
    return features


@lru_cache(maxsize=65536)
def _of_path(path: str) -> tuple[str, str]:
    """Return the kind of a field, and the detail of the action that clicks its owner."""
    kind = kind_of(path)
    owner = next(iter(split_path(path)[1:2]), "")
    return kind.name if kind else "", f"sprite_click {owner}"
