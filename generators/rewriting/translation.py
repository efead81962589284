# SPDX-License-Identifier: Apache-2.0
"""From the fields, actions and questions about one project to those about a rewritten one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generators.rewriting.document import ProjectDocument
from generators.rewriting.names import Names
from generators.rewriting.naming import (
    costumes_of,
    lists_of,
    paired,
    target_names,
    variables_of,
)
from generators.rewriting.places import FIELDS
from scratchworld.world import (
    STAGE_OWNER,
    Action,
    Alteration,
    Delta,
    Episode,
    Intervention,
    Query,
    State,
    Step,
    Value,
    join_path,
    kind_of,
    split_path,
)

__all__ = ["Translation"]


@dataclass(frozen=True, slots=True)
class _Own:
    """Names of one target in paths, old -> new."""

    name: str
    variables: Mapping[str, str]
    lists: Mapping[str, str]
    costumes: Mapping[str, str]
    rules: Mapping[str, str]


@dataclass(frozen=True)
class Translation:
    """Speaks of a rewritten project as one speaks of the original.

    What it is told of the original it says of the other; :meth:`inverse` goes back. A path, name or
    text that it does not know stays as it is.
    """

    names: Names
    texts: Mapping[str, str] = field(default_factory=dict)
    """Old text -> new text; whole texts."""
    owners: Mapping[str, _Own] = field(default_factory=dict)
    """By the name of the target in paths; the stage is ``_stage_``."""
    text_fields: frozenset[str] | None = None
    """Kinds of fields whose texts are new, such as ``say``. ``None``: all."""

    @classmethod
    def between(
        cls,
        before: ProjectDocument,
        after: ProjectDocument,
        names: Names | None = None,
        texts: Mapping[str, str] | None = None,
        rules: Mapping[str, Mapping[int, int]] | None = None,
        text_fields: frozenset[str] | None = None,
    ) -> Translation:
        """Return the translation from ``before`` to ``after``, which was rewritten from it.

        ``names`` and ``texts`` are what it was rewritten by; ``rules`` says, by the name of the
        target and the number of a script before, its number now, where that is another.
        """
        owners = {}
        pairs = zip(
            before.targets,
            after.targets,
            target_names(before),
            target_names(after),
            strict=True,
        )
        for old, new, old_name, new_name in pairs:
            moved = (rules or {}).get(old_name, {})
            owners[old_name] = _Own(
                new_name,
                paired(old, new, variables_of),
                paired(old, new, lists_of),
                paired(old, new, costumes_of),
                {str(n): str(m) for n, m in moved.items()},
            )
        return cls(names or Names(), dict(texts or {}), owners, text_fields)

    def inverse(self) -> Translation:
        """Return the translation back to the original."""
        owners = {
            own.name: _Own(
                old,
                _turned(own.variables),
                _turned(own.lists),
                _turned(own.costumes),
                _turned(own.rules),
            )
            for old, own in self.owners.items()
        }
        return Translation(self.names.inverse(), _turned(self.texts), owners, self.text_fields)

    def owner(self, name: str) -> str:
        """Translate the name of a sprite, or of the stage, as it stands in paths."""
        return self._own(name).name

    def path(self, path: str) -> str:
        """Translate a field path, or the beginning of some (``/sprite/Cat``, ``/list/Cat/a``)."""
        tokens = list(split_path(path))
        if len(tokens) < 2:
            return path
        kind, name = tokens[0], tokens[1]
        own = self._own(name)
        if kind == "event":
            tokens[1] = self.names.broadcast(name)
        elif kind in ("sprite", "clone", "variable", "list", "script"):
            tokens[1] = own.name
        if kind == "script" and len(tokens) > 2:
            tokens[2] = own.rules.get(tokens[2], tokens[2])
        elif kind in ("variable", "list") and len(tokens) > 2:
            tokens[2] = self._variable(own, kind, tokens[2])
        elif kind == "clone" and len(tokens) > 4 and tokens[3] in ("variable", "list"):
            tokens[4] = self._variable(own, tokens[3], tokens[4])
        return join_path(*tokens)

    def value(self, path: str, value: Value) -> Value:
        """Translate the value of the field at ``path``, a path of the original."""
        if not isinstance(value, str):
            return value
        tokens = split_path(path)
        if tokens == ("stage", "backdrop"):
            return self._own(STAGE_OWNER).costumes.get(value, value)
        if tokens[0] in ("sprite", "clone") and tokens[-1] == "costume" and len(tokens) < 5:
            return self._own(tokens[1]).costumes.get(value, value)
        if tokens[0] in ("script", "event") or tokens[-1] == "rotationStyle":
            return value
        if self.text_fields is not None:
            kind = kind_of(path)
            if kind is None or kind.name not in self.text_fields:
                return value
        return self.texts.get(value, value)

    def state(self, state: Mapping[str, Value]) -> State:
        """Translate a state."""
        return {self.path(path): self.value(path, value) for path, value in state.items()}

    def delta(self, delta: Mapping[str, Value | None]) -> Delta:
        """Translate a delta."""
        return {
            self.path(path): None if value is None else self.value(path, value)
            for path, value in delta.items()
        }

    def paths(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Translate paths, and sort them."""
        return tuple(sorted(map(self.path, paths)))

    def rule(self, rule: str) -> str:
        """Translate a rule id ``<target>/<n>`` or a block id ``<target>/<n>/<k>``."""
        tokens = list(split_path("/" + rule))
        own = self._own(tokens[0])
        tokens[0] = own.name
        if len(tokens) > 1:
            tokens[1] = own.rules.get(tokens[1], tokens[1])
        return join_path(*tokens)[1:]

    block = rule

    def action(self, action: Action) -> Action:
        """Translate an action."""
        return Action.make(action.type, **dict(self._arguments(action.arguments)))

    def intervention(self, intervention: Intervention) -> Intervention:
        """Translate an intervention."""
        return Intervention.make(intervention.type, **dict(self._arguments(intervention.arguments)))

    def query(self, query: Query) -> Query:
        """Translate an event query."""
        return Query.make(query.event, **dict(self._arguments(query.arguments)))

    def alteration(self, alteration: Alteration) -> Alteration:
        """Translate an alteration."""
        action, intervention = alteration.action, alteration.intervention
        return Alteration(
            alteration.type,
            alteration.step,
            alteration.index,
            None if action is None else self.action(action),
            None if intervention is None else self.intervention(intervention),
        )

    def episode(self, episode: Episode) -> Episode:
        """Translate an episode: the same done to the rewritten project."""
        return Episode.of(
            [
                Step(
                    step.ticks,
                    tuple(map(self.action, step.actions)),
                    tuple(map(self.intervention, step.interventions)),
                )
                for step in episode.steps
            ],
            episode.seed,
        )

    def actions(
        self, steps: Sequence[Sequence[Mapping[str, Any]]]
    ) -> tuple[tuple[Mapping[str, Any], ...], ...]:
        """Translate steps of actions in JSON form, as instances hold them."""
        return tuple(
            tuple(self.action(Action.from_json(action)).to_json() for action in step)
            for step in steps
        )

    def link(self, link: str) -> str:
        """Translate a link of a causal chain."""
        kind, _, rest = link.partition(":")
        if kind == "root":
            word, _, name = rest.partition(" ")
            return f"root:broadcast {self.names.broadcast(name)}" if word == "broadcast" else link
        rule, sign, outcome = rest.rpartition("=") if kind == "condition" else (rest, "", "")
        return f"{kind}:{self.rule(rule)}{sign}{outcome}"

    def _own(self, name: str) -> _Own:
        return self.owners.get(name) or _Own(name, {}, {}, {}, {})

    def _variable(self, own: _Own, kind: str, name: str) -> str:
        known, others = (
            (own.lists, self.names.lists)
            if kind == "list"
            else (own.variables, self.names.variables)
        )
        # a block may make a variable that the project does not say it has
        return known.get(name) or others.get(name, name) if name else known.get(name, name)

    def _arguments(self, arguments: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        given = dict(arguments)
        for name, value in given.items():
            if name in ("path", "target"):
                yield name, self.path(value)
            elif name == "sprite":
                yield name, self.owner(value)
            elif name == "message":
                yield name, self.names.broadcast(value)
            elif name in ("rule", "block"):
                yield name, self.rule(value)
            elif name == "costume":
                yield name, self.value(_costume_path(given["target"]), value)
            elif name == "value" and "path" in given:
                yield name, self.value(given["path"], value)
            elif name == "value" and "name" in given:
                yield name, self._literal(given["block"], given["name"], value)
            elif name == "text" and self.text_fields is None:
                yield name, self.texts.get(value, value)
            else:
                yield name, value

    def _literal(self, block: str, place: str, value: Value) -> Value:
        """Translate what is written into an input or field of a block."""
        if not isinstance(value, str):
            return value
        kind = "broadcasts" if place == "BROADCAST_INPUT" else FIELDS.get(place)
        own = self._own(split_path("/" + block)[0])
        if kind == "broadcasts":
            return self.names.broadcast(value)
        if kind == "sprites":
            return self.names.sprites.get(value, value)
        if kind == "costumes":
            return own.costumes.get(value, value)
        if kind == "backdrops":
            return self._own(STAGE_OWNER).costumes.get(value, value)
        return self.texts.get(value, value) if kind is None else value


def _costume_path(target: str) -> str:
    return "/stage/backdrop" if target == "/stage" else f"{target}/costume"


def _turned(mapping: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in mapping.items()}
