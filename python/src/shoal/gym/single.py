"""One environment as gymnasium.Env: a vector of one."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from shoal.gym.vector import BatchVectorEnv


class Single(gymnasium.Env[NDArray[np.float32], NDArray[np.float32]]):
    """The only environment of a vector of one; it neither cuts an episode off nor begins a new one by itself."""

    vector: ClassVar[type[BatchVectorEnv]]

    def __init__(self, render_mode: None = None, **options: Any) -> None:
        self.render_mode = render_mode
        self._vector = self.vector(1, threads=1, max_episode_steps=2**62, render_mode=render_mode, **options)
        self.metadata = {"render_modes": []}
        self.observation_space = self._vector.single_observation_space
        self.action_space = self._vector.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        observation, info = self._vector.reset(seed=seed)
        return observation[0], info

    def step(self, action: NDArray[np.float32]) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self._vector.step(np.asarray(action)[None])
        name = self._vector.measure
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), {name: float(info[name][0])}
