# SPDX-License-Identifier: Apache-2.0
"""Perturbations: the same instance of a project that was renamed or moved, one file a kind.

A new kind is a new file and a line in :data:`PERTURBATIONS`. ``docs/tasks.md`` says what each one
changes and what it preserves.
"""

from generators.perturbations.base import NotPerturbed, Perturbation
from generators.perturbations.making import PerturbationPlan, Versions, linked, make_versions
from generators.perturbations.registry import (
    ORIGINAL,
    PERTURBATIONS,
    Version,
    perturb,
    version_data,
)

__all__ = [
    "ORIGINAL",
    "PERTURBATIONS",
    "NotPerturbed",
    "Perturbation",
    "PerturbationPlan",
    "Version",
    "Versions",
    "linked",
    "make_versions",
    "perturb",
    "version_data",
]
