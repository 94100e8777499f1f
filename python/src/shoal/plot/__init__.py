"""Pictures of what shoal.measure finds, with Matplotlib (pip install './python[plot]').

Every function draws into `ax`, or into new axes where there is none, and returns the axes.

    import shoal.plot
    shoal.plot.righting_arm(shoal.measure.righting_arm(body)).figure.savefig("gz.png")
"""

from shoal.plot.decay import free_decay
from shoal.plot.hashes import hash_matrix
from shoal.plot.history import energy, terms
from shoal.plot.settling import drag_curve, terminal_velocity
from shoal.plot.stability import righting_arm
from shoal.plot.throughput import throughput

__all__ = [
    "drag_curve",
    "energy",
    "free_decay",
    "hash_matrix",
    "righting_arm",
    "terminal_velocity",
    "terms",
    "throughput",
]
