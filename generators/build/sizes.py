# SPDX-License-Identifier: Apache-2.0
"""What each modality costs a release in bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pyarrow.parquet as pq

from scoring.prompts import VIEWS, estimate_tokens, render_view
from scoring.report.text_table import render_table
from scratchworld.release import Release

__all__ = ["Size", "render_sizes", "sizes_of"]


_MOST = 1000
"""Instances whose texts are measured, so that neither time nor memory grows with the release."""


class Size(NamedTuple):
    """One kind of thing that a release holds for the sake of a modality."""

    modality: str
    what: str
    number: int
    bytes: int
    instances: int
    """Instances that it is for."""
    tokens: int | None = None
    """Estimated, where it is text that a language model is shown."""


_PICTURES = {
    "screenshots": ("screenshot", "in the rows of instances"),
    "frames": ("screenshot", "each frame once, history included"),
    "clips mp4": ("clip", "before the input, MP4"),
    "clips webp": ("clip", "before the input, WebP"),
    "target_clips mp4": ("clip", "targets, MP4"),
    "target_clips webp": ("clip", "targets, WebP"),
    "references": ("screenshot", "references of key frames, each once"),
    "key_frames": ("screenshot", "key frames"),
}


def sizes_of(release: Release) -> Iterator[Size]:
    """Yield what the modalities of a release take.

    Programs are counted as they lie in their files, compressed; what is text besides as it is shown
    for an instance, which takes no room in the release; of a large release for one in so many.
    """
    instances = release.counts["instances"]
    files = [name for name in release.manifest.files if name.startswith("programs/")]
    if files:
        size = sum((release.path / name).stat().st_size for name in files)
        number = sum(pq.read_metadata(release.path / name).num_rows for name in files)
        yield Size("program", "one a project and variant", number, size, instances)
    yield from _texts(release)
    counts = release.counts.get("pictures", {})
    for kind, (modality, what) in _PICTURES.items():
        if kind in counts:
            yield Size(modality, what, counts[kind]["number"], counts[kind]["bytes"], instances)


def _texts(release: Release) -> Iterator[Size]:
    """The text of instances in each modality and format that is text."""
    every = max(1, -(-release.counts["instances"] // _MOST))
    sample = [*islice(release.without_labels().instances(), 0, None, every)]
    wanted = {(instance.project, instance.variant) for instance in sample}
    programs = {
        (each.project, each.variant): each
        for each in release.programs()
        if (each.project, each.variant) in wanted
    }
    chosen = [
        (name, format)
        for name in release.manifest.configuration.get("modalities", ())
        if name in VIEWS
        for format in VIEWS[name].formats
    ]
    totals = {way: [0, 0, 0] for way in chosen}
    for instance in sample:
        program = programs.get((instance.project, instance.variant))
        for (name, format), total in totals.items():
            if name == "program" and program is None:
                continue
            text = render_view(instance, program, name, format)
            total[0] += 1
            total[1] += len(text.encode("utf-8", "backslashreplace"))
            total[2] += estimate_tokens(text)
    for (name, format), (number, size, tokens) in totals.items():
        yield Size(name, f"shown as {format}", number, size, len(sample), tokens)


def render_sizes(release: Release) -> str:
    """Return the table of sizes; empty when no modality takes any."""
    rows = [
        [
            size.modality,
            size.what,
            str(size.number),
            str(size.bytes),
            f"{size.bytes / size.instances:.0f}",
            "" if size.tokens is None else f"{size.tokens / size.instances:.0f}",
        ]
        for size in sizes_of(release)
        if size.instances
    ]
    headers = ("modality", "what", "n", "bytes", "bytes an instance", "tokens, about")
    return render_table(headers, rows, texts=(0, 1)) if rows else ""
