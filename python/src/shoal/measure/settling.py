"""Terminal velocities of spheres that fall or rise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import doubles
from shoal.batch import Array, Batch
from shoal.bodies import Coefficients, Shape
from shoal.fluids import Medium
from shoal.scene import Scene

_GRAVITY = 9.81  # m/s^2


@dataclass(frozen=True)
class Settling:
    """Spheres of one density in a fluid at their terminal velocities."""

    density: float  # kg/m^3
    medium: Medium
    diameter: Array  # (n), m
    velocity: Array  # (n), m/s, upward

    @property
    def reynolds(self) -> Array:
        """(n), of speed and diameter"""
        return self.medium.density * np.abs(self.velocity) * self.diameter / self.medium.viscosity

    @property
    def drag_coefficient(self) -> Array:
        """(n), by which drag carries the weight less the buoyancy"""
        lack = abs(self.density - self.medium.density) / self.medium.density
        return 4 / 3 * lack * _GRAVITY * self.diameter / self.velocity**2

    def speed_at(self, reynolds: ArrayLike) -> Array:
        """Speeds (m/s) at Reynolds numbers of spheres of this density, by the drag curve of Brown and Lawler."""
        re = np.asarray(reynolds)
        fluid = self.medium
        archimedes = 0.75 * brown_lawler(re) * re**2
        lack = abs(self.density - fluid.density)
        diameter = np.cbrt(archimedes * fluid.viscosity**2 / (fluid.density * lack * _GRAVITY))
        return re * fluid.viscosity / (fluid.density * diameter)


def brown_lawler(reynolds: ArrayLike) -> Array:
    """C_D of a sphere below Re 2e5: 24/Re (1 + 0.150 Re^0.681) + 0.407/(1 + 8710/Re).

    Source: Brown & Lawler, J. Environ. Eng. 129 (2003) 222.
    """
    re = np.asarray(reynolds, dtype=float)
    return 24 / re * (1 + 0.150 * re**0.681) + 0.407 / (1 + 8710 / re)


def settling(diameter: ArrayLike, density: float, medium: Medium | None = None) -> Settling:
    """Lets spheres fall or rise in a fluid (water) without a surface until their velocities are steady.

    diameter: (n), m. density: kg/m^3. Skin friction is left out, as the drag curve holds all of the drag.
    """
    fluid = medium or Medium.water()
    d = doubles("diameter", diameter, (None,))
    scene = Scene()
    scene.gravity, scene.ambient = (0, 0, -_GRAVITY), fluid
    scene.add_body(shapes=[Shape.sphere(d[0] / 2, coefficients=Coefficients(skin_friction=0))], density=density)
    batch = Batch(scene, n_env=len(d), hash=False)
    mass = density * np.pi / 6 * d**3
    batch.set_param("shape_size", np.column_stack((d / 2, 0 * d, 0 * d)))
    batch.set_param("mass", mass[:, None])
    batch.set_param("inertia", np.outer(mass * d**2 / 10, (1, 0, 0, 1, 0, 1)))
    before = np.zeros(len(d))
    for _ in range(1000):
        batch.step(10, 0.1)
        velocity = batch.linear_velocity[:, 0, 2].copy()
        if np.abs(velocity - before).max() <= 1e-13 * np.abs(velocity).max() and (velocity != 0).all():
            return Settling(density, fluid, d, velocity)
        before = velocity
    raise ArithmeticError(f"spheres of density {density} kg/m^3 in {fluid} do not come to a steady velocity")
