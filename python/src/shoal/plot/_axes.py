"""Axes, colours and lines that all pictures share."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib import pyplot
from matplotlib.artist import Artist
from matplotlib.axes import Axes

# Okabe and Ito's colours, which the colour-blind can tell apart
BLUE, ORANGE, GREEN, RED = "#0072b2", "#e69f00", "#009e73", "#d55e00"
PURPLE, SKY, YELLOW, GREY = "#cc79a7", "#56b4e9", "#d9c800", "#595959"
COLOURS = (BLUE, RED, GREEN, ORANGE, PURPLE, SKY, GREY, YELLOW)


def axes(ax: Axes | None, x: str, y: str) -> Axes:
    """The axes given or new ones, with names and units of what is on them."""
    if ax is None:
        ax = pyplot.subplots(figsize=(6.4, 3.8), layout="constrained")[1]
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(color="#e4e4e4", linewidth=0.8)
    ax.set_axisbelow(True)
    return ax


def legend_above(ax: Axes, columns: int, handles: Sequence[Artist] | None = None) -> None:
    """A legend over the axes, where it hides nothing."""
    ax.legend(
        handles=handles,
        frameon=False,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=columns,
        borderaxespad=0.2,
        fontsize="small",
        columnspacing=1.2,
        handlelength=1.6,
    )


def line_through(ax: Axes, *, at: float = 0.0) -> None:
    """A thin horizontal line, such as that of no force."""
    ax.axhline(at, color=GREY, linewidth=0.8)
