# SPDX-License-Identifier: Apache-2.0
"""The pictures of a report, as SVG text: readable in grey and by colour-blind eyes.

Models and references differ in marker and line style, not in colour alone; the colours are those
of Okabe and Ito, "Color Universal Design", 2008.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scratchworld.errors import InputError

__all__ = ["Curve", "Point", "copy_gap", "error_bars", "horizon_curves", "import_matplotlib"]

_COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
_MARKERS = ("*", "o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "p", "d", "8")
"""More than there are references, so that no two of a plot are alike."""
_LINES = ("-", "--", ":", "-.")


class Point(NamedTuple):
    """One model in the copy gap."""

    name: str
    full_state: float
    f1: float


class Curve(NamedTuple):
    """One figure over the horizon."""

    name: str
    horizons: Sequence[int]
    values: Sequence[float | None]
    low: Sequence[float | None]
    high: Sequence[float | None]


def import_matplotlib() -> Any:
    """Return ``matplotlib``, set to write SVG without a display.

    Raises:
        InputError: when it is not installed.
    """
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        message = "plots need matplotlib: pip install 'scratchworld[report]'"
        raise InputError(message) from None
    return matplotlib


def copy_gap(points: Sequence[Point], title: str) -> str:
    """Full-state accuracy against changed-field F1; copying sits at the lower right."""
    figure, axes = _axes(5.4, 3.6)
    for at, point in enumerate(points):
        axes.plot(
            [100 * point.full_state],
            [100 * point.f1],
            linestyle="none",
            marker=_MARKERS[at % len(_MARKERS)],
            markersize=13 if at == 0 else 8,
            color=_COLOURS[at % len(_COLOURS)],
            markeredgecolor="black",
            label=point.name,
        )
    axes.set_xlim(-3, 103)
    axes.set_ylim(-3, 103)
    axes.set_xlabel("full-state accuracy, per cent")
    axes.set_ylabel("changed-field F1, per cent")
    axes.set_title(title, fontsize=10)
    axes.legend(fontsize=8, frameon=False, loc="upper left")
    return _svg(figure)


def horizon_curves(curves: Sequence[Curve]) -> str:
    """Figures over the horizon of rollouts, with their intervals."""
    figure, axes = _axes(5.4, 3.6)
    for at, curve in enumerate(curves):
        known = [
            (h, 100 * v, 100 * (v if low is None else low), 100 * (v if high is None else high))
            for h, v, low, high in zip(
                curve.horizons, curve.values, curve.low, curve.high, strict=True
            )
            if v is not None
        ]
        if not known:
            continue
        horizons, values, lows, highs = zip(*known, strict=True)
        colour = _COLOURS[(at + 1) % len(_COLOURS)]
        axes.plot(
            horizons,
            values,
            linestyle=_LINES[at % len(_LINES)],
            marker=_MARKERS[(at + 1) % len(_MARKERS)],
            color=colour,
            label=curve.name,
        )
        axes.fill_between(horizons, lows, highs, color=colour, alpha=0.15, linewidth=0)
    axes.set_ylim(-3, 103)
    axes.set_xticks(sorted({horizon for curve in curves for horizon in curve.horizons}))
    axes.set_xlabel("horizon, steps")
    axes.set_ylabel("per cent")
    axes.set_title("rollout by horizon", fontsize=10)
    axes.legend(fontsize=8, frameon=False)
    return _svg(figure)


def error_bars(errors: Mapping[str, int], title: str) -> str:
    """How many fields have each error."""
    figure, axes = _axes(5.4, 0.9 + 0.27 * max(1, len(errors)))
    names = list(errors)[::-1]
    bars = axes.barh(names, [errors[name] for name in names], color="#56B4E9", edgecolor="black")
    axes.bar_label(bars, padding=3, fontsize=8)
    axes.margins(x=0.12)
    axes.set_title(title, fontsize=10)
    axes.tick_params(axis="y", labelsize=8)
    axes.grid(False)
    return _svg(figure)


def _axes(width: float, height: float) -> tuple[Any, Any]:
    matplotlib = import_matplotlib()
    figure = matplotlib.figure.Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _svg(figure: Any) -> str:
    """Write the picture; the same picture is the same text."""
    stream = io.StringIO()
    with import_matplotlib().rc_context({"svg.hashsalt": "scratchworld", "svg.fonttype": "none"}):
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    return text[text.index("<svg") :]
