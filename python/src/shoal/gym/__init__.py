"""Gymnasium's environments over a batch.

    import shoal.gym
    envs = gymnasium.make_vec("Shoal/ROVStation-v0", num_envs=4096)
"""

import gymnasium

from shoal.gym.boat_waypoints import BoatWaypointsEnv, BoatWaypointsVectorEnv
from shoal.gym.controllers import boat_waypoints_pd, heaving_buoy_reactive, rov_station_pd, zero
from shoal.gym.heaving_buoy import HeavingBuoyEnv, HeavingBuoyVectorEnv
from shoal.gym.rov_station import ROVStationEnv, ROVStationVectorEnv
from shoal.gym.single import Single
from shoal.gym.vector import BatchVectorEnv

for _single in (ROVStationEnv, BoatWaypointsEnv, HeavingBuoyEnv):
    gymnasium.register(
        f"Shoal/{_single.__name__.removesuffix('Env')}-v0",
        entry_point=f"shoal.gym:{_single.__name__}",
        vector_entry_point=f"shoal.gym:{_single.vector.__name__}",
        max_episode_steps=_single.vector.limit,
    )

__all__ = [
    "BatchVectorEnv",
    "BoatWaypointsEnv",
    "BoatWaypointsVectorEnv",
    "HeavingBuoyEnv",
    "HeavingBuoyVectorEnv",
    "ROVStationEnv",
    "ROVStationVectorEnv",
    "Single",
    "boat_waypoints_pd",
    "heaving_buoy_reactive",
    "rov_station_pd",
    "zero",
]
