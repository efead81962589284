# SPDX-License-Identifier: Apache-2.0
"""Does what a model is shown hold anything of the label? ``docs/modalities.md`` gives the rules.

Three tests, each of which finds what the others cannot:

- the columns: the input state is not the target's, and what was observed leads to the input state;
- independence: with another label in the place of its own, an instance is shown byte for byte the
  same, which it is for certain where nothing of the label is read to show it;
- telltales: no value that the target has and the input has not, stands in what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from scoring.prompts.spelling import spell
from scoring.prompts.templating import load_template, template_names
from scoring.prompts.watching import watch
from scratchworld.release import Program
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Delta,
    Instance,
    KeyframesInstance,
    Value,
    canonical_json,
    same_value,
)

__all__ = ["Leak", "LeakCheck", "column_leaks", "telltales"]

_SMALL = 1000
"""Whole numbers below this are no telltales: counts, steps and block numbers hold them too."""
_SHORT = 4
"""Texts of fewer characters are no telltales either."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_OTHER_TEXT = "a text that stands in no project 7f3a"
_OTHER_NUMBER = 73910.5521

Show = Callable[[Instance], str]
"""What is shown of an instance."""


class Leak(NamedTuple):
    """Something of a label that is in an input."""

    instance_id: str
    where: str
    """A column, or what is shown: the modality and its format."""
    what: str


def column_leaks(instance: Instance) -> Iterator[str]:
    """Yield what the input columns themselves hold of the label."""
    for path, value in instance.target.items():
        held = instance.state.get(path)
        if held is value if value is None or held is None else same_value(held, value):
            yield f"the input state has the target's value of {path}"
    if isinstance(instance, (CounterfactualInstance, DecisionInstance)):
        last: dict[str, Value | None] = {}
        for delta in instance.observed:
            last |= delta
        for path, value in last.items():
            held = instance.state.get(path)
            if not (held is value if value is None or held is None else same_value(held, value)):
                yield f"what was observed of {path} is not what the input state says"


@dataclass(frozen=True)
class LeakCheck:
    """The check of one instance; finds the same whatever is checked before."""

    instance: Instance
    program: Program | None = None
    """Its program, if the release holds it: what stands there is no telltale."""

    def columns(self) -> Iterator[Leak]:
        """Yield the leaks of the input columns."""
        for what in column_leaks(self.instance):
            yield Leak(self.instance.instance_id, "columns", what)

    def shown(self, where: str, show: Show) -> Iterator[Leak]:
        """Yield the leaks in what ``show`` makes of the instance."""
        changes = _other_labels(self.instance)
        watched, was_read = watch(self.instance, changes[0])
        text = show(watched)
        if was_read() and any(show(replace(self.instance, **each)) != text for each in changes):
            yield self._leak(where, "it is another with another label")
        for value in self._telltales:
            if _stands_in(value, text):
                yield self._leak(where, f"it holds {value}, which only the target has")
        for link in _links(self.instance):
            if link in text and link not in _template_text():
                yield self._leak(where, f"it holds the link {link} of the chain")
        digest = self.instance.replay_digest
        # a release without targets has no digests either
        if (digest and digest in text) or "/answers/" in text:
            yield self._leak(where, "it names the answer")

    @cached_property
    def _telltales(self) -> list[str]:
        return sorted(telltales(self.instance, self.program))

    def _leak(self, where: str, what: str) -> Leak:
        return Leak(self.instance.instance_id, where, what)


def _other_labels(instance: Instance) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the columns of two other labels: one with changes, and one without."""
    first = next(iter(instance.state), "/stage/backdrop")
    changes: dict[str, Any] = {
        "target": {first: _OTHER_TEXT, "/variable/_stage_/other": _OTHER_NUMBER},
        "n_changed": 2,
        "n_hidden_changed": 1,
        "replay_digest": "0" * 64,
        "replay_engines": (),
    }
    if isinstance(instance, CausalInstance):
        changes |= {"occurs": not instance.occurs, "chain": ("root:other",)}
    if isinstance(instance, DecisionInstance):
        changes |= {"rewards": ((_OTHER_NUMBER,),), "random_option": 7}
    if isinstance(instance, KeyframesInstance):
        other = ({first: _OTHER_NUMBER},) * len(instance.moments)
        changes |= {"key_deltas": other, "reference_moments": (), "hints": (_OTHER_TEXT,)}
    return changes, {**changes, "target": {}, "n_changed": 0, "n_hidden_changed": 0}


def telltales(
    instance: Instance, program: Program | None = None, *, small: bool = False
) -> frozenset[str]:
    """Return the values, spelled as JSON, that only the target holds.

    A value counts as held by the input when it stands anywhere in the state, the actions, the
    question, the program or the templates. Booleans, texts of fewer than 4 characters and, unless
    ``small``, whole numbers below 1000 are never among them.
    """
    values = {
        spell(value)
        for delta in _executed(instance)
        for value in delta.values()
        if value is not None and not isinstance(value, bool) and (small or _tells(value))
    }
    known = [_given(instance), _template_text()]
    if program is not None:
        known += program.scratchblocks, program.text
    return frozenset(
        value for value in values if not any(_stands_in(value, text) for text in known)
    )


def _executed(instance: Instance) -> tuple[Delta, ...]:
    return instance.key_deltas if isinstance(instance, KeyframesInstance) else (instance.target,)


def _tells(value: Value) -> bool:
    if isinstance(value, str):
        return len(value) >= _SHORT
    return not (float(value).is_integer() and abs(value) < _SMALL)


def _given(instance: Instance) -> str:
    asked: dict[str, object] = {
        "state": instance.state,
        "actions": [*instance.history, *instance.actions],
    }
    if isinstance(instance, CausalInstance):
        asked["query"] = instance.query.to_json()
    if isinstance(instance, DecisionInstance):
        asked |= {"earlier": instance.earlier, "observed": instance.observed}
        asked |= {"menu": instance.menu, "reward": instance.reward.to_json()}
    if isinstance(instance, KeyframesInstance):
        asked |= {"requests": instance.requests, "rules": instance.rules}
    if isinstance(instance, CounterfactualInstance):
        asked["observed"] = instance.observed
        if instance.alteration is not None:
            asked["alteration"] = instance.alteration.to_json()
    return canonical_json(asked)


def _links(instance: Instance) -> Iterable[str]:
    return instance.chain if isinstance(instance, CausalInstance) else ()


def _stands_in(value: str, text: str) -> bool:
    """Whether a value, spelled as JSON, stands in a text by itself and not in another number."""
    if value.startswith('"'):
        return value[1:-1] in text
    return value in text and value in _numbers(text)


@lru_cache(maxsize=16)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


@lru_cache(maxsize=1)
def _template_text() -> str:
    return "\n".join(load_template(name).text for name in template_names())
