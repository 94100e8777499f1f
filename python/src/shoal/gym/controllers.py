"""Frozen policies to compare with: functions from observations (N, n) to actions (N, k)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Commands of the six thrusters for a push forward, to the left, up, and a turn to the left and a roll.
_FORWARD = np.array([1, 1, 1, 1, 0, 0], np.float32)
_LEFT = np.array([-1, 1, 1, -1, 0, 0], np.float32)
_UP = np.array([0, 0, 0, 0, 1, 1], np.float32)
_TURN = np.array([-1, 1, -1, 1, 0, 0], np.float32)
_ROLL = np.array([0, 0, 0, 0, 1, -1], np.float32)


def zero(observation: Floats, actions: int) -> Floats:
    """Does nothing."""
    return np.zeros((len(observation), actions), np.float32)


def rov_station_pd(observation: Floats) -> Floats:
    """Proportional and derivative control of the ROV's position and heading; it does not know the current."""
    to_station, ahead = observation[:, 0:3], observation[:, 6:9]
    v, omega = observation[:, 9:12], observation[:, 12:15]
    push = 8.0 * to_station - 5.0 * v
    turn = 1.0 * ahead[:, 1] - 0.5 * omega[:, 2]
    roll = -0.2 * omega[:, 0]
    command = np.outer(push[:, 0], _FORWARD) + np.outer(push[:, 1], _LEFT) + np.outer(push[:, 2], _UP)
    return np.clip(command + np.outer(turn, _TURN) + np.outer(roll, _ROLL), -1.0, 1.0).astype(np.float32)


def boat_waypoints_pd(observation: Floats) -> Floats:
    """Proportional and derivative control of the boat's heading, at full thrust."""
    x, y, turning = observation[:, 0], observation[:, 1], observation[:, 10]
    bearing = np.arctan2(y, x)
    command = np.stack([np.ones_like(bearing), 4.0 * bearing - 4.0 * turning], axis=1)
    return np.clip(command, -1.0, 1.0).astype(np.float32)


def heaving_buoy_reactive(observation: Floats) -> Floats:
    """A damper of 6400 N s/m and a spring of -12000 N/m, which brings the buoy nearer to the waves' frequency."""
    heave, velocity = observation[:, 2:3] + 0.6, observation[:, 8:9]
    return np.clip(1.5 * heave - 0.8 * velocity, -1.0, 1.0)
