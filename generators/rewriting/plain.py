# SPDX-License-Identifier: Apache-2.0
"""A project with nothing in it but what the VM reads, and with ids of our own making.

Editors, converters and people put more into a file: comments, authors, addresses, ids that are made
of names. None of it is here any more. The project runs as before, except that its random numbers,
which are keyed by ids of blocks, are others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from generators.rewriting.document import ProjectDocument, Target, js_order
from generators.rewriting.naming import vm_order
from generators.rewriting.places import LITERALS

__all__ = ["plain"]

_TARGET = (
    "isStage", "currentCostume", "volume", "layerOrder", "tempo", "videoTransparency",
    "videoState", "textToSpeechLanguage", "visible", "x", "y", "size", "direction", "draggable",
    "rotationStyle",
)  # fmt: skip
_COSTUME = (
    "name", "bitmapResolution", "dataFormat", "assetId", "md5ext", "rotationCenterX",
    "rotationCenterY",
)  # fmt: skip
_SOUND = ("name", "assetId", "dataFormat", "format", "rate", "sampleCount", "md5ext")
_MONITOR = (
    "mode", "opcode", "params", "spriteName", "value", "width", "height", "x", "y", "visible",
    "sliderMin", "sliderMax", "isDiscrete",
)  # fmt: skip
_BLOCK = ("opcode", "shadow", "topLevel", "x", "y")
_MUTATION = (
    "tagName", "children", "proccode", "argumentnames", "argumentdefaults", "warp", "hasnext",
)  # fmt: skip
_TAKES_ARGUMENTS = ("procedures_call", "procedures_prototype")
_META = {"semver": "3.0.0", "vm": "0.2.0", "agent": ""}


def plain(document: ProjectDocument) -> ProjectDocument:
    """Return a copy with what the VM reads alone, all ids replaced by numbers in their order."""
    ids = _Ids()
    content: dict[str, Any] = {
        "targets": [ids.target(n, target) for n, target in enumerate(document.targets)],
        "monitors": [
            ids.monitor(n, monitor)
            for n, monitor in enumerate(document.content.get("monitors") or ())
        ],
        "extensions": list(document.content.get("extensions") or ()),
        "meta": _META,
    }
    return replace(document, content=content)


class _Ids:
    """New ids: of variables, lists and messages together, of arguments, and of blocks."""

    def __init__(self) -> None:
        self._data: dict[str, str] = {}
        self._arguments: dict[str, str] = {}
        self._blocks: dict[tuple[int, str], str] = {}

    def target(self, number: int, target: Target) -> Target:
        made: Target = _only(target, _TARGET)
        made["name"] = "Stage" if target["isStage"] else target["name"]
        for kind in ("variables", "lists"):
            entries = target.get(kind) or {}
            made[kind] = {
                self._datum(each): json.loads(json.dumps(entries[each]))
                for each in vm_order(entries)
            }
        messages = target.get("broadcasts") or {}
        made["broadcasts"] = {self._datum(each): messages[each] for each in vm_order(messages)}
        made["costumes"] = [_only(each, _COSTUME) for each in target["costumes"]]
        made["sounds"] = [_only(each, _SOUND) for each in target.get("sounds") or ()]
        made["blocks"] = {
            self._block(number, each): self._described(number, target["blocks"][each])
            for each in js_order(target["blocks"])
        }
        made["comments"] = {}
        return made

    def monitor(self, number: int, monitor: Mapping[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(json.dumps(_only(monitor, _MONITOR)))
        identity = monitor.get("id")
        if str(monitor.get("opcode")).startswith("data_"):
            identity = self._datum(identity)
        else:
            identity = f"m{number}"
        return {"id": identity, **made}

    def _described(self, number: int, block: Any) -> Any:
        if isinstance(block, list):
            return self._literal(block)
        if not isinstance(block, dict):
            return block
        made: dict[str, Any] = _only(block, _BLOCK)
        for name in ("next", "parent"):
            if name in block:
                made[name] = self._block(number, block[name])
        # a call names its inputs by the ids of the arguments
        renames = block["opcode"] in _TAKES_ARGUMENTS
        made["inputs"] = {
            (self._argument(name) if renames else name): [
                each[0],
                *(
                    self._literal(part) if isinstance(part, list) else self._block(number, part)
                    for part in each[1:]
                ),
            ]
            for name, each in (block.get("inputs") or {}).items()
        }
        made["fields"] = {
            name: self._field(each) for name, each in (block.get("fields") or {}).items()
        }
        mutation = block.get("mutation")
        if isinstance(mutation, dict):
            made["mutation"] = self._mutation(mutation)
        return made

    def _mutation(self, mutation: Mapping[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = _only(mutation, _MUTATION)
        given = mutation.get("argumentids")
        if isinstance(given, str):
            new = [self._argument(each) for each in json.loads(given)]
            made["argumentids"] = json.dumps(new, separators=(",", ":"))
        return made

    def _field(self, field: Any) -> Any:
        if not isinstance(field, list) or len(field) < 2:
            return field
        return [field[0], self._datum(field[1])]

    def _literal(self, literal: list[Any]) -> list[Any]:
        made = list(literal)
        if made and made[0] in LITERALS and len(made) > 2:
            made[2] = self._datum(made[2])
        return made

    def _datum(self, identity: Any) -> Any:
        if not isinstance(identity, str):
            return identity
        return self._data.setdefault(identity, f"v{len(self._data)}")

    def _argument(self, identity: str) -> str:
        return self._arguments.setdefault(identity, f"a{len(self._arguments)}")

    def _block(self, number: int, identity: Any) -> Any:
        if not isinstance(identity, str):
            return identity
        return self._blocks.setdefault((number, identity), f"b{len(self._blocks)}")


def _only(entry: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: entry[name] for name in names if name in entry}
