# SPDX-License-Identifier: Apache-2.0
"""Reads the configuration of a build from a TOML file; ``docs/building.md`` lists the keys."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from corpus_filters import Thresholds
from generators.build.config import DEFAULT_TASKS, BuildConfig, EpisodePlan, Quota
from generators.build.toml_lines import line_of
from generators.modalities import MODALITIES
from generators.perturbations import PERTURBATIONS, PerturbationPlan
from generators.pictures import PicturePlan
from generators.synthetic import FAMILIES
from generators.tasks import CausalPlan, CounterfactualPlan, DecisionPlan, KeyframesPlan
from scratchworld.errors import InputError
from scratchworld.release import Publication
from scratchworld.schemas import find_fault
from vm_runner import Limits

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["PRESETS", "config_from_json", "load_preset", "read_config"]

PRESETS = ("paper",)
"""Names of the configurations that come with the package."""


def load_preset(name: str, overrides: Sequence[str] = ()) -> BuildConfig:
    """Return one of :data:`PRESETS`, with ``overrides`` as in :func:`read_config`.

    Raises:
        InputError: for an unknown name, or a wrong override.
    """
    if name not in PRESETS:
        raise InputError(f"no preset {name!r}; known: {', '.join(PRESETS)}")
    text = (files(__package__) / "presets" / f"{name}.toml").read_text("utf-8")
    return _config(text, f"preset {name}", overrides)


def read_config(path: Path | None, overrides: Sequence[str] = ()) -> BuildConfig:
    """Read a configuration; without a file, all is as in :class:`BuildConfig`.

    ``overrides`` are texts ``KEY=VALUE`` with a TOML value, such as ``real.projects=10``; they
    replace what the file says.

    Raises:
        InputError: one line with the file, and the line and key where there is one.
    """
    if path is None:
        return _config("", "configuration", overrides)
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    return _config(text, str(path), overrides)


def config_from_json(data: Mapping[str, Any], publication: Publication, name: str) -> BuildConfig:
    """Undo :meth:`BuildConfig.to_json`; ``publication`` is what that has as ``release``.

    Raises:
        InputError: naming ``name`` and the key that is wrong.
    """
    source = _Source(name, "", {})
    stated = _without_none(data)
    _check(stated, source)
    return replace(_build(stated, source), release=publication)


def _without_none(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data without keys of no value, which stand for defaults."""
    return {
        name: _without_none(value) if isinstance(value, dict) else value
        for name, value in data.items()
        if value is not None
    }


def _config(text: str, name: str, overrides: Sequence[str]) -> BuildConfig:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: not TOML: {error}") from None
    overridden: dict[str, Any] = {}
    for override in overrides:
        _merge(overridden, _parse_override(override))
    _merge(data, overridden)
    source = _Source(name, text, overridden)
    data = _plain(data, (), source)
    _check(data, source)
    return _build(data, source)


def _check(data: Mapping[str, Any], source: _Source) -> None:
    fault = find_fault(data, "build")
    if fault is not None:
        raise source.error(fault.path, fault.message)
    _check_meaning(data, source)


def _parse_override(text: str) -> dict[str, Any]:
    key, equals, _ = text.partition("=")
    parsed: dict[str, Any] = {}
    with contextlib.suppress(tomllib.TOMLDecodeError):
        parsed = tomllib.loads(text)
    if not equals or not key.strip() or len(parsed) != 1 or "\n" in text:
        raise InputError(
            f"--set {text}: not KEY=VALUE with a TOML value; write for example real.projects=10, "
            """or 'synthetic.families=["motion"]'"""
        )
    return parsed


def _merge(data: dict[str, Any], other: Mapping[str, Any]) -> None:
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            _merge(data[key], value)
        else:
            data[key] = value


def _plain(value: Any, path: tuple[str | int, ...], source: _Source) -> Any:
    """Return ``value`` with whole floats as integers, so that 3.0 and 3 are one configuration."""
    if isinstance(value, dict):
        return {key: _plain(each, (*path, key), source) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, (*path, place), source) for place, each in enumerate(value)]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise source.error(path, f"{value} is not a number to build with")
        return int(value) if value.is_integer() else value
    return value


class _Source:
    """Where the data comes from; makes errors that say so."""

    def __init__(self, name: str, text: str, overridden: Mapping[str, Any]) -> None:
        self._name = name
        self._text = text
        self._overridden = overridden

    def error(self, path: Sequence[str | int], message: str) -> InputError:
        key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
        key = key.removeprefix(".")
        where = self._where(path)
        return InputError(f"{where}: {key}: {message}" if key else f"{where}: {message}")

    def words(self, given: str | Sequence[str]) -> tuple[str, ...]:
        """Return the words given, or those of the file that is named: sorted, in lower case."""
        if isinstance(given, str):
            file = Path(self._name).parent / given
            try:
                given = file.read_text("utf-8").split()
            except (OSError, UnicodeDecodeError) as error:
                raise self.error(("keep_words",), f"{file}: cannot be read ({error})") from None
        return tuple(sorted({word.lower() for word in given}))

    def _where(self, path: Sequence[str | int]) -> str:
        place: Any = self._overridden
        for part in path:
            place = place.get(part) if isinstance(place, dict) else None
            if place is None:
                break
        if path and place is not None:
            return "--set"
        line = line_of(self._text, path)
        return self._name if line is None else f"{self._name}: line {line}"


def _check_meaning(data: Mapping[str, Any], source: _Source) -> None:
    """Check what a schema cannot say."""
    for name in ("real", "synthetic"):
        quota = data.get(name, {})
        for task in quota.get("instances", ()):
            if task not in data.get("tasks", DEFAULT_TASKS):
                raise source.error((name, "instances", task), "the task is not among tasks")
        wanted = quota.get("instances", {}).get("next_state", 0)
        if "instances" in quota and quota.get("empty", 0) > wanted:
            message = f"{quota['empty']} empty deltas among {wanted} next-state instances"
            raise source.error((name, "empty"), message)
    for place, name in enumerate(data.get("modalities", ())):
        if name not in MODALITIES:
            message = f"no modality {name!r}; known: {', '.join(MODALITIES)}"
            raise source.error(("modalities", place), message)
    families = data.get("synthetic", {}).get("families", ())
    for place, family in enumerate(families):
        if family not in FAMILIES:
            message = f"no family {family!r}; known: {', '.join(FAMILIES)}"
            raise source.error(("synthetic", "families", place), message)
    for place, kind in enumerate(data.get("perturbations", {}).get("kinds", ())):
        if kind not in PERTURBATIONS:
            message = f"no perturbation {kind!r}; known: {', '.join(PERTURBATIONS)}"
            raise source.error(("perturbations", "kinds", place), message)
    default = BuildConfig()
    plans = [EpisodePlan(**plan) for plan in data.get("episodes", ())] or default.episodes
    longest = max(plan.steps for plan in plans)
    for place, horizon in enumerate(data.get("horizons", default.horizons)):
        if horizon > longest:
            message = f"a rollout of {horizon} steps, but the longest episode has {longest}"
            raise source.error(("horizons", place), message)


def _build(data: Mapping[str, Any], source: _Source) -> BuildConfig:
    values: dict[str, Any] = dict(data)
    for name in ("real", "synthetic"):
        if name in values:
            values[name] = _quota(values[name])
    if "keep_words" in values:
        values["keep_words"] = source.words(values["keep_words"])
    for name in ("tasks", "modalities", "horizons"):
        if name in values:
            values[name] = tuple(values[name])
    if "causal" in values:
        values["causal"] = CausalPlan(**_tuples(values["causal"]))
    if "counterfactual" in values:
        values["counterfactual"] = CounterfactualPlan(**_tuples(values["counterfactual"]))
    if "pictures" in values:
        values["pictures"] = PicturePlan(**_tuples(values["pictures"]))
    if "perturbations" in values:
        values["perturbations"] = PerturbationPlan(**_tuples(values["perturbations"]))
    if "decision" in values:
        values["decision"] = DecisionPlan(**values["decision"])
    if "keyframes" in values:
        values["keyframes"] = KeyframesPlan(**_tuples(values["keyframes"]))
    if "episodes" in values:
        values["episodes"] = tuple(EpisodePlan(**plan) for plan in values["episodes"])
    if "release" in values:
        values["release"] = Publication(**_tuples(values["release"]))
    if "limits" in values:
        values["limits"] = Limits(**values["limits"])
    if "thresholds" in values:
        try:
            values["thresholds"] = Thresholds(**values["thresholds"])
        except InputError as error:
            raise source.error(("thresholds", "related"), str(error)) from None
    return BuildConfig(**values)


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(each) if isinstance(each, list) else each for name, each in data.items()}


def _quota(data: Mapping[str, Any]) -> Quota:
    families = data.get("families")
    return Quota(**{**data, "families": None if families is None else tuple(families)})
