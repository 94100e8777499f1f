"""The surface of a batch's volume at any place and time."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import call, doubles, lib, made, pointer
from shoal.batch import Batch


class SurfaceSampler:
    """Heights over points of a volume, whatever its surface is."""

    def __init__(self, batch: Batch, volume: int = 0) -> None:
        self._batch = batch
        create = lib.shoal_surface_sampler_create
        self._pointer = made("ShoalSurfaceSampler", lib.shoal_surface_sampler_destroy, create, batch._pointer, volume)

    def __call__(self, points: ArrayLike, time: float, environment: int = 0) -> SimpleNamespace:
        """At points (n, 2): height (n, m), rise_rate (n, m/s), velocity (n, 3) of the water at the surface (m/s)."""
        xy = doubles("points", points, (None, 2))
        out = SimpleNamespace(height=np.empty(len(xy)), rise_rate=np.empty(len(xy)), velocity=np.empty((len(xy), 3)))
        call(
            lib.shoal_surface_sampler_sample,
            self._pointer,
            environment,
            time,
            len(xy),
            pointer(xy, "double[][2]"),
            pointer(out.height),
            pointer(out.rise_rate),
            pointer(out.velocity, "double[][3]"),
        )
        return out


class SurfaceGrid:
    """Heights on a horizontal grid that is fixed in the world, linear between its nodes (spacing, m)."""

    def __init__(self, batch: Batch, volume: int = 0, spacing: float = 0.5) -> None:
        self._batch = batch
        create = lib.shoal_surface_grid_create
        self._pointer = made(
            "ShoalSurfaceGrid", lib.shoal_surface_grid_destroy, create, batch._pointer, volume, spacing
        )

    def update(self, low: ArrayLike, high: ArrayLike, time: float, environment: int = 0) -> None:
        """Finds the surface over an area, from (2) to (2), m, at a time, s."""
        (x0, y0), (x1, y1) = doubles("low", low, (2,)), doubles("high", high, (2,))
        call(lib.shoal_surface_grid_update, self._pointer, environment, x0, x1, y0, y1, time)

    def height_at(self, x: float, y: float) -> float:
        """m; NaN outside of the area"""
        return lib.shoal_surface_grid_height_at(self._pointer, x, y)

    def rise_rate_at(self, x: float, y: float) -> float:
        """m/s"""
        return lib.shoal_surface_grid_rise_rate_at(self._pointer, x, y)

    @property
    def knows_rise_rate(self) -> bool:
        return bool(lib.shoal_surface_grid_knows_rise_rate(self._pointer))
