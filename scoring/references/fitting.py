# SPDX-License-Identifier: Apache-2.0
"""Fit a reference to a release, so that it is never asked about what it learned from.

References that learn use the dev split. Instances of the test split are answered by what all of
dev taught. The projects of dev are dealt into five folds by the order of their names, and an
instance of dev is answered by what the other four folds taught.
"""

from __future__ import annotations

from scoring.references.base import Predict, Reference
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["FOLDS", "fit_reference"]

FOLDS = 5


def fit_reference(
    reference: Reference, release: Release, learn_from: Release | None = None
) -> Predict:
    """Return the reference's predictor for the instances of a release.

    One that learns does so from the dev split of ``learn_from``, by default of the release itself.

    Raises:
        ReleaseError: when the release cannot be read.
        InputError: when the reference needs an optional part that is not installed.
    """
    if reference.looks_at_inputs or reference.is_told:
        return reference.fit(release.instances())
    if not reference.learns:
        return reference.fit(())
    dev = list((learn_from or release).instances(split="dev"))
    fold_of = {name: at % FOLDS for at, name in enumerate(sorted({one.project for one in dev}))}
    whole = reference.fit(dev)
    parts: dict[int, Predict] = {}

    def predict(instance: Instance) -> dict[str, object]:
        fold = fold_of.get(instance.project)
        if fold is None:
            return whole(instance)
        if fold not in parts:
            parts[fold] = reference.fit([one for one in dev if fold_of[one.project] != fold])
        return parts[fold](instance)

    return predict
