"""A boat that goes from waypoint to waypoint through waves."""

from __future__ import annotations

from typing import Any

import shoal
from shoal._c import refuse
from shoal.gym.single import Single
from shoal.gym.vector import BatchVectorEnv


class BoatWaypointsVectorEnv(BatchVectorEnv):
    """A boat of 4 x 1.5 x 0.8 m with a propeller, a skeg and a rudder, thin boxes whose lift comes from the faces.

    A step is 0.1 s: 4 steps of the batch of 0.025 s, through which the thrust is held in world axes.

    Action (2): thrust, 1500 N at 1; rudder, 39 degrees at 1, which turns the boat to the left when it goes ahead.
    Observation (13), body axes: to the waypoint (2, m), up (3), velocity (3, m/s), angular velocity (3, rad/s), last
    action (2). Reward: metres nearer to the waypoint, + 5 when it is within 3 m, upon which there is another, - 0.01
    thrust squared; -100 and the end where the boat lies on its side or is 100 m away. info["waypoints"]: how many it
    reached in this episode.

    waves: "regular" or "jonswap".

    Drawn at a reset: with "regular" a wave from anywhere, 6 to 30 m long, its amplitude 0.002 to 0.01 of that, and its
    phase; with "jonswap" a sea from anywhere, its peak period 2 to 4.4 s, its significant height 0.005 to 0.02 of the
    peak's wavelength, and the seed of its 24 components. Waypoints are 12 to 30 m from the boat.
    """

    measure = "waypoints"
    limit = 600

    def __init__(self, num_envs: int = 1, *, waves: str = "regular", **options: Any) -> None:
        if waves not in ("regular", "jonswap"):
            refuse("waves", waves, '"regular" or "jonswap"')
        self.task = "boat_waypoints" if waves == "regular" else "boat_waypoints_sea"
        super().__init__(num_envs, **options)

    def scene(self) -> shoal.Scene:
        scene = shoal.Scene()
        if self.task == "boat_waypoints":
            scene.add_volume(waves=[shoal.Wave((1.0, 0.0), 10.0, 0.05)])
        else:
            scene.add_volume(sea=shoal.Sea(significant_height=0.2, peak_period=3.0, spreading=10.0, components=24))
        hull = shoal.Shape.box((4.0, 1.5, 0.8), coefficients=shoal.Coefficients(drag=0.5, added_mass=0.6))
        rudder = shoal.Shape.box((0.7, 0.04, 0.6), offset=(-2.4, 0.0, -0.5))
        skeg = shoal.Shape.box((0.5, 0.04, 0.5), offset=(-1.4, 0.0, -0.6))
        mass = 1920.0
        inertia = [mass / 12 * (a * a + b * b) for a, b in ((1.5, 0.8), (0.8, 4.0), (4.0, 1.5))]
        scene.add_body(
            name="boat",
            shapes=[hull, rudder, skeg],
            mass=mass,
            com=(0.0, 0.0, -0.1),
            inertia=(inertia[0], 0.0, 0.0, inertia[1], 0.0, inertia[2]),
            position=(0.0, 0.0, -0.02),
        )
        return scene


class BoatWaypointsEnv(Single):
    """One of them."""

    vector = BoatWaypointsVectorEnv
