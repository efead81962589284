# SPDX-License-Identifier: Apache-2.0
"""All modalities, and what they make of one variant of a project."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generators.modalities.base import Made, Modality, Subject
from generators.modalities.pictures import CLIP, SCREENSHOT
from generators.modalities.program import PROGRAM
from generators.modalities.text import LANGUAGE, TABLE

__all__ = ["MODALITIES", "present"]

MODALITIES: Mapping[str, Modality] = {
    each.name: each for each in (PROGRAM, TABLE, LANGUAGE, SCREENSHOT, CLIP)
}
"""Every modality by name, in the order in which documents list them."""


def present(subject: Subject, modalities: Iterable[str]) -> dict[str, Made]:
    """Return what each of these modalities makes of a variant, by name.

    Raises:
        ProjectError: when the project cannot be run.
    """
    chosen = (MODALITIES[name] for name in modalities)
    return {each.name: each.make(subject) for each in chosen if each.make is not None}
