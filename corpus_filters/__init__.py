# SPDX-License-Identifier: Apache-2.0
"""Which Scratch projects are fit for a benchmark, and why the others are not.

>>> from corpus_filters import judge                                # doctest: +SKIP
>>> judge("project.sb3", first_runner, second_runner).sentence      # doctest: +SKIP
'Kept.'
"""

from corpus_filters.behaviour import check_change, check_termination
from corpus_filters.cascade import Examined, confirm, examine, judge
from corpus_filters.corpus import Judged, judge_corpus, work_identity
from corpus_filters.duplicates import Duplicates, Match, find_duplicates
from corpus_filters.files import CorpusFile, find_files, iterate_files
from corpus_filters.fingerprint import Fingerprint, fingerprint
from corpus_filters.kinds import KINDS, guess_kind
from corpus_filters.project import Project, normalise
from corpus_filters.report import write_corpus_report
from corpus_filters.summary import render_verdicts
from corpus_filters.thresholds import Thresholds
from corpus_filters.verdict import KEPT, REASONS, Reason, Verdict
from corpus_filters.work import WorkFolder

__all__ = [
    "KEPT",
    "KINDS",
    "REASONS",
    "CorpusFile",
    "Duplicates",
    "Examined",
    "Fingerprint",
    "Judged",
    "Match",
    "Project",
    "Reason",
    "Thresholds",
    "Verdict",
    "WorkFolder",
    "check_change",
    "check_termination",
    "confirm",
    "examine",
    "find_duplicates",
    "find_files",
    "fingerprint",
    "guess_kind",
    "iterate_files",
    "judge",
    "judge_corpus",
    "normalise",
    "render_verdicts",
    "work_identity",
    "write_corpus_report",
]
