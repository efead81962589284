# SPDX-License-Identifier: Apache-2.0
"""A project whose makers left traces of themselves wherever a file has room for them."""

from __future__ import annotations

import hashlib
import io
import json
import wave
import zipfile
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from generators.rewriting import open_project
from generators.stored_zip import stored_zip
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, set_to, variable, when_received

SECRETS = (
    "zoe.quist@mailbox.example", "Quist", "Zoe", "555-867-5309", "+15558675309", "5558675309",
    "zoequist.example", "zoe_q_2009", "Brixham", "Grelle", "Ruhrstein",
)  # fmt: skip
"""Told in any case of letters."""

CALL = {
    "tagName": "mutation", "children": [], "proccode": "greet Zoe %s", "argumentids": '["Zoe-id"]',
    "warp": "false",
}  # fmt: skip
PROTOTYPE = {**CALL, "argumentnames": '["Brixham"]', "argumentdefaults": '["Grelle"]'}


def equal(one: Block | str, other: str) -> Block:
    return Block("operator_equals", {"OPERAND1": one, "OPERAND2": other})


def joined(one: str, other: Block | str) -> Block:
    return Block("operator_join", {"STRING1": one, "STRING2": other})


def planted(mark: int = 0) -> bytes:
    """Return the project; another ``mark`` gives other bytes."""
    item = Block("data_itemoflist", {"INDEX": variable("step")}, {"LIST": "Friends of Zoe"})
    ask = Block("sensing_askandwait", {"QUESTION": "Quist, what is your name?"})
    data = build(
        Target(
            "Stage",
            [[when_received("Tell Zoe"), set_to("told", "Brixham")]],
            {
                "step": 0, "told": "nobody", "contact": "zoe.quist@mailbox.example",
                "phone": "555-867-5309", "digits": "5558675309", "abroad": "+15558675309",
                "home": "https://zoequist.example/~zoe_q_2009", "Zoe Quist score": 0,
            },
            {"Friends of Zoe": ["Brixham", "Zoe Quist", "a friend", 17, "Grelle"]},
            ["Tell Zoe"],
        ),
        Target(
            "Zoe Quist",
            [
                [
                    WHEN_FLAG,
                    Block(
                        "control_forever",
                        branch=[
                            Block("data_changevariableby", {"VALUE": 1}, {"VARIABLE": "step"}),
                            Block("looks_say", {"MESSAGE": joined("Hello ", item)}),
                            Block("procedures_call", {"Zoe-id": "Ruhrstein"}, mutation=CALL),
                            Block("event_broadcast", {"BROADCAST_INPUT": "Tell Zoe"}),
                            Block("motion_changexby", {"DX": 3 + mark}),
                            Block(
                                "control_if",
                                {"CONDITION": equal(item, "zoe quist")},
                                branch=[set_to("Zoe Quist score", 1)],
                            ),
                            Block("control_wait", {"DURATION": 0.1}),
                        ],
                    ),
                ],
                [
                    Block("event_whenthisspriteclicked"),
                    ask,
                    set_to("told", Block("sensing_answer")),
                ],
                [
                    Block(
                        "procedures_definition",
                        {"custom_block": Block("procedures_prototype", mutation=PROTOTYPE)},
                    ),
                    set_to(
                        "told",
                        Block("argument_reporter_string_number", {}, {"VALUE": "Brixham"}),
                    ),
                ],
            ],
        ),
    )  # fmt: skip
    return _told_everywhere(data)


def _told_everywhere(data: bytes) -> bytes:
    document = open_project(data)
    content: dict[str, Any] = document.content
    content["meta"]["agent"] = "Zoe's browser"
    content["author"] = {"username": "zoe_q_2009"}
    for target in document.targets:
        target["comments"]["Quist"] = {
            "blockId": None, "x": 0, "y": 0, "width": 9, "height": 9, "minimized": False,
            "text": "by Zoe Quist, 555-867-5309",
        }  # fmt: skip
        target["costumes"][1]["name"] = "Zoe at Brixham"
        target["sounds"] = []
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><!-- Quist -->'
        b"<metadata>zoe_q_2009</metadata>"
        b'<rect width="40" height="40" fill="#808000"/><text y="20">by Zoe</text></svg>'
    )
    assets = {name: drawing if b"#808000" in old else old for name, old in document.assets.items()}
    return stored_zip({"project.json": json.dumps(content).encode(), **assets})


def with_recordings(data: bytes) -> bytes:
    """Return the project with a photograph and a sound, whose files tell who made them."""
    document = open_project(data)
    assets = {"png": _photograph(), "wav": _sound()}
    names = {kind: hashlib.md5(asset).hexdigest() for kind, asset in assets.items()}
    of_kind = {
        kind: {"assetId": name, "dataFormat": kind, "md5ext": f"{name}.{kind}"}
        for kind, name in names.items()
    }
    for target in document.targets:
        target["costumes"].append(
            {**of_kind["png"], "name": "Photo of Zoe Quist", "bitmapResolution": 1,
             "rotationCenterX": 20, "rotationCenterY": 20}
        )  # fmt: skip
        target["currentCostume"] = len(target["costumes"]) - 1
        target["sounds"].append({**of_kind["wav"], "name": "Grelle laughs", "rate": 8000})
    files = {f"{names[kind]}.{kind}": asset for kind, asset in assets.items()}
    content = json.dumps(document.content).encode()
    return stored_zip({"project.json": content, **document.assets, **files})


def _photograph() -> bytes:
    told = PngInfo()
    told.add_text("Author", "Zoe Quist")
    told.add_text("Comment", "zoe.quist@mailbox.example, 555-867-5309", zip=True)
    told.add_itxt("Title", "Brixham", "en", "Ruhrstein")
    exif = Image.Exif()
    exif[0x013B] = "Zoe Quist"  # Artist
    file = io.BytesIO()
    Image.linear_gradient("L").resize((40, 40)).save(file, "PNG", pnginfo=told, exif=exif)
    return file.getvalue()


def _sound() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(1600))
    who = b"INFOIART\x0a\0\0\0Zoe Quist\0"
    return file.getvalue() + b"LIST" + len(who).to_bytes(4, "little") + who


def unpacked(data: bytes) -> bytes:
    """Return all that is in an archive, names of entries included."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"\n".join(
            entry.encode() + b"\n" + archive.read(entry) for entry in archive.namelist()
        )
