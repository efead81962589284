# SPDX-License-Identifier: Apache-2.0
"""What goes with the data: card, licence, errata, and descriptions for machines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scratchworld.release.card import render_card
from scratchworld.release.columns import Column
from scratchworld.release.croissant import CROISSANT_NAME, render_croissant
from scratchworld.release.manifest import ReleaseFacts, file_digest
from scratchworld.release.publication import Publication
from scratchworld.release.statistics import StatisticsRow
from scratchworld.schemas import schema_text
from scratchworld.world import TASKS

__all__ = ["ABSTRACT", "PAPERS", "Table", "write_papers"]

PAPERS = ("README.md", "LICENSE", "ERRATA.md", "eval.yaml", CROISSANT_NAME)
"""Names of the files that are written in words."""

ABSTRACT = (
    "A ScratchWorld release: given the state of a running Scratch project and what the user does "
    "next, predict which fields change and to what. Every label was executed by the Scratch VM "
    "and reproduced from tick 0 in another process."
)

Table = tuple[str, str]
"""Task and split of a data file; of any other table its folder and split."""


def write_papers(
    folder: Path,
    facts: ReleaseFacts,
    canary: str,
    rows: Sequence[StatisticsRow],
    files: Mapping[str, Sequence[Column]],
    *,
    withheld: bool = False,
) -> None:
    """Write every file of a release that holds words and no instances, the manifest apart.

    ``files`` are the tables that lie in ``folder``, by path, each with its columns. Of a release
    whose targets are ``withheld`` nothing is told that would give labels away.
    """
    publication = facts.publication
    tables = [_table(path) for path in files]
    hashes = {path: file_digest(folder / path) for path in files}
    texts = (
        render_card(facts, canary, rows, tables, ABSTRACT, withheld=withheld),
        publication.licence_text(),
        publication.errata_text(),
        _render_eval(publication, canary, tables),
        render_croissant(_about(publication, canary), hashes, files),
    )
    for name, text in zip(PAPERS, texts, strict=True):
        (folder / name).write_bytes(text.encode("utf-8", "backslashreplace"))
    _write_schemas(folder, dict.fromkeys(task for task, _ in tables))


def _table(path: str) -> Table:
    *_, task, file = path.split("/")
    return task, file.split("-")[0]


def _write_schemas(folder: Path, tasks: Iterable[str]) -> None:
    """Write the JSON Schema of a prediction for each task."""
    for task in tasks:
        if task not in TASKS:
            continue
        name = f"prediction_{task}"
        file = folder / "schemas" / f"{name}.schema.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(schema_text(name), encoding="utf-8", newline="\n")


def _about(publication: Publication, canary: str) -> dict[str, object]:
    """Return the data set's properties, as schema.org and Croissant name them."""
    return {
        "name": publication.name,
        "description": f"{ABSTRACT} Canary GUID: {canary}",
        "version": publication.version,
        "license": _licence_url(publication.licence_id) or publication.licence,
        "url": publication.url,
        "datePublished": publication.date,
        "creator": [{"@type": "sc:Organization", "name": name} for name in publication.creators],
        "citeAs": publication.citation,
        "keywords": ["benchmark", "Scratch", "world model"],
    }


def _licence_url(licence_id: str) -> str:
    """Return the address of a licence at SPDX, or nothing where its name there is another."""
    named = {"apache-2.0": "Apache-2.0", "mit": "MIT"}.get(licence_id)
    if licence_id.startswith(("cc-", "cc0-")):
        named = licence_id.upper()
    return f"https://spdx.org/licenses/{named}.html" if named else ""


def _render_eval(publication: Publication, canary: str, tables: Iterable[Table]) -> str:
    """Return ``eval.yaml``, by which the Hugging Face Hub knows a data set as a benchmark.

    Its shape is that of https://huggingface.co/docs/hub/eval-results: a task here is one
    configuration of the card, asked on its test split.
    """
    tested = [task for task in TASKS if (task, "test") in tables]
    lines = [
        f"# canary GUID {canary}",
        # a JSON text is a YAML text too, so any title is safe here
        f"name: {json.dumps(publication.name)}",
        f"description: {json.dumps(ABSTRACT)}",
        "evaluation_framework: scratchworld",
        "tasks:" if tested else "tasks: []",
    ]
    for task in tested:
        lines += [f"  - id: {task}", f"    config: {task}", "    split: test"]
    return "\n".join(lines) + "\n"
