"""How a body moved: its state, the wrench of each term and its energy over time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.batch import TERMS, Array, Batch, matrix

MOTIONS = {"surge": "m", "sway": "m", "heave": "m", "roll": "degrees", "pitch": "degrees", "yaw": "degrees"}


@dataclass(frozen=True)
class History:
    """A body at k times. What the batch was not made to keep (term_outputs, shape_outputs) is empty."""

    time: Array  # (k), s
    position: Array  # (k, 3), of the centre of mass, m
    quaternion: Array  # (k, 4), w x y z
    linear_velocity: Array  # (k, 3), m/s
    angular_velocity: Array  # (k, 3), rad/s
    terms: dict[str, Array]  # (k, 6) each, force (N) and moment about the centre of mass (N m), world axes
    energy: dict[str, Array]  # (k) each, J: "kinetic", "water" (that the body carries along) and "potential"

    def motion(self, name: str) -> Array:
        """(k): surge, sway, heave (of the centre of mass, m), roll, pitch or yaw (of turns z, y, x; degrees)."""
        w, x, y, z = self.quaternion.T
        if name in ("surge", "sway", "heave"):
            return self.position[:, ("surge", "sway", "heave").index(name)]
        if name == "roll":
            return np.degrees(np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)))
        if name == "pitch":
            return np.degrees(np.arcsin(np.clip(2 * (w * y - z * x), -1, 1)))
        if name == "yaw":
            return np.degrees(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
        raise ValueError(f"motion is {name!r}, and must be one of {', '.join(MOTIONS)}")


def history(
    batch: Batch, steps: int, dt: float | None = None, *, every: int = 1, environment: int = 0, body: int | str = 0
) -> History:
    """Steps a batch and keeps what one body does, now and after each `every` steps (dt, s: the scene's time step).

    Terms and energies are those of the state at that time, by Batch.forces(). The potential energy is that of gravity
    along z and of the fluids that the body displaces, raised to the surface over it: in still fluids, where nothing
    dissipates, the sum of the energies is constant (of voxels, up to the size of a cell).
    """
    index = batch.body_index(body)
    energy = _Energy(batch, environment, index) if batch.shape_outputs else None
    rows = []
    done = 0
    while True:
        batch.forces()
        state = [batch.field(name)[environment, index].copy() for name in _STATE]
        terms = [batch.term(t)[environment, index].copy() for t in TERMS] if batch.term_outputs else []
        rows.append((batch.time[environment], *state, terms, energy() if energy else ()))
        if done >= steps:
            break
        batch.step(min(every, steps - done), dt)
        done += every
    time, position, quaternion, velocity, spin, wrenches, energies = (np.array(column) for column in zip(*rows))
    terms_found = dict(zip(TERMS, np.moveaxis(wrenches, 1, 0))) if batch.term_outputs else {}
    energies_found = dict(zip(_ENERGIES, energies.T)) if energy else {}
    return History(time, position, quaternion, velocity, spin, terms_found, energies_found)


_ENERGIES = ("kinetic", "water", "potential")
_STATE = ("position", "quaternion", "linear_velocity", "angular_velocity")


class _Energy:
    def __init__(self, batch: Batch, environment: int, body: int) -> None:
        self.batch, self.environment, self.body = batch, environment, body
        self.gravity = self.param("gravity")
        if self.gravity[:2].any() or self.gravity[2] > 0:
            raise ValueError(f"gravity is {self.gravity.tolist()}, and must be along -z for a potential energy")
        self.mass = float(self.param("mass", body)[0])
        six = self.param("inertia", body)
        self.inertia = six[[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
        self.media = [self.param("volume_medium", v)[0] for v, _ in batch.param_places("volume_medium")]
        self.ambient = self.param("ambient")[0] if batch.param_places("ambient") else 0.0

    def param(self, name: str, item: int = 0) -> Array:
        return self.batch.get_param(name, item)[self.environment]

    def shape(self, name: str, shape: int) -> Array:
        return self.batch.shape_field(name, self.body, shape)[self.environment]

    def __call__(self) -> tuple[float, float, float]:
        """Kinetic, of the water and potential, J, of what forces() found last."""
        at = (self.environment, self.body)
        v, omega = self.batch.linear_velocity[at], self.batch.angular_velocity[at]
        turned = _rotation(self.batch.quaternion[at]).T @ omega
        kinetic = self.mass * v @ v / 2 + turned @ self.inertia @ turned / 2
        twist = np.concatenate((v, omega))
        water = twist @ matrix(self.batch.added_mass[at]) @ twist / 2
        height, g = self.batch.position[at][2], -self.gravity[2]
        potential = self.mass * g * height
        for s in range(self.batch.shapes(self.body)):
            volume, wet = self.shape("volume", s)[0], self.shape("wet_volume", s)[0]
            level, held = self.shape("surface_height", s)[0], int(self.shape("volume_index", s)[0])
            if held < 0:
                level, wet = 0.0, 0.0
            liquid = self.media[held] if held >= 0 else 0.0
            if wet > 0:
                potential += g * liquid * wet * (level - height - self.shape("wet_centroid", s)[2])
            if wet < volume and self.ambient > 0:
                potential += g * self.ambient * (volume - wet) * (level - height - self.shape("dry_centroid", s)[2])
        return float(kinetic), float(water), float(potential)


def _rotation(quaternion: Array) -> Array:
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
