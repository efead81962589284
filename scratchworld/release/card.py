# SPDX-License-Identifier: Apache-2.0
"""``README.md`` of a release: the dataset card, with the front matter that dataset hubs read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from scratchworld.release.manifest import ReleaseFacts
from scratchworld.release.statistics import Sizes, StatisticsRow

__all__ = ["render_card"]

_SIZE_CLASSES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


def render_card(
    facts: ReleaseFacts,
    canary: str,
    rows: Sequence[StatisticsRow],
    files: Iterable[tuple[str, str]],
) -> str:
    """Return the text of the card.

    ``files`` are the (task, split) pairs that have a data file, in order.
    """
    total = sum(row.instances for row in rows)
    return "\n".join([*_front_matter(facts, files, total), *_body(facts, canary, rows), ""])


def _front_matter(
    facts: ReleaseFacts, files: Iterable[tuple[str, str]], total: int
) -> Iterable[str]:
    splits: dict[str, list[str]] = {}
    for task, split in files:
        splits.setdefault(task, []).append(split)
    size = next((name for limit, name in _SIZE_CLASSES if total < limit), "n>10M")
    yield "---"
    # A JSON string is a YAML string, so any title is safe here.
    yield f"pretty_name: {json.dumps(facts.name)}"
    yield "license: other"
    yield "size_categories:"
    yield f"- {size}"
    yield "configs:" if splits else "configs: []"
    for task, names in splits.items():
        yield f"- config_name: {task}"
        yield "  data_files:"
        for split in names:
            yield f"  - split: {split}"
            yield f"    path: data/{task}/{split}-*.parquet"
    yield "---"


def _body(facts: ReleaseFacts, canary: str, rows: Sequence[StatisticsRow]) -> Iterable[str]:
    yield ""
    yield f"# {_one_line(facts.name)}"
    yield ""
    yield "A ScratchWorld release: given the state of a running Scratch project and what the user"
    yield "does next, predict which fields change and to what. Every label was executed by the"
    yield "Scratch VM and reproduced from tick 0 in another process."
    yield ""
    yield "## Size"
    yield ""
    yield (
        "| task | source | split | instances | projects | fields: mean, median, max "
        "| changed: mean, median, max | empty deltas |"
    )
    yield "|---|---|---|--:|--:|--:|--:|--:|"
    for row in rows:
        share = 100 * row.empty / row.instances
        yield (
            f"| {row.task} | {row.source} | {row.split} | {row.instances} | {row.projects} "
            f"| {_sizes(row.fields)} | {_sizes(row.changed)} | {row.empty} ({share:.1f} %) |"
        )
    yield ""
    yield "`report.parquet` has one row a project of the corpus, with the reason where a project"
    yield "yields nothing. `manifest.json` holds versions, seeds, configuration and file hashes."
    yield ""
    yield "## Score a model"
    yield ""
    yield "    scratchworld score RELEASE predictions.jsonl"
    yield "    scratchworld copy-prior RELEASE"
    yield ""
    yield "## Made with"
    yield ""
    for name, version in sorted(facts.versions.items()):
        yield f"- {_one_line(name)} {_one_line(version)}"
    yield ""
    yield "## Licence"
    yield ""
    yield facts.licence
    yield ""
    yield "## Canary"
    yield ""
    yield "Benchmark data should not appear in training data. Canary GUID of this release:"
    yield ""
    yield f"    {canary}"


def _sizes(sizes: Sizes) -> str:
    return f"{sizes.mean:.1f}, {sizes.median:g}, {sizes.maximum}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
