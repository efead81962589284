# SPDX-License-Identifier: Apache-2.0
"""What a release keeps to itself, and how a project file is read under that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from corpus_filters import read_source
from generators.privacy.anonymise import Anonymised, anonymise, refusing_odd_files
from generators.privacy.pseudonyms import Pseudonyms
from generators.privacy.words import HarmlessWords
from generators.rewriting import open_plain
from vm_runner import VmRunner

if TYPE_CHECKING:
    from generators.build.corpus import ProjectFile

__all__ = ["Privacy"]

_TELLING = (
    "near_duplicate", "network_block", "calendar_dependent", "no_scripts",
    "terminates_immediately", "no_state_change", "unstable", "budget_exceeded", "hang",
    "out_of_memory",
)  # fmt: skip
"""Reasons whose details are words of our own, opcodes and keyed names."""


@dataclass(frozen=True)
class Privacy:
    """Whether texts of real projects are replaced, under which key, and what stays."""

    key: bytes
    """Of the key file that names of projects are made with."""
    anonymise: Literal["text", "none"] = "text"
    keep_words: tuple[str, ...] = ()
    """Words that stay besides those of ``words.txt``."""

    @classmethod
    def of_release(cls, configuration: Mapping[str, Any], key: bytes) -> Privacy:
        """Return how a release was made that states this configuration in its manifest."""
        # the first releases replaced nothing
        mode = configuration.get("anonymise", "none")
        return cls(key, mode, tuple(configuration.get("keep_words", ())))

    def concerns(self, source: str) -> bool:
        """Tell whether the texts of a ``real`` or ``synthetic`` project are replaced.

        The words of synthetic worlds are drawn from a list; there is nobody behind them.
        """
        return self.anonymise == "text" and source == "real"

    def pseudonyms(self, project: ProjectFile) -> Pseudonyms:
        """Return the pseudonyms of a project's words."""
        return Pseudonyms(self.key, project.sha256, HarmlessWords(self.keep_words))

    def open(self, project: ProjectFile, runner: VmRunner) -> Anonymised | None:
        """Return the project before and after its texts were replaced; ``None``: they stay.

        ``runner`` converts projects of Scratch 1 and 2.

        Raises:
            ProjectError: when the project cannot be read, converted or rewritten.
        """
        if not self.concerns(project.source):
            return None
        data = read_source(project.path)
        with refusing_odd_files():
            document = open_plain(data, runner)
        return anonymise(document, self.pseudonyms(project))

    def detail(self, project: ProjectFile, reason: str, detail: str) -> str:
        """Return what a report may say about why a project yields nothing."""
        if not self.concerns(project.source) or reason in _TELLING:
            return detail
        return self.pseudonyms(project).text(detail)
