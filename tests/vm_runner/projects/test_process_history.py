# SPDX-License-Identifier: Apache-2.0
"""A trace does not hang on what its VM process ran before."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

import pytest

from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner

pytestmark = pytest.mark.node

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"></svg>'
EPISODE = Episode.of([Step(1, (Action.make("green_flag"),))], seed=7)


def scratch_2_project() -> bytes:
    """A file of Scratch 2 in which a sprite goes to a place drawn at random.

    Its blocks have no ids: the VM makes them, and keys the draws by them.
    """
    costume = {
        "costumeName": "one",
        "baseLayerID": 0,
        "baseLayerMD5": f"{hashlib.md5(DRAWING).hexdigest()}.svg",
        "bitmapResolution": 1,
        "rotationCenterX": 1,
        "rotationCenterY": 1,
    }
    drawn = ["randomFrom:to:", -200.5, 200.5]
    sprite = {
        "objName": "Cat",
        "scripts": [[0, 0, [["whenGreenFlag"], ["gotoX:y:", drawn, drawn]]]],
        "costumes": [costume],
        "currentCostumeIndex": 0,
        "scratchX": 0,
        "scratchY": 0,
        "scale": 1,
        "direction": 90,
        "rotationStyle": "normal",
        "isDraggable": False,
        "indexInLibrary": 1,
        "visible": True,
        "spriteInfo": {},
    }
    stage = {
        "objName": "Stage",
        "costumes": [costume],
        "currentCostumeIndex": 0,
        "tempoBPM": 60,
        "videoAlpha": 0.5,
        "penLayerMD5": "",
        "children": [sprite],
        "info": {},
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(zipfile.ZipInfo("project.json"), json.dumps(stage))
        archive.writestr(zipfile.ZipInfo("0.svg"), DRAWING)
    return file.getvalue()


def test_the_first_file_of_scratch_2_is_read_like_every_other() -> None:
    project = scratch_2_project()
    with VmRunner() as fresh:
        first, second = (fresh.load(project, anew=True).trace(EPISODE) for _ in ("first", "second"))
    assert first.steps[0].delta.keys() == {"/sprite/Cat/x", "/sprite/Cat/y"}
    assert first.digest() == second.digest()
