# SPDX-License-Identifier: Apache-2.0
"""Keeps people out of releases: names and texts of their projects under keyed pseudonyms."""

from generators.privacy.alike import behaves_alike
from generators.privacy.anonymise import Anonymised, anonymise
from generators.privacy.configuration import Privacy
from generators.privacy.pseudonyms import Pseudonyms
from generators.privacy.svg import replace_svg_text
from generators.privacy.words import HarmlessWords

__all__ = [
    "Anonymised",
    "HarmlessWords",
    "Privacy",
    "Pseudonyms",
    "anonymise",
    "behaves_alike",
    "replace_svg_text",
]
