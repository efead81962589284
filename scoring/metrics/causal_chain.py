# SPDX-License-Identifier: Apache-2.0
"""Causal chains: is it said by which links an event comes about? Over events that occur.

``chain_exact``: share whose chain is right, link by link. ``rule_chain_exact``: share whose rules
are right, in order, whatever else the chain says. ``chain_similarity``: mean of
1 - distance / longest, with the edit distance of the two lists of links (insert, delete, replace)
and the length of the longer one. ``chain_prefix``: mean of the share of gold links before the first
wrong one.

Scale: 0 to 1, higher is better. Averages: instance mean.
Empty case: no occurring event gives no value (``None``).
Errors: none; an answer that is unusable, or says that the event does not occur, has no chain.
Source: DESIGN of the benchmark; the distance is Levenshtein's, 1966.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats, quotient

__all__ = ["METRICS"]


def _occurring(columns: Columns) -> Floats:
    return floats(columns["occurs"])


def _similarity(columns: Columns) -> Floats:
    longest = floats(columns["longest_chain"])
    return quotient(longest - columns["chain_distance"], longest) * _occurring(columns)


def _prefix(columns: Columns) -> Floats:
    return quotient(floats(columns["right_links"]), floats(columns["gold_links"]))


METRICS = (
    Metric(
        "chain_exact",
        "exact chain",
        "instance mean",
        "occurring events",
        lambda columns: floats(columns["chain_right"]),
        _occurring,
        short="chain",
    ),
    Metric(
        "rule_chain_exact",
        "exact rule chain",
        "instance mean",
        "occurring events",
        lambda columns: floats(columns["rules_right"]),
        _occurring,
        short="rules",
    ),
    Metric(
        "chain_similarity",
        "chain similarity",
        "instance mean",
        "occurring events",
        _similarity,
        _occurring,
        short="similarity",
    ),
    Metric(
        "chain_prefix",
        "links before the first wrong one",
        "instance mean",
        "occurring events",
        _prefix,
        _occurring,
        short="prefix",
    ),
)
