# SPDX-License-Identifier: Apache-2.0
"""Prints causal chains and counterfactual pairs of a release beside the programs they are of.

    python examples/tasks.py RELEASE --corpus CORPUS --key FILE

One of each project, the longest chains and all kinds of alterations first, as Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generators.build import read_key
from generators.released import ReleasedProjects
from scratchworld.release import Release, load_release
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    Instance,
    apply_delta,
    canonical_json,
    diff,
    written_by,
)
from vm_runner import VmRunner

_MOST_FIELDS = 6
_MOST_LINES = 20
_BRANCHES = ("SUBSTACK", "SUBSTACK2")
_MOST_RULES = 4


def main() -> None:
    """Print ten chains and ten pairs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("release", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10)
    given = parser.parse_args()
    release = load_release(given.release)
    key = read_key(given.key)
    projects = ReleasedProjects.find(given.corpus, key, release.manifest)
    with VmRunner() as vm:
        for number, one in enumerate(_chains(release, given.count), 1):
            print(f"\n### Chain {number}\n")
            _show_chain(one, _rules(vm, projects.data(one, vm)))
        for number, (factual, altered) in enumerate(_pairs(release, given.count), 1):
            print(f"\n### Pair {number}: `{altered.kind}`\n")
            _show_pair(factual, altered, _rules(vm, projects.data(altered, vm)))


def _chains(release: Release, count: int) -> list[CausalInstance]:
    found = [
        one
        for one in release.instances("causal")
        if isinstance(one, CausalInstance) and one.occurs and one.source == "real"
    ]
    found.sort(key=lambda one: (-len(one.chain), one.instance_id))
    chosen = {one.project: one for one in reversed(found)}
    return sorted(chosen.values(), key=lambda one: -len(one.chain))[:count]


def _pairs(
    release: Release, count: int
) -> list[tuple[CounterfactualInstance, CounterfactualInstance]]:
    rows = [
        one
        for one in release.instances("counterfactual")
        if isinstance(one, CounterfactualInstance) and one.source == "real"
    ]
    factual = {one.pair_id: one for one in rows if one.alteration is None}
    effects = {
        one.instance_id: len(_effect(factual[one.pair_id], one))
        for one in rows
        if one.alteration is not None
    }
    by_kind: dict[str, list[CounterfactualInstance]] = {}
    for one in rows:
        if one.alteration is not None:
            by_kind.setdefault(one.kind, []).append(one)
    chosen: list[CounterfactualInstance] = []
    while len(chosen) < count and any(by_kind.values()):
        for kind in sorted(by_kind):
            used = {one.project for one in chosen}
            queue = sorted(
                by_kind[kind],
                key=lambda one: (one.project in used, not effects[one.instance_id], one.n_changed),
            )
            if queue and len(chosen) < count:
                chosen.append(queue[0])
                by_kind[kind].remove(queue[0])
    return [(factual[one.pair_id], one) for one in chosen]


def _effect(factual: CounterfactualInstance, altered: CounterfactualInstance) -> frozenset[str]:
    """The fields that differ between the twins, but those that the alteration itself writes."""
    assert altered.alteration is not None
    ends = (apply_delta(one.state, one.target) for one in (factual, altered))
    return frozenset(diff(*ends)) - written_by(altered.alteration.intervention)


def _rules(vm: VmRunner, project: bytes) -> dict[str, Sequence[Mapping[str, Any]]]:
    program = vm.load(project).program
    return {rule["rule"]: rule["blocks"] for target in program for rule in target["rules"]}


def _show_chain(one: CausalInstance, rules: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    query = one.query.to_json()
    print(f"`{canonical_json(query)}` within {_window(one)}. Actions: {_actions(one)}.\n")
    about = str(query.get("path", query.get("target", "")))
    state = {path: value for path, value in one.state.items() if about and path.startswith(about)}
    print(f"State: `{canonical_json(_few(state))}`. The event occurs; the chain:\n")
    print("\n".join(f"    {link}" for link in one.chain))
    named = [link.partition(":")[2] for link in one.chain if link.startswith("rule:")]
    _show_program(dict.fromkeys(named), rules)


def _show_pair(
    factual: CounterfactualInstance,
    altered: CounterfactualInstance,
    rules: Mapping[str, Sequence[Mapping[str, Any]]],
) -> None:
    assert altered.alteration is not None
    print(f"Over {_window(altered)}. Actions: {_actions(altered)}. Otherwise:\n")
    print(f"    {canonical_json(altered.alteration.to_json())}\n")
    ends = [apply_delta(one.state, one.target) for one in (factual, altered)]
    # what differs between the twins first
    same = {path: ends[0].get(path) == ends[1].get(path) for one in ends for path in one}
    touched = {*factual.target, *altered.target}
    rows = [
        f"| `{path}` | {_cell(altered.state, path)} | {_cell(ends[0], path)} "
        f"| {_cell(ends[1], path)} |"
        for path in sorted(touched, key=lambda path: (same.get(path, True), path))
    ]
    print("| field | before | factual | counterfactual |\n|---|---|---|---|")
    print("\n".join(rows[:_MOST_FIELDS]))
    if len(rows) > _MOST_FIELDS:
        print(f"\n(and {len(rows) - _MOST_FIELDS} more)")
    changed = diff(*ends)
    print(f"\n{len(changed)} of {len(ends[0])} fields differ between the twins.")
    change = altered.alteration.intervention
    block = str(dict(change.arguments).get("block", "")) if change is not None else ""
    first = [block.rpartition("/")[0]] if block else []
    # rules of the sprites that differ, then those that name a variable, list or message that does
    owners = {path.split("/")[2] for path in changed if path.startswith(("/sprite", "/script"))}
    named = {path.split("/")[-1] for path in changed if path.startswith(("/variable", "/event"))}
    named |= {path.split("/")[3] for path in changed if path.startswith("/list")}
    more = [
        rule
        for rule, blocks in rules.items()
        if rule.rpartition("/")[0] in owners
        or any(name in line for line in _lines(blocks, 0, 1) for name in named)
    ]
    _show_program(list(dict.fromkeys(first + more))[:_MOST_RULES], rules)


def _window(one: Instance) -> str:
    steps = "step" if one.horizon == 1 else "steps"
    return f"{one.horizon} {steps} of {one.ticks} ticks from step {one.step}"


def _actions(one: Instance) -> str:
    shown = []
    for step, actions in enumerate(one.actions):
        for action in actions:
            if action["type"] != "wait":
                rest = " ".join(str(value) for name, value in action.items() if name != "type")
                shown.append(f"{action['type']} {rest}".strip() + f" in step {step}")
    return ", ".join(shown) or "none"


def _few(state: Mapping[str, Any]) -> dict[str, Any]:
    return dict(sorted(state.items())[:_MOST_FIELDS])


def _cell(state: Mapping[str, Any], path: str) -> str:
    return f"`{canonical_json(state[path])}`" if path in state else "gone"


def _show_program(names: Iterable[str], rules: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    print()
    for name in names:
        blocks = rules[name]
        print(f"    {name}")
        lines = list(_lines(blocks, 0, 1))
        for line in lines[:_MOST_LINES]:
            print(f"    {line}")
        if len(lines) > _MOST_LINES:
            print(f"         ... {len(lines) - _MOST_LINES} lines more")


def _lines(blocks: Sequence[Mapping[str, Any]], index: int | None, depth: int) -> Iterator[str]:
    while index is not None:
        block = blocks[index]
        yield f"{index:>4} {'  ' * depth}{_text(blocks, index)}"
        for name in _BRANCHES:
            if name in block["inputs"]:
                if name == "SUBSTACK2":
                    yield f"     {'  ' * depth}else"
                yield from _lines(blocks, block["inputs"][name], depth + 1)
        index = block["next"]


def _text(blocks: Sequence[Mapping[str, Any]], index: int) -> str:
    block = blocks[index]
    fields = [str(field["value"]) for field in block["fields"].values()]
    if block["shadow"] and len(fields) == 1:
        return fields[0]
    inputs = [
        f"({_text(blocks, inner)})"
        for name, inner in block["inputs"].items()
        if name not in _BRANCHES
    ]
    return " ".join([block["opcode"].partition("_")[2], *fields, *inputs])


if __name__ == "__main__":
    main()
