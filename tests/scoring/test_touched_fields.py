# SPDX-License-Identifier: Apache-2.0
"""Many answers compared at once say what each says by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.answer import Answer, answer_from, rejected
from scoring.counts import Counts, compare_answer
from scoring.errors_of_fields import wrong_value
from scoring.field_tally import UNKNOWN_KIND
from scoring.questions import Labels, Question
from scoring.state_text import changes_of_texts, find_values, looks_canonical
from scoring.table import count_all
from scratchworld.world import Instance, Value, canonical_json, kind_of, normalise

Make = Callable[..., Instance]

PATHS = (
    "/sprite/Cat/x",
    "/sprite/Cat/direction",
    "/sprite/Cat/visible",
    "/sprite/Cat/costume",
    '/sprite/a "b/c/x',
    "/variable/_stage_/score",
    "/variable/_stage_/score 2",
    "/list/_stage_/l/1",
    "/script/Cat/0",
    "/no/such/field",
    "/variable/_stage_/\ud800",
    "/variable/_stage_/ü",
)
VALUES: st.SearchStrategy[Value] = st.sampled_from(
    [
        *(0, 1, True, False, 1.0005, 10, 10.0000001, 370, -350, 2**53, 1e300),
        *("1", "true", "", 'say "hi, /you"', "é", "Infinity", ', "/sprite/Cat/x": 1'),
    ]
)
ODD: st.SearchStrategy[Any] = st.sampled_from([None, 1.0, -0.0, 2**60, 10**400, float("inf")])
STATES = st.dictionaries(st.sampled_from(PATHS), VALUES.map(normalise), max_size=8)
CLAIMS = st.dictionaries(st.sampled_from(PATHS), VALUES | ODD, max_size=6)
LABELS = st.dictionaries(st.sampled_from(PATHS), VALUES.map(normalise) | st.none(), max_size=5)


def as_question(instance: Instance) -> Question:
    """As it is read from a release, where the state is text."""
    return Question(
        instance.instance_id,
        instance.horizon,
        instance.n_fields,
        canonical_json(instance.state).encode("utf-8"),
        instance.target,
        instance.monitors,
        Labels(instance.task, "real", "", instance.project, "dev", "original", "wait", ""),
    )


def plain_errors(instance: Instance, answer: Answer) -> Iterator[tuple[str, str, bool, str]]:
    """Kind, path, whether hidden, and error of each field, looked at one by one."""
    compared = compare_answer(instance, answer)
    claims, gold, state = compared.claims, instance.target, instance.state
    stated = answer.delta if answer.delta is not None else answer.state or {}
    for path in claims.keys() | gold.keys():
        kind = kind_of(path)
        if path in compared.right:
            error = "right"
        elif path not in claims:
            error = "stale" if path in stated else "missed" if answer.usable else "unusable"
        elif path not in gold:
            error = "invented" if path in state else "unknown_field"
        else:
            error = wrong_value(path, claims[path], gold[path], state.get(path))
        yield kind.name if kind else UNKNOWN_KIND, path, path in compared.hidden, error


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(STATES, LABELS, CLAIMS, st.sampled_from("dsx")), max_size=5))
@example([({}, {}, {}, "d")])
@example([({"/sprite/Cat/x": 1}, {"/sprite/Cat/x": True}, {"/sprite/Cat/x": 10**400}, "d")])
def test_many_at_once(make_instance: Make, cases: list[tuple[Any, Any, Any, str]]) -> None:
    asked = []
    for number, (state, label, claims, form) in enumerate(cases):
        gold = {path: value for path, value in label.items() if value != state.get(path)}
        monitors = ("/variable/_stage_/score",) if number % 2 else ()
        instance = make_instance(state, gold, monitors=monitors, project=f"p{number % 3}")
        if form == "s":
            answer = answer_from({"state": {**state, **claims}})
        else:
            answer = answer_from({"delta": claims}) if form == "d" else rejected("missing", "")
        asked.append((instance, answer))
    expected = [Counts(*compare_answer(*pair).counts) for pair in asked]
    errors = Counter(row for pair in asked for row in plain_errors(*pair))
    for pairs in (asked, [(as_question(instance), answer) for instance, answer in asked]):
        table = count_all(pairs)  # type: ignore[arg-type]
        for name in Counts._fields:
            found = table.numbers[name].tolist()
            assert found == [getattr(counts, name) for counts in expected], name
        right = sum(count for (*_, error), count in errors.items() if error == "right")
        assert sum(row[3] for row in table.fields.counts.values()) == right
        kinds = Counter[tuple[str, bool]]()
        for key, row in table.fields.counts.items():
            kinds[key.kind, key.hidden] += row[0] + row[1] - row[2]
        by_kind = Counter[tuple[str, bool]]()
        for (kind, _, hidden, _), count in errors.items():
            by_kind[kind, hidden] += count
        assert kinds == by_kind
        wrong = Counter[str]()
        for (*_, error), count in errors.items():
            wrong[error] += count
        del wrong["right"]
        assert Counter({e: n for (_, e), n in table.fields.errors.items() if n}) == wrong
        unknown = Counter[str]()
        for (_, path, _, error), count in errors.items():
            if error == "unknown_field":
                unknown[path] += count
        assert table.fields.unknown == unknown


@given(STATES, st.lists(st.sampled_from(PATHS), unique=True))
def test_values_are_found_in_the_text(state: dict[str, Value], paths: list[str]) -> None:
    text = canonical_json(state).encode("utf-8")
    assert looks_canonical(text)
    found = find_values(text, paths)
    if found is not None:
        assert found == [state.get(path) for path in paths]
        assert [*map(type, found)] == [type(state.get(path)) for path in paths]


def test_values_are_found_even_where_they_look_like_fields() -> None:
    state: dict[str, Value] = {"/a": ",/b:1", "/b": 2, "/b/c": "x", "/d": "}", "/e": True}
    text = canonical_json(state).encode()
    assert find_values(text, ["/b", "/e", "/a", "/no"]) == [2, True, ",/b:1", None]
    text = canonical_json({**state, "/a": ',"/b":1'}).encode()
    assert find_values(text, ["/b", "/e"]) is None
    assert find_values(b'{"/b":2,"/b/c":"a, b","/d":"}"}', ["/d", "/b/c", "/b"]) == ["}", "a, b", 2]
    assert find_values(b'{"/b":2}', ["/1", "/2", "/3", "/4"]) is None
    with pytest.raises(ValueError, match="JSON"):
        find_values(b'{"/b":1,2}', ["/b"])


@pytest.mark.parametrize("text", ["", "{", '{"/a": 1}', '["/a"]', '{"a":1}', '{ "/a":1}'])
def test_other_text_is_not_canonical(text: str) -> None:
    assert not looks_canonical(text.encode())


@given(STATES, CLAIMS, st.booleans())
def test_a_restated_input_is_read_by_what_differs(
    state: dict[str, Value], claims: dict[str, Any], spaced: bool
) -> None:
    claimed = dict(sorted({**state, **claims}.items()))
    try:
        text = orjson.dumps(claimed)
    except TypeError:  # A lone surrogate, or a number beyond 64 bits.
        return
    claimed = orjson.loads(text)
    if spaced:
        import json

        text = json.dumps(claimed, ensure_ascii=False).encode()
    known = canonical_json(state).encode("utf-8")
    [changes] = changes_of_texts([text[1:-1]], [known], spaced=spaced)
    if changes is not None:
        assert claimed.keys() == state.keys()
        assert {**state, **changes.claimed} == claimed
        assert {path: state[path] for path in changes.claimed} == changes.known
        assert {path for path, value in changes.claimed.items() if value == state[path]} <= {
            path for path, value in changes.claimed.items() if type(value) is not type(state[path])
        }


STATE = b'{"/a":1,"/b":"x y","/c":true}'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('"/a": 1, "/b": "x y", "/c": true', {}),
        ('"/a": 2, "/b": "x y", "/c": null', {"/a": 2, "/c": None}),
        ('"/a": 1.0, "/b": "xy", "/c": 1', {"/a": 1.0, "/b": "xy", "/c": 1}),
        ('"/a": 1, "/b": "x y"', None),
        ('"/b": "x y", "/a": 1, "/c": true', None),
        ('"/a": 1, "/b": "x y", "/b": true', None),
        ('"/a": [1], "/b": "x y", "/c": true', None),
        ('"/a": {"/z": 1}, "/b": "x y", "/c": true', None),
        ('"/a": NaN, "/b": "x y", "/c": true', None),
        ('"/a": 1, "/b": "x y, "/c": true', None),
        ('"/a": 1,, "/b": "x y", "/c": true', None),
        ('"/a": 2, "z": 3, "/b": "x y", "/c": true', None),
        ('"/a": 1, "/b": "x\\u0020y", "/c": true', None),
        ('"/a":  1, "/b": "x y", "/c": true', {"/a": 1}),
        ("", None),
    ],
)
def test_only_a_valid_state_is_taken_as_restated(body: str, expected: object) -> None:
    # The states around it are read all the same.
    bodies = [b'"/a": 1, "/b": ": x", "/c": true', body.encode(), b'"/b": 1']
    found = changes_of_texts(bodies, [STATE] * 3, spaced=True)
    claimed = [None if changes is None else changes.claimed for changes in found]
    assert claimed == [{"/b": ": x"}, expected, None]
