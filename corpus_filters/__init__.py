# SPDX-License-Identifier: Apache-2.0
"""Which Scratch projects are fit for a benchmark, and why the others are not.

>>> from corpus_filters import judge                                # doctest: +SKIP
>>> judge("project.sb3", first_runner, second_runner).sentence      # doctest: +SKIP
'Kept.'
"""

from corpus_filters.behaviour import check_change, check_termination
from corpus_filters.cascade import Examined, confirm, examine, judge
from corpus_filters.corpus import Judged, judge_corpus, similarity_detail, work_identity
from corpus_filters.duplicates import Duplicates, DuplicateSearch, Match, find_duplicates
from corpus_filters.execution import QUEUE_PER_WORKER, Executor, LocalExecutor, Work, Worker
from corpus_filters.files import (
    CorpusFile,
    find_files,
    find_named,
    no_projects,
    number_files,
)
from corpus_filters.fingerprint import Fingerprint, fingerprint
from corpus_filters.judging import Finding, JudgeWork, judge_files
from corpus_filters.kinds import KINDS, guess_kind
from corpus_filters.project import Project, normalise
from corpus_filters.report import write_corpus_report
from corpus_filters.storage import (
    Location,
    Storage,
    file_system,
    join,
    open_storage,
    read_source,
)
from corpus_filters.summary import render_verdicts
from corpus_filters.thresholds import Thresholds
from corpus_filters.verdict import KEPT, REASONS, Reason, Verdict
from corpus_filters.work import WorkFolder

__all__ = [
    "KEPT",
    "KINDS",
    "QUEUE_PER_WORKER",
    "REASONS",
    "CorpusFile",
    "DuplicateSearch",
    "Duplicates",
    "Examined",
    "Executor",
    "Finding",
    "Fingerprint",
    "JudgeWork",
    "Judged",
    "LocalExecutor",
    "Location",
    "Match",
    "Project",
    "Reason",
    "Storage",
    "Thresholds",
    "Verdict",
    "Work",
    "WorkFolder",
    "Worker",
    "check_change",
    "check_termination",
    "confirm",
    "examine",
    "file_system",
    "find_duplicates",
    "find_files",
    "find_named",
    "fingerprint",
    "guess_kind",
    "join",
    "judge",
    "judge_corpus",
    "judge_files",
    "no_projects",
    "normalise",
    "number_files",
    "open_storage",
    "read_source",
    "render_verdicts",
    "similarity_detail",
    "work_identity",
    "write_corpus_report",
]
