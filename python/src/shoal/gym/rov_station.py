"""An underwater vehicle that holds its station."""

from __future__ import annotations

import shoal
from shoal.gym.single import Single
from shoal.gym.vector import BatchVectorEnv


class ROVStationVectorEnv(BatchVectorEnv):
    """A vehicle of 0.5 x 0.4 x 0.25 m stays at the origin, heading along x, while the current turns.

    A step is 0.05 s: 2 steps of the batch of 0.025 s, through which the thrusters' wrench is held in world axes.

    Action (6): thrusters, each 40 N at 1: four in the horizontal plane at 45 degrees (front left, front right, back
    left, back right), two upward (left, right). Observation (24), body axes: to the station (3, m), up (3), the wanted
    heading (3), velocity (3, m/s), angular velocity (3, rad/s), change of the velocity in the last step (3, m/s), last
    action (6). Reward: - distance (m) - 0.2 (1 - cosine of the heading's error) - 0.01 mean square of the action; -100
    and the end where the vehicle is 25 m away. info["distance"]: m.

    Drawn at a reset: current 0.1 to 0.6 m/s from anywhere, turning 0.05 to 0.4 rad/s either way; each side 0.9 to 1.1
    of its length; mass 0.98 to 1.02 of the water displaced; C_D 0.7 to 1.4; added mass 0.7 to 1.3 of the box's;
    position within 1 m along each axis, heading within 44 degrees.
    """

    task = "rov_station"
    measure = "distance"
    limit = 400

    def scene(self) -> shoal.Scene:
        scene = shoal.Scene()
        scene.add_volume(surface_height=100.0)
        box = shoal.Shape.box((0.5, 0.4, 0.25))
        scene.add_body(name="rov", shapes=[box], density=998.2, com=(0.0, 0.0, -0.06))
        return scene


class ROVStationEnv(Single):
    """One of them."""

    vector = ROVStationVectorEnv
