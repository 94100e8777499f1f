"""Gymnasium's environments over a batch.

    import shoal.gym
    envs = gymnasium.make_vec("Shoal/ROVStation-v0", num_envs=4096)
"""

import gymnasium

from shoal.gym.controllers import rov_station_pd, zero
from shoal.gym.rov_station import ROVStationEnv, ROVStationVectorEnv
from shoal.gym.single import Single
from shoal.gym.vector import BatchVectorEnv

gymnasium.register(
    "Shoal/ROVStation-v0",
    entry_point="shoal.gym.rov_station:ROVStationEnv",
    vector_entry_point="shoal.gym.rov_station:ROVStationVectorEnv",
)

__all__ = ["BatchVectorEnv", "ROVStationEnv", "ROVStationVectorEnv", "Single", "rov_station_pd", "zero"]
