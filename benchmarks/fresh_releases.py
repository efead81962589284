# SPDX-License-Identifier: Apache-2.0
"""Are two synthetic releases of different seeds equally hard? The references' scores on both.

    python benchmarks/fresh_releases.py [SEED SEED]

Makes three projects of each family from each seed, builds a release of 150 next-state and 150
rollout instances from them, and scores the reference predictors on both. Those that learn do so
from a third release, of another seed, so that a difference is one of the releases and not of what
was learned. *bound* is the 95 % interval of the difference of two independent scores: the root of
the sum of the squares of both half widths. Exit code 1 if more than one in twenty differences are
larger.
"""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path

from generators.build import BuildConfig, Quota, build_release
from generators.synthetic import synthesize, write_projects
from scoring import Figure, score_references
from scoring.report.text_table import render_table
from scratchworld.release import Release, load_release

PER_FAMILY = 3
LEARNT_FROM = 10
"""Seed of the third release; all of it is dev."""
QUOTA = Quota({"next_state": 150, "rollout": 150}, empty=28)
FIGURES = {
    "changed_field_f1_pooled": "F1",
    "changed_field_f1_presence_pooled": "F1 presence",
    "full_state_accuracy": "full state",
}


def main(seeds: tuple[int, int]) -> int:
    """Print the table; return 1 if too many differences are too large, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        third = _release(Path(folder, "third"), LEARNT_FROM, dev_share=1.0)
        first, second = (
            score_references(_release(Path(folder, str(seed)), seed), learn_from=third)
            for seed in seeds
        )
    rows: list[list[str]] = []
    larger = 0
    for one, other in zip(first.rungs, second.rungs, strict=True):
        assert (one.task, one.reference) == (other.task, other.reference)
        for name, title in FIGURES.items():
            difference, bound = _compare(one.figures[name], other.figures[name])
            larger += difference > bound
            cells = [_cell(rung.figures[name]) for rung in (one, other)]
            ends = [f"{100 * difference:.1f}", f"{100 * bound:.1f}"]
            rows.append([one.task, one.reference, title, *cells, *ends])
    headers = ["task", "reference", "score, %", *(f"seed {seed}" for seed in seeds)]
    print(render_table([*headers, "difference", "bound"], rows, texts=(0, 1, 2)))
    print(f"\n{larger} of {len(rows)} differences are larger than their bound")
    return int(20 * larger > len(rows))


def _release(folder: Path, seed: int, dev_share: float = 0.25) -> Release:
    corpus, out, key = folder / "corpus", folder / "release", folder / "key"
    write_projects(synthesize(per_family=PER_FAMILY, seed=seed), corpus, seed)
    key.write_text("0" * 64)  # one key for all, so that the same seeds give the same table
    tasks = ("next_state", "rollout")
    config = BuildConfig(seed=seed, tasks=tasks, dev_share=dev_share, synthetic=QUOTA)
    outcome = build_release(corpus, out, config, key_file=key)
    assert all(share.asked == share.got for share in outcome.shares), outcome.shares
    return load_release(out)


def _compare(one: Figure, other: Figure) -> tuple[float, float]:
    return abs(_value(one) - _value(other)), math.hypot(_half(one), _half(other))


def _value(figure: Figure) -> float:
    assert figure.value is not None
    return figure.value


def _half(figure: Figure) -> float:
    assert figure.low is not None
    assert figure.high is not None
    return (figure.high - figure.low) / 2


def _cell(figure: Figure) -> str:
    return f"{100 * _value(figure):.1f} ± {100 * _half(figure):.1f}"


if __name__ == "__main__":
    if len(sys.argv) not in (1, 3):
        sys.exit(__doc__)
    given = [int(text) for text in sys.argv[1:]] or [11, 12]
    sys.exit(main((given[0], given[1])))
