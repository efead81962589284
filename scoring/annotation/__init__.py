# SPDX-License-Identifier: Apache-2.0
"""Human annotation of event queries: the page to annotate on, and what its answers agree with."""

from scoring.annotation.agreement import AnnotationAgreement, annotation_agreement
from scoring.annotation.answers import Annotations, read_annotations
from scoring.annotation.page import PictureOf, annotation_page
from scoring.annotation.programs import ProgramScripts, Script, program_scripts
from scoring.annotation.questions import draw_events
from scoring.annotation.text import render_agreement

__all__ = [
    "AnnotationAgreement",
    "Annotations",
    "PictureOf",
    "ProgramScripts",
    "Script",
    "annotation_agreement",
    "annotation_page",
    "draw_events",
    "program_scripts",
    "read_annotations",
    "render_agreement",
]
