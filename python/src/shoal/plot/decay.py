"""Free decays."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from shoal.measure.decay import decay
from shoal.measure.history import MOTIONS, History
from shoal.plot._axes import BLUE, GREY, RED, axes, legend_above


def free_decay(history: History, motion: str = "heave", ax: Axes | None = None) -> Axes:
    """A motion (m or degrees) over time with its extremes, the fitted envelope, and the period and damping found."""
    value = history.motion(motion)
    found = decay(history.time, value)
    ax = axes(ax, "time, s", f"{motion}, {MOTIONS[motion]}")
    envelope = found.envelope(history.time)
    ax.plot(history.time, value, color=BLUE, label=motion)
    ax.plot(found.time, found.value, "o", color=RED, markersize=5, label="extremes")
    ax.plot(
        np.concatenate((history.time, [np.nan], history.time)),
        found.rest + np.concatenate((envelope, [np.nan], -envelope)),
        "--",
        color=GREY,
        linewidth=1,
        label=f"period {found.period:.3g} s, damping {100 * found.damping:.2g} %",
    )
    legend_above(ax, 2)
    ax.margins(x=0)
    return ax
