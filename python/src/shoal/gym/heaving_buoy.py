"""A buoy that takes power from waves."""

from __future__ import annotations

import shoal
from shoal.gym.single import Single
from shoal.gym.vector import BatchVectorEnv


class HeavingBuoyVectorEnv(BatchVectorEnv):
    """An upright cylinder of 1 m radius and 1 m draft on a soft mooring brakes, or drives, its heave by a force.

    Where its mass and the water's that goes with it resonate with the wave, there is most to be had. A step is 0.1 s: 4
    steps of the batch of 0.025 s.

    Action (1): vertical force, 8000 N at 1. Observation (16), world axes: position (3, m), the buoy's axis (3),
    velocity (3, m/s), angular velocity (3, rad/s), change of the velocity in the last step (3, m/s), last action (1).
    Reward, and info["power"]: power taken from the buoy, kW; -100 and the end where it lies on its side or is 20 m
    away.

    Drawn at a reset: a regular wave along x, 12 to 40 m long, its amplitude 0.004 to 0.012 of that, and its phase; mass
    0.9 to 1.1 of 3136 kg; C_D 0.6 to 1.2; added mass 0.7 to 1.3 of the cylinder's.
    """

    task = "heaving_buoy"
    measure = "power"
    limit = 400

    def scene(self) -> shoal.Scene:
        scene = shoal.Scene()
        scene.add_volume(waves=[shoal.Wave((1.0, 0.0), 20.0, 0.2)])
        cylinder = shoal.Shape.cylinder(1.0, 2.0)
        scene.add_body(name="buoy", shapes=[cylinder], mass=3136.0, com=(0.0, 0.0, -0.6), position=(0.0, 0.0, -0.6))
        return scene


class HeavingBuoyEnv(Single):
    """One of them."""

    vector = HeavingBuoyVectorEnv
