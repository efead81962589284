# SPDX-License-Identifier: Apache-2.0
"""Synthetic worlds: Scratch projects whose mechanisms are known.

>>> from generators.synthetic import synthesize
>>> [project.path for project in synthesize(["motion"], per_family=2, seed=0)]
['motion/motion-0000.sb3', 'motion/motion-0001.sb3']

Each project states its own rule, from which its states can be computed without a VM; see
``docs/synthetic.md``.
"""

from generators.synthetic.catalogue import catalogue
from generators.synthetic.generation import SyntheticProject, generate, synthesize
from generators.synthetic.knobs import Knobs, Ranges
from generators.synthetic.mechanism import Between, Expectation, mismatches
from generators.synthetic.registry import Template, templates_by_family
from generators.synthetic.writing import INDEX_NAME, write_projects

__all__ = [
    "FAMILIES",
    "INDEX_NAME",
    "Between",
    "Expectation",
    "Knobs",
    "Ranges",
    "SyntheticProject",
    "Template",
    "catalogue",
    "generate",
    "mismatches",
    "synthesize",
    "templates_by_family",
    "write_projects",
]

FAMILIES = tuple(templates_by_family())
"""Names of all families, sorted."""
