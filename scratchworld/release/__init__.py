# SPDX-License-Identifier: Apache-2.0
"""The release format: a folder of parquet files, a manifest and a card; see ``docs/release.md``."""

from scratchworld.release.columns import (
    COLUMNS,
    TASK_COLUMNS,
    Column,
    columns_of,
    instance_to_row,
    row_to_instance,
)
from scratchworld.release.manifest import FORMAT_VERSION, Manifest, ReleaseFacts, canary_guid
from scratchworld.release.parquet import read_columns
from scratchworld.release.part import Part
from scratchworld.release.programs import PROGRAM_COLUMNS, Program, Programs
from scratchworld.release.publication import Publication, Version
from scratchworld.release.reader import Release, load_release
from scratchworld.release.report import ReportRow
from scratchworld.release.statistics import Sizes
from scratchworld.release.writer import SPLITS, check_target, write_release

__all__ = [
    "COLUMNS",
    "FORMAT_VERSION",
    "PROGRAM_COLUMNS",
    "SPLITS",
    "TASK_COLUMNS",
    "Column",
    "Manifest",
    "Part",
    "Program",
    "Programs",
    "Publication",
    "Release",
    "ReleaseFacts",
    "ReportRow",
    "Sizes",
    "Version",
    "canary_guid",
    "check_target",
    "columns_of",
    "instance_to_row",
    "load_release",
    "read_columns",
    "row_to_instance",
    "write_release",
]
