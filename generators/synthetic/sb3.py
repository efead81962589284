# SPDX-License-Identifier: Apache-2.0
"""Writes a project as an .sb3 file: the same bytes for the same project, on every machine.

Entries stand in a fixed order. Ids of blocks are counted, not drawn.
"""

from __future__ import annotations

import json
from typing import Any

from generators.stored_zip import stored_zip
from generators.synthetic.blocks.nodes import ListVariable, Message, Variable
from generators.synthetic.compiler import ScriptCompiler, extensions
from generators.synthetic.costumes import Costume
from generators.synthetic.project import Project, Sprite, Target

__all__ = ["project_json", "write_sb3"]

AGENT = "ScratchWorld"


def write_sb3(project: Project) -> bytes:
    """Return the bytes of the project's .sb3 file."""
    entries = {"project.json": _json_text(project_json(project)).encode("utf-8")}
    costumes = [costume for target in project.targets for costume in target.costumes]
    for costume in sorted(costumes, key=lambda costume: costume.asset_id):
        entries[f"{costume.asset_id}.svg"] = costume.svg
    return stored_zip(entries)


def project_json(project: Project) -> dict[str, Any]:
    """Return the content of ``project.json``."""
    return {
        "targets": [_target(project, target) for target in project.targets],
        "monitors": [monitor for target in project.targets for monitor in _monitors(target)],
        "extensions": extensions(project.blocks()),
        "meta": {"semver": "3.0.0", "vm": "5.0.300", "agent": AGENT},
    }


def _target(project: Project, target: Target) -> dict[str, Any]:
    is_sprite = isinstance(target, Sprite)
    compiler = ScriptCompiler(f"{target.index}")
    for place, script in enumerate(target.scripts):
        compiler.add_script(script, x=0, y=200 * place)
    common: dict[str, Any] = {
        "isStage": not is_sprite,
        "name": target.name if is_sprite else "Stage",
        "variables": {
            variable.id: [variable.name, value] for variable, value in target.variables.items()
        },
        "lists": {items.id: [items.name, list(value)] for items, value in target.lists.items()},
        "broadcasts": {} if is_sprite else _broadcasts(project.messages),
        "blocks": compiler.blocks,
        "comments": {},
        "currentCostume": 0,
        "costumes": [_costume(costume) for costume in target.costumes],
        "sounds": [],
        "volume": 100,
        "layerOrder": target.index,
    }
    if isinstance(target, Sprite):
        return common | {
            "visible": target.visible,
            "x": target.x,
            "y": target.y,
            "size": target.size,
            "direction": target.direction,
            "draggable": False,
            "rotationStyle": "all around",
        }
    return common | {
        "tempo": 60,
        "videoTransparency": 50,
        "videoState": "on",
        "textToSpeechLanguage": None,
    }


def _broadcasts(messages: list[Message]) -> dict[str, str]:
    return {message.id: message.name for message in messages}


def _costume(costume: Costume) -> dict[str, Any]:
    return {
        "name": costume.name,
        "dataFormat": "svg",
        "assetId": costume.asset_id,
        "md5ext": f"{costume.asset_id}.svg",
        "rotationCenterX": costume.centre[0],
        "rotationCenterY": costume.centre[1],
    }


def _monitors(target: Target) -> list[dict[str, Any]]:
    named: list[Variable | ListVariable] = [*target.variables, *target.lists]
    shown = [variable for variable in named if variable.id in target.shown]
    return [_monitor(target, variable, place) for place, variable in enumerate(shown)]


def _monitor(target: Target, variable: Variable | ListVariable, place: int) -> dict[str, Any]:
    monitor: dict[str, Any] = {
        "id": variable.id,
        "mode": "default",
        "opcode": "data_variable",
        "params": {"VARIABLE": variable.name},
        "spriteName": target.name if isinstance(target, Sprite) else None,
        "value": 0,
        "width": 0,
        "height": 0,
        "x": 5 + 120 * target.index,
        "y": 5 + 27 * place,
        "visible": True,
    }
    if isinstance(variable, ListVariable):
        return monitor | {
            "mode": "list",
            "opcode": "data_listcontents",
            "params": {"LIST": variable.name},
            "value": [],
        }
    return monitor | {"sliderMin": 0, "sliderMax": 100, "isDiscrete": True}


def _json_text(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
