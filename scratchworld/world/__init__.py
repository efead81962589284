# SPDX-License-Identifier: Apache-2.0
"""The vocabulary: paths, fields, state, actions and interventions, trace, instance. No I/O."""

from scratchworld.world.actions import ACTION_FIELDS, Action, Episode, Step
from scratchworld.world.edits import drop_action, insert_action, intervene, replace_action
from scratchworld.world.fields import FIELD_KINDS, FieldKind, kind_of, monitor_path
from scratchworld.world.instance import TASKS, Instance, hidden_paths, instance_id
from scratchworld.world.interventions import INTERVENTION_FIELDS, Intervention
from scratchworld.world.paths import STAGE_OWNER, escape, join_path, split_path, unescape
from scratchworld.world.state import Delta, State, apply_delta, diff
from scratchworld.world.trace import Event, Trace, TraceStep
from scratchworld.world.values import Value, canonical_json, digest, normalise, same_value

__all__ = [
    "ACTION_FIELDS",
    "FIELD_KINDS",
    "INTERVENTION_FIELDS",
    "STAGE_OWNER",
    "TASKS",
    "Action",
    "Delta",
    "Episode",
    "Event",
    "FieldKind",
    "Instance",
    "Intervention",
    "State",
    "Step",
    "Trace",
    "TraceStep",
    "Value",
    "apply_delta",
    "canonical_json",
    "diff",
    "digest",
    "drop_action",
    "escape",
    "hidden_paths",
    "insert_action",
    "instance_id",
    "intervene",
    "join_path",
    "kind_of",
    "monitor_path",
    "normalise",
    "replace_action",
    "same_value",
    "split_path",
    "unescape",
]
