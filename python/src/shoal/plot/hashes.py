"""Hashes that are to be equal."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch

from shoal.measure.hashes import HashMatrix
from shoal.plot._axes import ORANGE, SKY, axes, legend_above

_NAMES = {"n_env": "environments in the batch", "isa": "instruction set"}


def hash_matrix(matrix: HashMatrix, ax: Axes | None = None) -> Axes:
    """The first digits of each hash, on blue where it is the usual one and on orange, in bold, where it is another."""
    ax = axes(ax, _NAMES.get(matrix.column, matrix.column), _NAMES.get(matrix.row, matrix.row))
    other = [[int(h != matrix.usual) for h in row] for row in matrix.hashes]
    ax.pcolormesh(
        other, cmap=ListedColormap([SKY, ORANGE]), vmin=0, vmax=1, edgecolors="white", linewidth=3, alpha=0.75
    )
    for i, row in enumerate(matrix.hashes):
        for j, digits in enumerate(row):
            weight = "bold" if other[i][j] else "normal"
            ax.text(
                j + 0.5,
                i + 0.5,
                digits[:8],
                ha="center",
                va="center",
                family="monospace",
                weight=weight,
                fontsize="small",
            )
    ax.set_xticks([j + 0.5 for j in range(len(matrix.columns))], [str(c) for c in matrix.columns])
    ax.set_yticks([i + 0.5 for i in range(len(matrix.rows))], [str(r) for r in matrix.rows])
    ax.invert_yaxis()
    ax.grid(visible=False)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    kinds = [(SKY, "equal"), (ORANGE, "another hash")][: 1 if matrix.equal else 2]
    legend_above(ax, 2, [Patch(color=colour, alpha=0.75, label=label) for colour, label in kinds])
    return ax
