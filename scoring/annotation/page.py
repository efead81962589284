# SPDX-License-Identifier: Apache-2.0
"""The page to annotate on: one file that needs nothing else, and holds no label."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.resources import files

from scoring.annotation.programs import ProgramScripts
from scoring.annotation.questions import question_of
from scoring.page_template import filled
from scratchworld.release import Release
from scratchworld.world import CausalInstance, digest

__all__ = ["PictureOf", "annotation_page"]

PictureOf = Callable[[CausalInstance], str | None]
"""What gives a picture of an instance as a ``data:`` URI, or ``None`` where there is none."""


def annotation_page(
    release: Release,
    instances: Sequence[CausalInstance],
    programs: Mapping[tuple[str, str], ProgramScripts],
    frame_of: PictureOf = lambda instance: None,
    after_of: PictureOf = lambda instance: None,
) -> str:
    """Return the page's HTML.

    ``programs`` holds the scripts of each instance's program, by project and variant. ``frame_of``
    gives the picture before the window as a ``data:`` URI, or ``None``; without a picture the
    table of visible fields is open. ``after_of`` gives the picture at the end of the window. The
    page names the release by its name and canary, and keeps an annotator's progress in the browser
    under a key made of the canary and the ids.
    """
    shown = list(dict.fromkeys((instance.project, instance.variant) for instance in instances))
    data = {
        "release": release.manifest.name,
        "canary": release.manifest.canary,
        "key": digest([release.manifest.canary, [one.instance_id for one in instances]])[:16],
        "programs": [[script._asdict() for script in programs[each].scripts] for each in shown],
        "questions": [
            {
                **question_of(instance, programs[each], frame_of(instance), after_of(instance)),
                "program": shown.index(each),
            }
            for instance in instances
            for each in [(instance.project, instance.variant)]
        ],
    }
    values = {
        "TITLE": escape(f"Annotate {release.manifest.name}"),
        "CSS": _part("page.css"),
        "JS": _part("page.js"),
        # ASCII, so that a lone surrogate can be written, and no tag can end the element
        "DATA": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return "".join(filled(_part("page.html"), values))


def _part(name: str) -> str:
    return (files("scoring.annotation") / "page" / name).read_text("utf-8")
