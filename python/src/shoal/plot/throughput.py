"""How fast this machine is now."""

from __future__ import annotations

from matplotlib.axes import Axes

from shoal.measure.throughput import Throughput
from shoal.plot._axes import COLOURS, GREY, axes


def throughput(measured: Throughput, ax: Axes | None = None) -> Axes:
    """Steps of bodies a second over the environments of a batch, a line for each number of threads."""
    ax = axes(ax, "environments in the batch", "body steps a second")
    for rate, count, colour in zip(measured.rate, measured.threads, COLOURS * 8):
        ax.loglog(measured.batches, rate, "o-", markersize=4, color=colour, label=f"{count} thread{'s' * (count > 1)}")
    ax.legend(frameon=False, loc="upper left")
    ax.set_title(
        f"measured {measured.measured:%Y-%m-%d %H:%M} on {measured.machine}, {measured.isa}",
        fontsize="small",
        color=GREY,
        loc="left",
    )
    return ax
