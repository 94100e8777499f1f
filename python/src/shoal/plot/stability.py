"""Curves of righting arms."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from shoal.measure.stability import RightingArm
from shoal.plot._axes import BLUE, GREY, RED, axes, line_through


def righting_arm(arm: RightingArm, ax: Axes | None = None, label: str = "GZ") -> Axes:
    """GZ (m) over heel (degrees), the tangent that GM gives it upright, its greatest value and where it vanishes."""
    ax = axes(ax, "heel, degrees", "righting arm GZ, m")
    line_through(ax)
    ax.plot(arm.heel, arm.gz, color=BLUE, label=label)
    heel, gz = arm.greatest
    # as far as the curve goes up
    end = min(np.degrees(1.0), 1.1 * max(gz, 1e-9) / max(arm.gm, 1e-9) * np.degrees(1.0))
    ax.plot([0, end], [0, arm.gm * np.radians(end)], "--", color=GREY, linewidth=1, label=f"GM = {arm.gm:.3g} m")
    ax.plot([heel], [gz], "o", color=RED, label=f"greatest: {gz:.3g} m at {heel:.3g}°")
    if arm.vanishing is not None:
        ax.plot([arm.vanishing], [0], "s", color=RED, label=f"vanishes at {arm.vanishing:.3g}°")
    ax.set_xlim(arm.heel.min(), arm.heel.max())
    ax.legend(frameon=False)
    return ax
