# SPDX-License-Identifier: Apache-2.0
"""Intake: from a prediction file to answers with a named status."""

from scoring.intake.lines import PredictionFile, Wanted, example_line
from scoring.intake.output import read_output
from scoring.intake.strict_json import StrictDecoder
from scoring.intake.writing import write_predictions

__all__ = [
    "PredictionFile",
    "StrictDecoder",
    "Wanted",
    "example_line",
    "read_output",
    "write_predictions",
]
