# SPDX-License-Identifier: Apache-2.0
"""A fingerprint that is equal for two projects exactly when they differ in names and pictures only.

Names of sprites, variables, lists, messages, costumes, backdrops, custom blocks and arguments
count as the order in which they first stand in the file. Numbers, texts, keys and the order of
sprites and scripts are the program itself and stay as they are.
"""

from __future__ import annotations

import json
from typing import Any

from generators.synthetic.blocks.nodes import Prototype
from generators.synthetic.project import Project
from generators.synthetic.sb3 import project_json
from scratchworld.world import digest

__all__ = ["fingerprint"]


def fingerprint(project: Project) -> str:
    """Return the fingerprint, 64 hexadecimal digits."""
    content = project_json(project)
    for target in content["targets"]:
        target["costumes"] = [costume["name"] for costume in target["costumes"]]
        for block in target["blocks"].values():
            if "argumentnames" in block.get("mutation", {}):  # a list, written as text
                names = json.loads(block["mutation"]["argumentnames"])
                block["mutation"]["argumentnames"] = names
    order = {name: f"name {place}" for place, name in enumerate(_names(project))}
    return digest(_renamed(content, order))


def _names(project: Project) -> dict[str, None]:
    """Every name of the project, in order of first occurrence."""
    names: dict[str, None] = {}
    for target in project.targets:
        names[target.name] = None
        names.update((costume.name, None) for costume in target.costumes)
        names.update((variable.name, None) for variable in target.variables)
        names.update((items.name, None) for items in target.lists)
    names.update((message.name, None) for message in project.messages)
    for block in project.blocks():
        for _, entry in block.inputs:
            if isinstance(entry, Prototype):
                names[entry.proccode] = None
                names.update((argument, None) for argument in entry.arguments)
    return names


def _renamed(value: Any, order: dict[str, str]) -> Any:
    """``value`` with every name replaced; keys are the format's own words."""
    if isinstance(value, dict):
        return {key: _renamed(entry, order) for key, entry in value.items()}
    if isinstance(value, list):
        return [_renamed(entry, order) for entry in value]
    return order.get(value, value) if isinstance(value, str) else value
