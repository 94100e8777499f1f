"""Period and damping of a float that is let go and comes to rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import doubles
from shoal.batch import Array


@dataclass(frozen=True)
class Decay:
    """A free decay about `rest`, by its extremes: value - rest falls as exp(-damping natural_frequency t)."""

    time: Array  # (n), s, of the extremes
    value: Array  # (n), of the signal there
    rest: float  # where it comes to rest
    period: float  # damped, s
    damping: float  # ratio to the critical one

    @property
    def natural_frequency(self) -> float:
        """Undamped, rad/s"""
        return float(2 * np.pi / self.period / np.sqrt(1 - self.damping**2))

    def envelope(self, time: ArrayLike) -> Array:
        """The fitted exponential's distance from rest at times (s)."""
        swings = np.abs(np.diff(self.value))
        middle = (self.time[:-1] + self.time[1:]) / 2
        rate = self.damping * self.natural_frequency
        at_zero = np.exp(np.mean(np.log(swings) + rate * middle)) / (2 * np.cosh(rate * self.period / 4))
        return at_zero * np.exp(-rate * np.asarray(time))


def decay(time: ArrayLike, value: ArrayLike, least: float = 0.02) -> Decay:
    """Finds the extremes of a signal, the mean period between them and the logarithmic decrement of its swings.

    time: (k), s, equally spaced. value: (k), of any unit. Swings below `least` of the first are left out, as are the
    signal's two ends. A swing reaches from one extreme to the next, so that it does not depend on where rest is.
    """
    t = doubles("time", time, (None,))
    x = doubles("value", value, (len(t),))
    slope = np.diff(x)
    turns = np.flatnonzero(slope[:-1] * slope[1:] < 0) + 1
    if len(turns) < 3:
        raise ValueError(f"the signal has {len(turns)} extremes; a decay needs 3 or more")
    # the vertex of the parabola through an extreme and its neighbours
    a, b, c = x[turns - 1], x[turns], x[turns + 1]
    shift = (a - c) / (2 * (a - 2 * b + c))
    at, peak = t[turns] + shift * (t[1] - t[0]), b - (a - c) * shift / 4
    swings = np.abs(np.diff(peak))
    kept = max(2, int(np.argmax(swings < least * swings[0])) if (swings < least * swings[0]).any() else len(swings))
    at, peak, swings = at[: kept + 1], peak[: kept + 1], swings[:kept]
    number = np.arange(len(at))
    half = np.polyfit(number, at, 1)[0]
    decrement = -np.polyfit(number[:-1], np.log(swings), 1)[0]
    # Aitken: three extremes of an exponential tell its limit
    rest = np.mean((peak[:-2] * peak[2:] - peak[1:-1] ** 2) / (peak[:-2] + peak[2:] - 2 * peak[1:-1]))
    return Decay(at, peak, float(rest), float(2 * half), float(decrement / np.hypot(np.pi, decrement)))
