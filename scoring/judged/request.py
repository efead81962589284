# SPDX-License-Identifier: Apache-2.0
"""The request of a case: a chat completion whose message shows texts and pictures in turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.judged.case import Case
from scoring.judged.rubric import COMPONENTS, OUTCOME, STEPS
from scoring.prompts.pictures import image_parts
from scoring.prompts.templating import Filler, hash_of, load_template, template_names
from scratchworld.world import digest

__all__ = ["JudgeSettings", "Request", "make_request", "template_hash"]

_Part = dict[str, object]


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """Which judge is asked, and for what."""

    model: str
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"temperature": 0})
    """Further keys of the request, as plain JSON."""
    steps: bool = False
    """Whether the accuracy of each moment is asked too."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent for a case."""

    instance_id: str
    body: Mapping[str, Any]
    """Of the POST to ``/chat/completions``, as plain JSON."""

    @property
    def sha256(self) -> str:
        """Hash of the whole body, its pictures included."""
        return digest(self.body)

    def line(self) -> str:
        """Return the request as a line of ``requests.jsonl``."""
        return json.dumps(
            {"instance_id": self.instance_id, "sha256": self.sha256, "request": self.body}
        )


def template_hash() -> str:
    """Return the hash of all templates of the judged protocol, versions included."""
    names = template_names(__package__)
    return hash_of({name: load_template(name, __package__) for name in names})


def make_request(case: Case, settings: JudgeSettings) -> Request:
    """Return the request of a case whose answer can be used."""
    filler = Filler(__package__)
    fill = filler.fill
    asked = [one for one in COMPONENTS if one is not OUTCOME or case.weight]
    form: dict[str, object] = {one.name: 0 for one in asked}
    if settings.steps:
        form[STEPS] = [0] * len(case.frames)
    count = str(len(case.frames))
    rubric = fill(
        "rubric",
        outcome=fill("outcome") if case.weight else "",
        given=fill("given") if case.given else "",
        steps=fill("steps", count=count) if settings.steps else "",
        form=json.dumps(form),
    )
    content = [*_parts(case, fill), _text(rubric)]
    messages = [
        {"role": "system", "content": fill("system")},
        {"role": "user", "content": content},
    ]
    return Request(
        case.instance_id, {"model": settings.model, "messages": messages, **settings.parameters}
    )


def _parts(case: Case, fill: Callable[..., str]) -> Iterator[_Part]:
    yield _text(fill("world", rules=case.rules))
    yield from image_parts([case.first])
    for reference in case.references:
        yield _text(fill("reference", caption=reference.caption))
        yield from image_parts([reference.png])
    moments = [
        fill("moment", number=str(number), request=request, hint=hint)
        for number, (request, hint) in enumerate(zip(case.requests, case.hints, strict=True), 1)
    ]
    yield _text(
        fill(
            "window",
            window=case.window,
            actions=case.actions,
            moments="\n\n".join(moments),
            number=str(len(case.frames)),
        )
    )
    for number, frame in enumerate(case.frames, 1):
        yield _text(fill("frame", number=str(number), count=str(len(case.frames))))
        yield from image_parts([frame])


def _text(text: str) -> _Part:
    # names may hold lone surrogates, which cannot be sent
    return {"type": "text", "text": text.encode("utf-8", "backslashreplace").decode("utf-8")}
