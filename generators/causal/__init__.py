# SPDX-License-Identifier: Apache-2.0
"""Causal events: what a program can bring about, by which chain it did, and proof of the chain."""

from generators.causal.answer import Answer, answer
from generators.causal.chain import Chain, Link, NoChain
from generators.causal.guards import ProgramIndex
from generators.causal.queries import Asked, possible_queries, value_queries
from generators.causal.record import Record
from generators.causal.validation import Verdict, validate

__all__ = [
    "Answer",
    "Asked",
    "Chain",
    "Link",
    "NoChain",
    "ProgramIndex",
    "Record",
    "Verdict",
    "answer",
    "possible_queries",
    "validate",
    "value_queries",
]
