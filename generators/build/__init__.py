# SPDX-License-Identifier: Apache-2.0
"""The build: from a corpus folder to a release."""

from generators.build.build import BuildOutcome, build_release
from generators.build.composition import Share
from generators.build.config import BuildConfig, EpisodePlan, Quota
from generators.build.config_file import PRESETS, load_preset, read_config
from generators.build.corpus import ProjectFile, find_projects
from generators.build.identity import default_key_file, project_name, read_key
from generators.build.published import render_published
from generators.build.repeat import Repeat, read_repeat
from generators.build.summary import render_summary

__all__ = [
    "PRESETS",
    "BuildConfig",
    "BuildOutcome",
    "EpisodePlan",
    "ProjectFile",
    "Quota",
    "Repeat",
    "Share",
    "build_release",
    "default_key_file",
    "find_projects",
    "load_preset",
    "project_name",
    "read_config",
    "read_key",
    "read_repeat",
    "render_published",
    "render_summary",
]
