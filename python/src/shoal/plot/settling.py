"""Spheres that fall and rise, beside the drag curve of Brown and Lawler."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from shoal.measure.settling import Settling, brown_lawler
from shoal.plot._axes import COLOURS, GREY, axes


def drag_curve(runs: Settling | Sequence[Settling], ax: Axes | None = None) -> Axes:
    """Drag coefficients of spheres over their Reynolds numbers, and the curve; filled: falling, open: rising."""
    several = _several(runs)
    ax = axes(ax, "Reynolds number", "drag coefficient")
    curve = _span(several)
    ax.loglog(curve, brown_lawler(curve), color=GREY, linewidth=1.2, label="Brown and Lawler")
    for run, colour in zip(several, COLOURS):
        ax.loglog(run.reynolds, run.drag_coefficient, label=_label(run), **_marker(run, colour))
    ax.legend(frameon=False)
    return ax


def terminal_velocity(runs: Settling | Sequence[Settling], ax: Axes | None = None) -> Axes:
    """Terminal speeds (m/s) of spheres over Reynolds numbers, and the curve's; filled: falling, open: rising."""
    several = _several(runs)
    ax = axes(ax, "Reynolds number", "terminal speed, m/s")
    for run, colour in zip(several, COLOURS):
        curve = _span([run])
        ax.loglog(curve, run.speed_at(curve), color=colour, linewidth=1.2)
        ax.loglog(run.reynolds, np.abs(run.velocity), label=_label(run), **_marker(run, colour))
    ax.plot([], [], color=GREY, linewidth=1.2, label="Brown and Lawler")
    ax.legend(frameon=False)
    return ax


def _several(runs: Settling | Sequence[Settling]) -> Sequence[Settling]:
    return [runs] if isinstance(runs, Settling) else runs


def _span(runs: Sequence[Settling]) -> np.ndarray:
    reynolds = np.concatenate([run.reynolds for run in runs])
    return np.geomspace(reynolds.min(), reynolds.max(), 200)


def _label(run: Settling) -> str:
    return f"{'falling' if run.density > run.medium.density else 'rising'}, {run.density:g} kg/m³"


def _marker(run: Settling, colour: str) -> dict[str, str | int]:
    falls = run.density > run.medium.density
    return {
        "color": colour,
        "linestyle": "none",
        "marker": "o" if falls else "^",
        "markersize": 6,
        "markerfacecolor": colour if falls else "white",
    }
