"""Forces and energies over time."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from shoal.measure.history import History
from shoal.plot._axes import BLUE, COLOURS, GREEN, ORANGE, axes, line_through

_COMPONENTS = {
    **{f"force {axis}": (i, "N") for i, axis in enumerate("xyz")},
    **{f"moment {axis}": (3 + i, "N m") for i, axis in enumerate("xyz")},
}
_BLACK = "#111111"


def terms(history: History, component: str = "force z", ax: Axes | None = None) -> Axes:
    """The terms that reach a thousandth of their sum, and the sum: "force x" ... (N) or "moment x" ... (N m)."""
    if component not in _COMPONENTS:
        raise ValueError(f"component is {component!r}, and must be one of {', '.join(_COMPONENTS)}")
    if not history.terms:
        raise ValueError("the history has no terms; its batch must be made with term_outputs=True")
    k, unit = _COMPONENTS[component]
    ax = axes(ax, "time, s", f"{component}, {unit}")
    line_through(ax)
    rows = {name: term[:, k] for name, term in history.terms.items()}
    total = np.sum(list(rows.values()), axis=0)
    there = {name: row for name, row in rows.items() if np.abs(row).max() > 1e-3 * np.abs(total).max()}
    for i, (name, row) in enumerate(there.items()):
        ax.plot(
            history.time,
            row,
            ("-", "--")[i // len(COLOURS)],
            color=COLOURS[i % len(COLOURS)],
            label=name.replace("_", " "),
        )
    ax.plot(history.time, total, ":", color=_BLACK, linewidth=1.5, label="sum")
    ax.margins(x=0)
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return ax


def energy(history: History, ax: Axes | None = None) -> Axes:
    """The energies (J) over time, the potential one above its least value, and their sum."""
    if not history.energy:
        raise ValueError("the history has no energies; its batch must be made with shape_outputs=True")
    ax = axes(ax, "time, s", "energy, J")
    rows = {**history.energy, "potential": history.energy["potential"] - history.energy["potential"].min()}
    names = {
        "potential": (BLUE, "potential"),
        "kinetic": (ORANGE, "kinetic"),
        "water": (GREEN, "of the water carried along"),
    }
    for name, (colour, label) in names.items():
        ax.plot(history.time, rows[name], color=colour, label=label)
    ax.plot(history.time, np.sum(list(rows.values()), axis=0), ":", color=_BLACK, linewidth=1.8, label="sum")
    ax.set_ylim(bottom=0)
    ax.margins(x=0)
    ax.legend(frameon=False, loc="upper right")
    return ax
