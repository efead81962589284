# SPDX-License-Identifier: Apache-2.0
"""Judging through an endpoint, as tests do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scoring.judged import (
    Case,
    Endpoint,
    JudgedEvaluation,
    JudgeSettings,
    evaluate_cases,
)
from scoring.statistics import Bootstrap
from scratchworld.release import Manifest

SETTINGS = JudgeSettings("scripted")
MANIFEST = Manifest("small", "", "", {}, {}, {}, {}, "canary", {}, {"data/a": "0" * 64})


def judge(
    cases: list[Case],
    folder: Path,
    url: str,
    settings: JudgeSettings = SETTINGS,
    predictions: str = "1" * 64,
    manifest: Manifest = MANIFEST,
    **options: Any,
) -> JudgedEvaluation:
    workers = options.pop("workers", 2)
    with Endpoint(url, timeout=options.pop("timeout", 5.0), retries=1) as endpoint:
        return evaluate_cases(
            cases,
            settings,
            endpoint.ask,
            folder,
            manifest,
            predictions,
            bootstrap=Bootstrap(50),
            workers=workers,
            **options,
        )
