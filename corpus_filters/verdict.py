# SPDX-License-Identifier: Apache-2.0
"""A verdict on a project file: kept, or rejected with a reason word and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scratchworld.errors import ProjectError

__all__ = ["KEPT", "REASONS", "Reason", "Verdict"]


class Reason(NamedTuple):
    """What a reason word belongs to and says."""

    group: str
    sentence: str


REASONS: Mapping[str, Reason] = {
    "unreadable": Reason("unreadable", "The file cannot be read."),
    "too_large": Reason("unreadable", "The file, or what it unpacks to, is too large."),
    "corrupt_archive": Reason("unreadable", "The file is damaged, or no Scratch project."),
    "unsafe_path": Reason("unreadable", "An entry of the archive leads outside its folder."),
    "missing_project_json": Reason("unreadable", "The archive holds no project.json."),
    "parse_error": Reason("unreadable", "The project is not JSON as its format demands."),
    "invalid_project": Reason("unreadable", "The project breaks Scratch's schema."),
    "unsupported_extension": Reason(
        "unsupported", "The project needs an extension that is not here."
    ),
    "missing_asset": Reason("unsupported", "A costume or sound is missing."),
    "network_block": Reason("unsupported", "A block asks a server on the network."),
    "calendar_dependent": Reason("unsupported", "The project behaves by the date or time of day."),
    "failed_to_load": Reason("will not run", "The Scratch VM fails to load the project."),
    "bad_action": Reason("will not run", "An action does not apply to the project."),
    "runtime_error": Reason("will not run", "The Scratch VM throws an error while it runs."),
    "hang": Reason("will not run", "The project does not come to the end of a step in time."),
    "out_of_memory": Reason("will not run", "The project uses up the memory of its process."),
    "vm_crashed": Reason("will not run", "The process of the Scratch VM ends."),
    "budget_exceeded": Reason("will not run", "The project asks for too much work in a tick."),
    "no_scripts": Reason("not a world", "No script can ever start."),
    "terminates_immediately": Reason("not a world", "All is over at once, and nothing can start."),
    "no_state_change": Reason("not a world", "Nothing that was tried changes anything."),
    "unstable": Reason("unstable", "The same episode does not always end the same way."),
    "not_scratch_3": Reason("not rewritten", "Only a project of Scratch 3 can be rewritten."),
    "not_anonymised": Reason("not rewritten", "Names and texts of the project cannot be replaced."),
    "not_perturbed": Reason("not rewritten", "A perturbation cannot be made of the project."),
    "near_duplicate": Reason("near-duplicate", "The project is nearly the same as another."),
}
"""Every reason word, in the order of the checks."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the filters say of one project file."""

    reason: str = ""
    """A word of :data:`REASONS`; empty when the project is kept."""
    detail: str = ""
    """The asset, extension, path or message that decided."""

    @classmethod
    def of(cls, error: ProjectError) -> Verdict:
        """Return the verdict that an error amounts to."""
        return cls(error.reason, error.detail)

    @property
    def kept(self) -> bool:
        """Whether the project is fit for a benchmark."""
        return not self.reason

    @property
    def group(self) -> str:
        """The kind of reason: ``unreadable``, ``not a world``, ...; ``kept`` for a kept project."""
        return REASONS[self.reason].group if self.reason else "kept"

    @property
    def sentence(self) -> str:
        """The verdict for a person, on one line."""
        if self.kept:
            return "Kept."
        detail = " ".join(self.detail.split())
        return f"{REASONS[self.reason].sentence} {detail}".rstrip()


KEPT = Verdict()
