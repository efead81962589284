# SPDX-License-Identifier: Apache-2.0
"""Builds small .sb3 files from a few lines of Python; same project, same bytes."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SQUARE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    b'<rect width="40" height="40" fill="#808000"/></svg>'
)
BACKDROP = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">'
    b'<rect width="480" height="360" fill="#e0e0e0"/></svg>'
)

Json = dict[str, Any]


@dataclass(frozen=True)
class Block:
    """One block. A text or number in ``inputs`` is a literal, a block a reporter."""

    opcode: str
    inputs: Mapping[str, Block | str | float] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    """Variables, lists and messages have their name for an id."""
    branch: Sequence[Block] = ()
    mutation: Json | None = None


@dataclass(frozen=True)
class Target:
    """A sprite, or the stage under the name ``Stage``."""

    name: str
    scripts: Sequence[Sequence[Block]] = ()
    variables: Mapping[str, float | str] = field(default_factory=dict)
    lists: Mapping[str, Sequence[float | str]] = field(default_factory=dict)
    messages: Sequence[str] = ()


def build(*targets: Target, extensions: Sequence[str] = ()) -> bytes:
    """Return the .sb3 of a project; the first target is the stage."""
    project = {
        "targets": [_target(target, layer) for layer, target in enumerate(targets)],
        "monitors": [],
        "extensions": list(extensions),
        "meta": {"semver": "3.0.0", "vm": "5.0.300", "agent": ""},
    }
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        for name, data in [("project.json", json.dumps(project).encode())] + [
            (_file(svg), svg) for svg in (BACKDROP, SQUARE)
        ]:
            archive.writestr(zipfile.ZipInfo(name), data)
    return memory.getvalue()


def _file(svg: bytes) -> str:
    return hashlib.md5(svg).hexdigest() + ".svg"


def _target(target: Target, layer: int) -> Json:
    is_stage = layer == 0
    svg, centre = (BACKDROP, (240, 180)) if is_stage else (SQUARE, (20, 20))
    name = _file(svg)
    costume = {
        "name": "plain",
        "assetId": name.removesuffix(".svg"),
        "md5ext": name,
        "dataFormat": "svg",
        "rotationCenterX": centre[0],
        "rotationCenterY": centre[1],
    }
    common: Json = {
        "isStage": is_stage,
        "name": target.name,
        "variables": {name: [name, value] for name, value in target.variables.items()},
        "lists": {name: [name, list(items)] for name, items in target.lists.items()},
        "broadcasts": {name: name for name in target.messages},
        "blocks": _blocks(target.scripts),
        "comments": {},
        "currentCostume": 0,
        "costumes": [costume, {**costume, "name": "other"}],
        "sounds": [],
        "volume": 100,
        "layerOrder": layer,
    }
    if is_stage:
        return {**common, "tempo": 60, "videoTransparency": 50, "videoState": "off"}
    return {
        **common, "visible": True, "x": 0, "y": 0, "size": 100, "direction": 90,
        "draggable": False, "rotationStyle": "all around",
    }  # fmt: skip


def _blocks(scripts: Sequence[Sequence[Block]]) -> Json:
    made: Json = {}
    ids = (f"b{n}" for n in itertools.count())
    for script in scripts:
        _chain(script, None, made, ids)
    return made


def _chain(script: Sequence[Block], parent: str | None, made: Json, ids: Iterator[str]) -> str:
    names = [next(ids) for _ in script]
    above = parent
    for block, name, following in zip(script, names, [*names[1:], None], strict=True):
        made[name] = {
            "opcode": block.opcode,
            "next": following,
            "parent": above,
            "inputs": {},
            "fields": {key: [value, value] for key, value in block.fields.items()},
            "shadow": False,
            "topLevel": above is None,
            **({"x": 0, "y": 0} if above is None else {}),
            **({"mutation": block.mutation} if block.mutation else {}),
        }
        inputs = made[name]["inputs"]
        for key, value in block.inputs.items():
            if isinstance(value, Block):
                inputs[key] = [2, _chain([value], name, made, ids)]
            elif key == "BROADCAST_INPUT":
                inputs[key] = [1, [11, value, value]]
            else:
                inputs[key] = [1, [10, str(value)]]
        if block.branch:
            inputs["SUBSTACK"] = [2, _chain(block.branch, name, made, ids)]
        above = name
    return names[0]
