# SPDX-License-Identifier: Apache-2.0
"""The build: from a corpus folder to a release."""

from generators.build.build import BuildOutcome, build_release
from generators.build.config import BuildConfig, EpisodePlan
from generators.build.corpus import ProjectFile, find_projects
from generators.build.identity import default_key_file, project_name, read_key
from generators.build.summary import render_summary

__all__ = [
    "BuildConfig",
    "BuildOutcome",
    "EpisodePlan",
    "ProjectFile",
    "build_release",
    "default_key_file",
    "find_projects",
    "project_name",
    "read_key",
    "render_summary",
]
