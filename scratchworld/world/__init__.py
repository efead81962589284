# SPDX-License-Identifier: Apache-2.0
"""The vocabulary: paths, fields, state, actions and interventions, trace, tasks. No I/O."""

from scratchworld.world.actions import ACTION_FIELDS, Action, Episode, Step
from scratchworld.world.alterations import ALTERATION_FIELDS, Alteration, written_by
from scratchworld.world.edits import drop_action, insert_action, intervene, replace_action
from scratchworld.world.fields import (
    FIELD_KINDS,
    LIST_HEAD,
    FieldKind,
    kind_of,
    monitor_path,
)
from scratchworld.world.instance import Instance, hidden_paths, instance_id
from scratchworld.world.interventions import INTERVENTION_FIELDS, Intervention
from scratchworld.world.paths import STAGE_OWNER, escape, join_path, split_path, unescape
from scratchworld.world.queries import QUERY_FIELDS, Query
from scratchworld.world.references import REFERENCE_KINDS, Reference
from scratchworld.world.rewards import REWARD_FIELDS, Reward, follow
from scratchworld.world.state import Delta, State, apply_delta, diff
from scratchworld.world.tasks import (
    INSTANCE_TYPES,
    KEYFRAME_GOALS,
    TASKS,
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    KeyframesInstance,
)
from scratchworld.world.trace import Event, Trace, TraceStep
from scratchworld.world.values import Value, canonical_json, digest, normalise, same_value

__all__ = [
    "ACTION_FIELDS",
    "ALTERATION_FIELDS",
    "FIELD_KINDS",
    "INSTANCE_TYPES",
    "INTERVENTION_FIELDS",
    "KEYFRAME_GOALS",
    "LIST_HEAD",
    "QUERY_FIELDS",
    "REFERENCE_KINDS",
    "REWARD_FIELDS",
    "STAGE_OWNER",
    "TASKS",
    "Action",
    "Alteration",
    "CausalInstance",
    "CounterfactualInstance",
    "DecisionInstance",
    "Delta",
    "Episode",
    "Event",
    "FieldKind",
    "Instance",
    "Intervention",
    "KeyframesInstance",
    "Query",
    "Reference",
    "Reward",
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
    "follow",
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
    "written_by",
]
