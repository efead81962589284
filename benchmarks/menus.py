# SPDX-License-Identifier: Apache-2.0
"""How many menus projects have, why not more, and does the surface of menus tell the best?

    python benchmarks/menus.py RELEASE...

Prints three tables. The last picks with a conditional logit model of what can be seen of the
options (`generators.decisions.surface`), fitted to the menus of all other projects; the interval is
a bootstrap over projects. Chance is 20 per cent.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np

from generators.decisions.surface import pick_by_surface, surface_of
from scoring.metrics.base import floats
from scoring.report.text_table import render_table, value_cell
from scoring.statistics import Bootstrap, Ratio, ratio_figures
from scratchworld.release import Release, load_release
from scratchworld.world import DecisionInstance

PREFIX = "decision_"
FEWEST = 2
"""Projects with menus that a model can be fitted to some of and asked about the others."""


def menus_of(release: Release) -> list[DecisionInstance]:
    """Return all menus of a release."""
    found = release.instances("decision")
    return [one for one in found if isinstance(one, DecisionInstance)]


def projects_row(
    name: str, source: str, release: Release, menus: list[DecisionInstance]
) -> list[str]:
    """Return a row: projects kept, those with menus, menus."""
    kept = [row for row in release.report() if row.verdict == "kept" and row.source == source]
    own = [menu for menu in menus if menu.source == source]
    with_menus = len({menu.project for menu in own})
    each = f"{len(own) / len(kept):.2f}" if kept else "-"
    kinds = Counter(f"{menu.reward.kind} by {menu.basis}" for menu in own)
    told = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    return [name, source, str(len(kept)), str(with_menus), str(len(own)), each, told]


def dropped(release: Release, source: str) -> Counter[str]:
    """Count moments (episodes, for ``no reward``) by what became of them."""
    counts: Counter[str] = Counter()
    for row in release.report():
        if row.source == source:
            for column, value in row.numbers.items():
                if column.startswith(PREFIX) and isinstance(value, int):
                    counts[column.removeprefix(PREFIX).replace("_", " ")] += value
    return counts


def surface_row(name: str, menus: list[DecisionInstance]) -> list[str]:
    """Return a row: how often the surface tells the best."""
    projects = sorted({menu.project for menu in menus})
    row = [name, str(len(projects)), str(len(menus))]
    if len(projects) < FEWEST:
        return [*row, "-"]
    best = [menu.returns().index(max(menu.returns())) for menu in menus]
    picks = pick_by_surface(
        np.stack([surface_of(menu.menu) for menu in menus]),
        best,
        [menu.project for menu in menus],
    )
    codes = [projects.index(menu.project) for menu in menus]
    right = [float(pick == one) for pick, one in zip(picks, best, strict=True)]
    ratio = Ratio(
        floats(np.bincount(codes, right, len(projects))),
        floats(np.bincount(codes, minlength=len(projects))),
        "menus",
    )
    [figure] = ratio_figures([ratio], Bootstrap(10_000, 0))
    return [*row, value_cell(figure)]


def main(folders: list[str]) -> None:
    """Print the tables of some releases."""
    releases = {Path(folder).name: load_release(folder) for folder in folders}
    menus = {name: menus_of(release) for name, release in releases.items()}
    sources = [
        (name, source)
        for name, release in releases.items()
        for source in ("real", "synthetic")
        if any(row.source == source and row.verdict == "kept" for row in release.report())
    ]
    header = ["release", "source", "kept", "with menus", "menus", "a project", "rewards"]
    rows = [projects_row(name, source, releases[name], menus[name]) for name, source in sources]
    print(render_table(header, rows, texts=(0, 1, 6)))
    counts = {key: dropped(releases[key[0]], key[1]) for key in sources}
    reasons = sorted({reason for each in counts.values() for reason in each})
    print()
    print(
        render_table(
            ["moments", *(f"{name}, {source}" for name, source in sources)],
            [[reason, *(str(counts[key][reason]) for key in sources)] for reason in reasons],
        )
    )
    real = [menu for each in menus.values() for menu in each if menu.source == "real"]
    synthetic = [menu for each in menus.values() for menu in each if menu.source == "synthetic"]
    print()
    print(
        render_table(
            ["menus of", "projects", "menus", "surface tells the best, %"],
            [
                surface_row(name, chosen)
                for name, chosen in (("real projects", real), ("synthetic worlds", synthetic))
                if chosen
            ],
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
