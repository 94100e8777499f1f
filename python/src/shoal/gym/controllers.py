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
