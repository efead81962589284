# SPDX-License-Identifier: Apache-2.0
"""What a build makes so that its instances can be shown in other forms than their fields.

A new modality is a new file and a line in :data:`MODALITIES`. What its ``make`` returns is kept in
the work folder with the rest of a project's result; ``docs/modalities.md`` says what becomes of it.
"""

from generators.modalities.base import Made, Modality, Subject
from generators.modalities.pictures import CLIP, SCREENSHOT, show
from generators.modalities.program import PROGRAM, program_of
from generators.modalities.registry import MODALITIES, present
from generators.modalities.text import LANGUAGE, TABLE

__all__ = [
    "CLIP",
    "LANGUAGE",
    "MODALITIES",
    "PROGRAM",
    "SCREENSHOT",
    "TABLE",
    "Made",
    "Modality",
    "Subject",
    "present",
    "program_of",
    "show",
]
