# SPDX-License-Identifier: Apache-2.0
"""``README.md`` of a release: the dataset card, with the front matter that dataset hubs read."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence

from scratchworld.release.manifest import ReleaseFacts
from scratchworld.release.publication import Publication
from scratchworld.release.statistics import Sizes, StatisticsRow
from scratchworld.world import TASKS

__all__ = ["render_card"]

_SIZE_CLASSES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)

_WITHHELD = (
    "",
    "## Withheld targets",
    "",
    "This release has the questions alone. Who published it has the answers and scores.",
)


def render_card(
    facts: ReleaseFacts,
    canary: str,
    rows: Sequence[StatisticsRow],
    files: Iterable[tuple[str, str]],
    abstract: str,
    *,
    withheld: bool = False,
) -> str:
    """Return the text of the card.

    ``files`` are the (task, split) pairs that have a data file, in order, and likewise the
    (folder, split) pairs of other tables. Where targets are
    ``withheld``, nothing is told of their sizes.
    """
    total = sum(row.instances for row in rows)
    parts = (
        _front_matter(facts, files, total),
        ("", f"# {_one_line(facts.publication.name)}", ""),
        textwrap.wrap(abstract, 100),
        _size_table(rows, withheld=withheld),
        _WITHHELD if withheld else (),
        _body(facts, canary, withheld=withheld),
        ("",),
    )
    return "\n".join(line for part in parts for line in part)


def _front_matter(
    facts: ReleaseFacts, files: Iterable[tuple[str, str]], total: int
) -> Iterable[str]:
    splits: dict[str, list[str]] = {}
    for task, split in files:
        splits.setdefault(task, []).append(split)
    size = next((name for limit, name in _SIZE_CLASSES if total < limit), "n>10M")
    yield "---"
    # A JSON string is a YAML string, so any title is safe here.
    yield f"pretty_name: {json.dumps(facts.publication.name)}"
    yield from _licence(facts.publication)
    yield "size_categories:"
    yield f"- {size}"
    yield from ("tags:", "- benchmark", "- scratch", "- world-model")
    yield "configs:" if splits else "configs: []"
    for task, names in splits.items():
        yield f"- config_name: {task}"
        yield "  data_files:"
        for split in names:
            yield f"  - split: {split}"
            folder = f"data/{task}" if task in TASKS else task
            yield f"    path: {folder}/{split}-*.parquet"
    yield "---"


def _licence(publication: Publication) -> Iterable[str]:
    yield f"license: {publication.licence_id}"
    if publication.licence_id == "other":
        yield "license_name: see-license-file"
        yield "license_link: LICENSE"


def _size_table(rows: Sequence[StatisticsRow], *, withheld: bool) -> Iterable[str]:
    yield from ("", "## Size", "")
    head = "| task | source | split | instances | projects | fields: mean, median, max |"
    yield head + ("" if withheld else " changed: mean, median, max | empty deltas |")
    yield "|---|---|---|--:|--:|--:|" + ("" if withheld else "--:|--:|")
    for row in rows:
        known = (
            f"| {row.task} | {row.source} | {row.split} | {row.instances} | {row.projects} "
            f"| {_sizes(row.fields)} |"
        )
        share = 100 * row.empty / row.instances
        label = f" {_sizes(row.changed)} | {row.empty} ({share:.1f} %) |"
        yield known + ("" if withheld else label)


def _body(facts: ReleaseFacts, canary: str, *, withheld: bool) -> Iterable[str]:
    yield ""
    yield "`report.parquet` has one row a project of the corpus, with the reason where a project"
    yield "yields nothing. `manifest.json` holds versions, seeds, configuration and file hashes."
    yield ""
    yield "## Score a model"
    yield ""
    answers = " --answers ANSWERS" if withheld else ""
    yield f"    scratchworld score RELEASE predictions.jsonl{answers}"
    yield f"    scratchworld copy-prior RELEASE{answers}"
    yield ""
    yield "## Made with"
    yield ""
    for name, version in sorted(facts.versions.items()):
        yield f"- {_one_line(name)} {_one_line(version)}"
    yield ""
    yield f"This is version {facts.publication.version} of the release. `croissant.json` describes"
    yield "it for machines, `ERRATA.md` lists known faults."
    yield ""
    yield "## Licence"
    yield ""
    yield facts.publication.licence
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
