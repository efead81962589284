# SPDX-License-Identifier: Apache-2.0
"""The prompt of an instance: chat messages from the templates, and nothing of the label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from scoring.prompts.conditions import Condition
from scoring.prompts.language import describe_state
from scoring.prompts.pictures import TOKENS_A_PICTURE, image_parts, pictures_text, references_text
from scoring.prompts.situation import situation_text
from scoring.prompts.spelling import spell
from scoring.prompts.table import render_table
from scoring.prompts.templating import Filler, Template, hash_of
from scoring.prompts.tokens import estimate_tokens
from scoring.prompts.views import missing_program, program_text, view_of
from scoring.prompts.wording import (
    alteration_text,
    event_text,
    menu_text,
    reward_text,
    steps_text,
    window_text,
)
from scratchworld.release import Program
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Instance,
    KeyframesInstance,
)

__all__ = ["Prompt", "make_prompt", "plain_prompt"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked about one instance."""

    system: str
    user: str
    templates: Mapping[str, Template]
    """Those that it was made from, by name."""
    pictures: Sequence[bytes] = ()
    """PNG files that go with the user's message."""

    @property
    def text(self) -> str:
        """Both messages as one text, for models without roles."""
        return f"{self.system}\n\n{self.user}"

    @property
    def template_hash(self) -> str:
        """Hash of all templates that it was made from: another text, another hash."""
        return hash_of(self.templates)

    @property
    def tokens(self) -> int:
        """Estimated tokens of both messages."""
        texts = estimate_tokens(self.system) + estimate_tokens(self.user)
        return texts + TOKENS_A_PICTURE * len(self.pictures)

    def messages(self) -> list[dict[str, object]]:
        """Return chat messages in the shape that most interfaces take."""
        return [
            {"role": "system", "content": self.system},
            {
                "role": "user",
                "content": [{"type": "text", "text": self.user}, *image_parts(self.pictures)],
            },
        ]


def make_prompt(
    instance: Instance,
    program: Program | None = None,
    modality: str = "table",
    format: str | None = None,
    condition: str | None = None,
    pictures: Sequence[bytes] = (),
) -> Prompt:
    """Return the prompt of an instance.

    Under a condition with the program, modalities other than ``program`` show it as scratchblocks.
    ``pictures`` are frames of the stage, the last of them that of the input state; for key frames
    that frame and the pictures of the references.

    Raises:
        InputError: when modality, format and condition do not go together, or the program is
            needed and not there.
    """
    view, chosen, under = view_of(modality, format, condition)
    if under.program and program is None:
        raise missing_program(instance)
    maker = Filler()
    sections: list[str] = []
    if under.program and program is not None:
        shown_as = chosen if view.name == "program" else "scratchblocks"
        text = program_text(program, instance, shown_as)
        sections.append(maker.fill(f"program_{shown_as}", program=text))
    if isinstance(instance, (CounterfactualInstance, DecisionInstance)) and instance.observed:
        ticks = "1 tick" if instance.ticks == 1 else f"{instance.ticks} ticks"
        changes = _observed(instance, under)
        sections.append(maker.fill("observed", ticks=ticks, changes=changes))
    if pictures:
        about = (
            references_text(instance.references)
            if isinstance(instance, KeyframesInstance)
            else pictures_text(len(pictures))
        )
        sections.append(maker.fill("pictures", pictures=about))
    known = "state_all" if under.hidden else "state_visible"
    write = (
        describe_state
        if view.name == "language"
        else partial(render_table, format=_table_format(view.name, chosen))
    )
    sections.append(maker.fill(known, state=write(under.state_of(instance))))
    sections.append(maker.fill("situation", situation=situation_text(instance)))
    evidence = "\n\n".join(sections)
    system = maker.fill("system")
    user = maker.fill(
        instance.task, evidence=evidence, **_question(instance, program if under.program else None)
    )
    return Prompt(system, user, maker.used, pictures)


def _table_format(modality: str, format: str) -> str:
    return format if modality == "table" else "json"


def _observed(instance: CounterfactualInstance | DecisionInstance, condition: Condition) -> str:
    lines: list[str] = []
    for ago, delta in zip(range(len(instance.observed), 0, -1), instance.observed, strict=True):
        told = condition.delta_of(instance, delta)
        changes = ", ".join(
            f"{spell(path)}: {spell(value)}" for path, value in sorted(told.items())
        )
        steps = "1 step ago" if ago == 1 else f"{ago} steps ago"
        lines.append(f"{steps}: {{{changes}}}")
    return "\n".join(lines)


def _question(instance: Instance, program: Program | None) -> dict[str, str]:
    window = window_text(instance.ticks, instance.horizon)
    if isinstance(instance, DecisionInstance):
        return {
            "window": window,
            "menu": menu_text(instance.menu),
            "reward": reward_text(instance.reward),
            "zeros": ", ".join(["0"] * len(instance.menu)),
        }
    values = {
        "window": window[0].upper() + window[1:],
        "actions": steps_text(instance.actions),
    }
    if isinstance(instance, KeyframesInstance):
        values["rules"] = instance.rules
        values["requests"] = "\n".join(instance.requests)
        names = (f'"{number}.png"' for number, _ in enumerate(instance.moments, 1))
        values["frames"] = ", ".join(names)
    if isinstance(instance, CausalInstance):
        values["event"] = event_text(instance.query)
    if isinstance(instance, CounterfactualInstance):
        altered = instance.alteration
        values["alteration"] = ""
        if altered is not None:
            told = None if program is None else program.program
            text = alteration_text(altered, instance.actions, told)
            values["alteration"] = f"\n\nBut one thing is otherwise. {text}"
        values["if_otherwise"] = "" if altered is None else ", with this one thing otherwise"
    return values


def plain_prompt(instance: Instance) -> str:
    """Return the prompt as one text: all fields of the state as a table, without the program."""
    return make_prompt(instance).text
