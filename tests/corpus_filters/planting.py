# SPDX-License-Identifier: Apache-2.0
"""Makes near-duplicates of an .sb3 file, each by one change."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

Json = Any
Assets = dict[str, bytes]

_SPRITE_FIELDS = (
    "CLONE_OPTION", "DISTANCETOMENU", "OBJECT", "TO", "TOUCHINGOBJECTMENU", "TOWARDS",
)  # fmt: skip
_LITERAL_TYPES = (4, 5, 6, 7, 8, 10)
"""Numbers of literals in compressed blocks: kinds of numbers, and 10, a text; 9 is a colour."""


def _read(data: bytes) -> tuple[Json, Assets]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    return json.loads(entries.pop("project.json")), entries


def _write(content: Json, assets: Assets, compression: int = zipfile.ZIP_STORED) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", compression) as archive:
        for name, data in [("project.json", json.dumps(content).encode()), *assets.items()]:
            archive.writestr(zipfile.ZipInfo(name), data, compression)
    return memory.getvalue()


def _blocks(content: Json) -> Iterator[Json]:
    for target in content["targets"]:
        for block in target["blocks"].values():
            if isinstance(block, dict):
                yield block


def _literals(content: Json) -> Iterator[Json]:
    for block in _blocks(content):
        for value in block["inputs"].values():
            for part in value[1:]:
                if isinstance(part, list) and part[0] in _LITERAL_TYPES:
                    yield part


def renamed_sprites(content: Json, assets: Assets) -> None:
    names = {
        target["name"]: f"Figure {k}"
        for k, target in enumerate(content["targets"])
        if not target["isStage"]
    }
    for target in content["targets"]:
        target["name"] = names.get(target["name"], target["name"])
    for block in _blocks(content):
        for name in _SPRITE_FIELDS:
            if name in block["fields"]:
                field = block["fields"][name]
                field[0] = names.get(field[0], field[0])
    for monitor in content["monitors"]:
        monitor["spriteName"] = names.get(monitor["spriteName"], monitor["spriteName"])


def renamed_variables(content: Json, assets: Assets) -> None:
    names: dict[str, str] = {}
    for target in content["targets"]:
        for variable_id, variable in [*target["variables"].items(), *target["lists"].items()]:
            names[variable_id] = variable[0] = f"value {len(names)}"

    def rename(part: Json) -> None:
        if isinstance(part, list):
            if len(part) >= 3 and part[0] in (12, 13):
                part[1] = names.get(part[2], part[1])
            for inner in part:
                rename(inner)

    for target in content["targets"]:
        for block in target["blocks"].values():
            rename(list(block["inputs"].values()) if isinstance(block, dict) else block)
            for name in ("VARIABLE", "LIST"):
                if isinstance(block, dict) and name in block["fields"]:
                    field = block["fields"][name]
                    field[0] = names.get(field[1], field[0])


def moved_sprites(content: Json, assets: Assets) -> None:
    for target in content["targets"]:
        if not target["isStage"]:
            target["x"], target["y"] = target["x"] + 97, target["y"] - 53


def recoded_costumes(content: Json, assets: Assets) -> None:
    new_names: dict[str, str] = {}
    for old in sorted(assets):
        data = _recoded(old, assets[old])
        new = f"{hashlib.md5(data).hexdigest()}.{old.rpartition('.')[2]}"
        new_names[old] = new
        assets[new] = data
        if new != old:
            del assets[old]
    for target in content["targets"]:
        for costume in [*target["costumes"], *target["sounds"]]:
            old = costume.get("md5ext") or f"{costume['assetId']}.{costume['dataFormat']}"
            costume["md5ext"] = new_names.get(old, old)
            costume["assetId"] = costume["md5ext"].partition(".")[0]


def _recoded(name: str, data: bytes) -> bytes:
    if name.endswith(".png"):
        memory = io.BytesIO()
        Image.open(io.BytesIO(data)).convert("RGBA").save(memory, "PNG", compress_level=1)
        return memory.getvalue()
    if name.endswith(".svg"):
        return data.replace(b"><", b">\n  <") + b"<!-- stored again -->\n"
    return data


def reordered_scripts(content: Json, assets: Assets) -> None:
    for target in content["targets"]:
        target["blocks"] = dict(reversed(target["blocks"].items()))


def one_literal_changed(content: Json, assets: Assets) -> None:
    next(_literals(content))[1] = "12345"


def one_block_added(content: Json, assets: Assets) -> None:
    for target in content["targets"]:
        for name, block in target["blocks"].items():
            if isinstance(block, dict) and block["opcode"] == "event_whenflagclicked":
                below = block["next"]
                block["next"] = "added"
                target["blocks"]["added"] = {
                    "opcode": "looks_cleargraphiceffects",
                    "next": below,
                    "parent": name,
                    "inputs": {},
                    "fields": {},
                    "shadow": False,
                    "topLevel": False,
                }
                if below:
                    target["blocks"][below]["parent"] = "added"
                return
    raise ValueError("no script starts with the flag")


def one_sprite_removed(content: Json, assets: Assets) -> None:
    """Remove the sprite with the median number of blocks."""
    sprites = [target for target in content["targets"] if not target["isStage"]]
    by_size = sorted(sprites, key=lambda target: len(target["blocks"]))
    content["targets"].remove(by_size[len(by_size) // 2])


def recompressed(content: Json, assets: Assets) -> None:
    for name in sorted(assets, reverse=True):
        assets[name] = assets.pop(name)


Change = Callable[[Json, Assets], None]

CHANGES: dict[str, Change] = {
    change.__name__: change
    for change in (
        renamed_sprites,
        renamed_variables,
        moved_sprites,
        recoded_costumes,
        reordered_scripts,
        one_literal_changed,
        one_block_added,
        one_sprite_removed,
        recompressed,
    )
}
"""Nine of the ten ways; the tenth, a file in another format, cannot be made from an .sb3."""


def plant(data: bytes, name: str) -> bytes:
    """Return the .sb3 with the change of that name made."""
    content, assets = _read(data)
    CHANGES[name](content, assets)
    packed = zipfile.ZIP_DEFLATED if name == "recompressed" else zipfile.ZIP_STORED
    return _write(content, assets, packed)
