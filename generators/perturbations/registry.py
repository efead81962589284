# SPDX-License-Identifier: Apache-2.0
"""All kinds of perturbation, and how a project file is perturbed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from generators.perturbations.base import NotPerturbed, Perturbation
from generators.perturbations.move_threshold import MOVE_THRESHOLD
from generators.perturbations.paraphrase import PARAPHRASE
from generators.perturbations.recolour_costume import RECOLOUR_COSTUME
from generators.perturbations.rename import RENAME
from generators.perturbations.reorder_scripts import REORDER_SCRIPTS
from generators.perturbations.shift_coordinates import SHIFT_COORDINATES
from generators.perturbations.swap_costume import SWAP_COSTUME
from generators.rewriting import Translation, open_project, write_project
from scratchworld.errors import ProjectError

__all__ = ["ORIGINAL", "PERTURBATIONS", "Version", "perturb", "version_data"]

ORIGINAL = "original"
"""``variant`` of an instance of a project as it is."""

PERTURBATIONS: Mapping[str, Perturbation] = {
    kind.name: kind
    for kind in (
        RENAME,
        RECOLOUR_COSTUME,
        REORDER_SCRIPTS,
        PARAPHRASE,
        SHIFT_COORDINATES,
        MOVE_THRESHOLD,
        SWAP_COSTUME,
    )
}
"""By name; those that preserve what a project does come first."""


@dataclass(frozen=True, slots=True)
class Version:
    """A perturbed project."""

    kind: Perturbation
    data: bytes
    """The project file."""
    translation: Translation
    """From the original project to this one."""


def perturb(data: bytes, variant: str, seed: int, sha256: str) -> Version:
    """Perturb a project file. The result depends on the arguments alone.

    ``variant`` is a name of :data:`PERTURBATIONS`; ``seed`` that of the build, ``sha256`` of the
    file.

    Raises:
        NotPerturbed: with the reason why this project is not perturbed so.
    """
    kind = PERTURBATIONS[variant]
    try:
        document = open_project(data)
        changed = kind.change(document, random.Random(f"{variant} {seed} {sha256}"))
        return Version(kind, write_project(changed.document), changed.translation)
    except ProjectError as error:
        raise NotPerturbed(error.reason) from error


def version_data(data: bytes, variant: str, seed: int, sha256: str) -> bytes:
    """Return the file of a variant of a project: itself, or perturbed again as a build did.

    Raises:
        ProjectError: ``not_perturbed`` when there is no such variant of this project.
    """
    if variant == ORIGINAL:
        return data
    if variant not in PERTURBATIONS:
        raise ProjectError("not_perturbed", f"there is no perturbation {variant!r}")
    try:
        return perturb(data, variant, seed, sha256).data
    except NotPerturbed as error:
        raise ProjectError("not_perturbed", f"{variant}: {error.reason}") from error
