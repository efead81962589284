# SPDX-License-Identifier: Apache-2.0
"""Reference predictors, one file each; a new one is a new file and a line in :data:`REFERENCES`.

The VM oracle, which has to execute projects, lives with the VM; its prediction file is scored like
any other.
"""

from collections.abc import Mapping

from scoring.references.base import Predict, Reference
from scoring.references.copy import COPY
from scoring.references.decisions import GREEDY, RANDOM_OPTION
from scoring.references.events import MAJORITY_EVENT, NO_EVENT
from scoring.references.fitting import fit_reference, fit_references
from scoring.references.kinematic import KINEMATIC
from scoring.references.labels import LABELS
from scoring.references.majority import MAJORITY
from scoring.references.names import NAMES, NAMES_TOLD
from scoring.references.nearest import NEAREST
from scoring.references.no_change import NO_CHANGE
from scoring.references.rule_table import RULE_TABLE
from scoring.references.twins import INVARIANT

__all__ = ["REFERENCES", "Predict", "Reference", "fit_reference", "fit_references"]

REFERENCES: Mapping[str, Reference] = {
    reference.name: reference
    for reference in (
        COPY,
        NO_CHANGE,
        MAJORITY,
        KINEMATIC,
        NEAREST,
        NAMES,
        RULE_TABLE,
        INVARIANT,
        NAMES_TOLD,
        NO_EVENT,
        MAJORITY_EVENT,
        RANDOM_OPTION,
        GREEDY,
        LABELS,
    )
}
"""Every reference by name, in the order of the ladder."""
