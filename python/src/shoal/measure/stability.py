"""Righting arms of a hull that is balanced at its displacement."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import ArgumentError, doubles
from shoal.batch import Array, Batch
from shoal.bodies import Body
from shoal.fluids import Medium
from shoal.scene import Scene

_GRAVITY = 9.81  # m/s^2; the arms do not depend on it


@dataclass(frozen=True)
class RightingArm:
    """GZ over the angle of heel: the righting moment over the weight, positive where it rights."""

    heel: Array  # (n), degrees, about the body's x axis
    gz: Array  # (n), m
    trim: Array  # (n), degrees, about the horizontal axis across it: bow down is positive
    height: Array  # (n), of the centre of mass over the water, m
    gm: float  # metacentric height, m: the slope of gz at no heel, per rad

    @property
    def greatest(self) -> tuple[float, float]:
        """The heel (degrees) and the arm (m) where it is greatest, of those that were worked out."""
        i = int(np.argmax(self.gz))
        return float(self.heel[i]), float(self.gz[i])

    @property
    def vanishing(self) -> float | None:
        """The first heel (degrees, linear between neighbours) at which the arm is no longer positive; None: at none."""
        none = 1e-9 * np.abs(self.gz).max()  # what rounding leaves
        after = np.flatnonzero((self.gz[:-1] > none) & (self.gz[1:] <= none))
        if not len(after):
            return None
        i = int(after[0])
        part = self.gz[i] / (self.gz[i] - self.gz[i + 1])
        return float(self.heel[i] + part * (self.heel[i + 1] - self.heel[i]))


def righting_arm(
    body: Body, heel: ArrayLike | None = None, *, medium: Medium | None = None, free_trim: bool = True
) -> RightingArm:
    """Balances a body at angles of heel in still water: buoyancy is its weight and, with free_trim, no moment trims it.

    heel: (n), degrees; 0 to 180 by 2.5. medium: seawater. All angles are one batch, balanced to 1e-10 of the weight.
    """
    angles = np.arange(0.0, 180.1, 2.5) if heel is None else doubles("heel", heel, (None,))
    small = 0.05
    hull = _Hull(body, np.concatenate((angles, (small, -small))), medium or Medium.seawater())
    height, trim = hull.balance(free_trim)
    gz = -hull.excess(height, trim)[2]
    gm = (gz[-2] - gz[-1]) / 2 / np.sin(np.radians(small))
    return RightingArm(angles, gz[:-2], np.degrees(trim[:-2]), height[:-2], float(gm))


class _Hull:
    """A body at n angles of heel (degrees), three environments each: the balance needs slopes along height and trim."""

    def __init__(self, body: Body, heel: Array, medium: Medium) -> None:
        scene = Scene()
        scene.gravity = (0, 0, -_GRAVITY)
        scene.add_volume(medium=medium)
        still: tuple[float, ...] = (0, 0, 0)
        scene.add_body(
            dataclasses.replace(
                body, position=still, quaternion=(1, 0, 0, 0), linear_velocity=still, angular_velocity=still
            )
        )
        mass = body.mass_properties()
        if mass.volume * medium.density <= mass.mass:
            raise ArgumentError(
                f"the body's mass is {mass.mass} kg, and must be below {mass.volume * medium.density} kg, "
                "that of the water that it displaces, to float"
            )
        self.heel = np.radians(heel)
        self.weight = mass.mass * _GRAVITY
        self.length = mass.volume ** (1 / 3)
        self.batch = Batch(scene, n_env=3 * len(heel), hash=False)

    def excess(self, height: Array, trim: Array) -> tuple[Array, Array, Array]:
        """At heights (m) and trims (rad): buoyancy over weight less 1, and the arms that trim and heel, m."""
        force, moment = self._evaluate(height, trim, len(self.heel))
        return force[:, 2] / self.weight - 1, moment[:, 1] / self.weight, moment[:, 0] / self.weight

    def balance(self, free_trim: bool) -> tuple[Array, Array]:
        """Height (m) and trim (rad) of each heel: by halves at no trim, then by Newton's method."""
        trim = np.zeros_like(self.heel)
        low, high = trim - self.length, trim + self.length
        while (short := self.excess(low, trim)[0] <= 0).any():
            low = np.where(short, 2 * low, low)
        while (wet := self.excess(high, trim)[0] >= 0).any():
            high = np.where(wet, 2 * high, high)
        for _ in range(30):
            middle = (low + high) / 2
            floats = self.excess(middle, trim)[0] > 0
            low, high = np.where(floats, middle, low), np.where(floats, high, middle)
        height = (low + high) / 2
        for _ in range(60):
            off, slopes = self._newton(height, trim)
            if not free_trim:
                off, slopes = off[:, :1], slopes[:, :1, :1]
            if np.abs(off).max() < 1e-10:
                return height, trim
            step = -np.linalg.solve(slopes, off[:, :, None])[:, :, 0]
            height = height + np.clip(step[:, 0], -0.1 * self.length, 0.1 * self.length)
            if free_trim:
                trim = trim + np.clip(step[:, 1], -0.05, 0.05)
        raise ArithmeticError("no balance was found at every heel; free_trim=False needs none of the trim")

    def _newton(self, height: Array, trim: Array) -> tuple[Array, Array]:
        """What is out of balance, (n, 2), and its slopes along height and trim, (n, 2, 2)."""
        n, small = len(self.heel), 1e-6
        force, moment = self._evaluate(
            np.concatenate((height, height + small * self.length, height)),
            np.concatenate((trim, trim, trim + small)),
            3 * n,
        )
        off = np.column_stack((force[:, 2] / self.weight - 1, moment[:, 1] / self.weight / self.length)).reshape(
            3, n, 2
        )
        return off[0], np.stack(((off[1] - off[0]) / (small * self.length), (off[2] - off[0]) / small), axis=-1)

    def _evaluate(self, height: Array, trim: Array, count: int) -> tuple[Array, Array]:
        heel = np.resize(self.heel, count) / 2
        batch = self.batch
        batch.position[:count, 0, 2] = height
        across, along = np.array([np.cos(trim / 2), np.sin(trim / 2)]), np.array([np.cos(heel), np.sin(heel)])
        batch.quaternion[:count, 0] = np.stack(
            (across[0] * along[0], across[0] * along[1], across[1] * along[0], -across[1] * along[1]), axis=-1
        )
        batch.forces("buoyancy")
        return batch.force[:count, 0].copy(), batch.moment[:count, 0].copy()
