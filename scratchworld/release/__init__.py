# SPDX-License-Identifier: Apache-2.0
"""The release format: a folder of parquet files, a manifest and a card; see ``docs/release.md``."""

from scratchworld.release.answers import answers_folder, check_answers_target
from scratchworld.release.columns import (
    COLUMNS,
    TASK_COLUMNS,
    Column,
    columns_of,
    instance_to_row,
    row_to_instance,
)
from scratchworld.release.difference import Change, Difference, compare_releases
from scratchworld.release.folders import check_target
from scratchworld.release.leaks import find_revealing, without_revealing
from scratchworld.release.manifest import (
    FORMAT_VERSION,
    Manifest,
    ReleaseFacts,
    canary_guid,
    read_manifest,
)
from scratchworld.release.parquet import read_columns
from scratchworld.release.part import Part
from scratchworld.release.picture_tables import (
    PICTURE_COLUMNS,
    ClipName,
    InstancePictures,
    PictureSource,
)
from scratchworld.release.pictures import Clip, Pictures, Screenshot
from scratchworld.release.programs import PROGRAM_COLUMNS, Program, Programs
from scratchworld.release.publication import Publication, Version
from scratchworld.release.reader import Release, load_release
from scratchworld.release.report import ReportRow
from scratchworld.release.soundness import ReleaseFault, find_release_faults
from scratchworld.release.statistics import Sizes
from scratchworld.release.withholding import withhold_targets
from scratchworld.release.writer import SPLITS, write_release

__all__ = [
    "COLUMNS",
    "FORMAT_VERSION",
    "PICTURE_COLUMNS",
    "PROGRAM_COLUMNS",
    "SPLITS",
    "TASK_COLUMNS",
    "Change",
    "Clip",
    "ClipName",
    "Column",
    "Difference",
    "InstancePictures",
    "Manifest",
    "Part",
    "PictureSource",
    "Pictures",
    "Program",
    "Programs",
    "Publication",
    "Release",
    "ReleaseFacts",
    "ReleaseFault",
    "ReportRow",
    "Screenshot",
    "Sizes",
    "Version",
    "answers_folder",
    "canary_guid",
    "check_answers_target",
    "check_target",
    "columns_of",
    "compare_releases",
    "find_release_faults",
    "find_revealing",
    "instance_to_row",
    "load_release",
    "read_columns",
    "read_manifest",
    "row_to_instance",
    "withhold_targets",
    "without_revealing",
    "write_release",
]
