# SPDX-License-Identifier: Apache-2.0
"""Perturbation gap: how much worse is a model on a project that was renamed, moved or recoloured?

Over pairs of an instance of an original project and the same instance of a perturbed one: the
score of the original less that of its perturbed twin. The score is the task's own (for changed
fields the value-aware F1 of the instance; on a no-op whether it is seen).

Scale: -1 to 1; 0 is best: above 0 the model leans on what the perturbation took away.
Averages: over the pairs of each task and kind of perturbation.
Empty case: no pair, no figure.
Errors: none; an unusable answer scores 0.
Source: DESIGN of the benchmark.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.metrics.base import Floats, floats

__all__ = ["gap_by_project"]


def gap_by_project(
    original: Floats, perturbed: Floats, codes: NDArray[np.int64], projects: int
) -> tuple[Floats, Floats]:
    """Sum the differences, and count the pairs, within each project.

    ``codes`` gives each pair's project, 0 to ``projects - 1``.
    """
    above = floats(np.bincount(codes, original - perturbed, projects))
    return above, floats(np.bincount(codes, minlength=projects))
