# SPDX-License-Identifier: Apache-2.0
"""The figures of the published release beside those of another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from scoring import CopyPrior
from scoring.report.text_table import render_table
from scratchworld.release import Release, Sizes
from scratchworld.world import Instance

__all__ = ["PUBLISHED", "render_published"]

PUBLISHED = {
    "instances": "659",
    "next-state instances": "285",
    "long-horizon instances": "374",
    "real instances": "291",
    "synthetic instances": "368",
    "real projects": "31",
    "synthetic projects": "122",
    "empty deltas": "53",
    "fields per input: mean / median / max": "235.8 / 27 / 2621",
    "changed fields: mean / median / max": "8.5 / 3 / 268",
    "instances per project: mean / median / max": "4.3 / 3 / 35",
    "copy prior, %": "98.0",
    "copy prior, real, %": "98.5",
    "copy prior, synthetic, %": "82.1",
    "copy prior, long-horizon, %": "83.6",
}
"""What is published of the release that the preset ``paper`` imitates."""


def render_published(release: Release, prior: CopyPrior) -> str:
    """Return the table of published figures beside those of ``release``.

    ``prior`` is the copy prior of the release. The copy prior of a group is the full-state field
    accuracy of copying, pooled over its instances.
    """
    own = _counts(release.instances()) | _priors(prior)
    rows = [[name, published, own[name]] for name, published in PUBLISHED.items()]
    return render_table(("quantity", "published", "this release"), rows)


def _counts(instances: Iterable[Instance]) -> dict[str, str]:
    fields: list[int] = []
    changed: list[int] = []
    groups: Counter[str] = Counter()
    projects: Counter[tuple[str, str]] = Counter()
    for instance in instances:
        fields.append(instance.n_fields)
        changed.append(instance.n_changed)
        groups.update([instance.task, instance.source])
        projects[instance.source, instance.project] += 1
    sources = Counter(source for source, _ in projects)
    return {
        "instances": str(len(fields)),
        "next-state instances": str(groups["next_state"]),
        "long-horizon instances": str(groups["rollout"]),
        "real instances": str(groups["real"]),
        "synthetic instances": str(groups["synthetic"]),
        "real projects": str(sources["real"]),
        "synthetic projects": str(sources["synthetic"]),
        "empty deltas": str(changed.count(0)),
        "fields per input: mean / median / max": _sizes(fields),
        "changed fields: mean / median / max": _sizes(changed),
        "instances per project: mean / median / max": _sizes(list(projects.values())),
    }


def _sizes(counts: Sequence[int]) -> str:
    sizes = Sizes.of(counts)
    return f"{sizes.mean:.1f} / {sizes.median:g} / {sizes.maximum}"


def _priors(prior: CopyPrior) -> dict[str, str]:
    wanted = {
        ("all", "all", "all"): "copy prior, %",
        ("all", "source", "real"): "copy prior, real, %",
        ("all", "source", "synthetic"): "copy prior, synthetic, %",
        ("rollout", "all", "all"): "copy prior, long-horizon, %",
    }
    found = dict.fromkeys(wanted.values(), "-")
    for row in prior.rows:
        name = wanted.get((row.task, row.by, row.value))
        value = row.figures["full_state_accuracy"].value
        if name is not None and value is not None:
            found[name] = f"{100 * value:.1f}"
    return found
