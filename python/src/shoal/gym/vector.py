"""A batch of environments as Gymnasium's vector interface sees it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from shoal._c import call, ffi, lib, made, pointer, refuse
from shoal.batch import Batch
from shoal.scene import Scene


class BatchVectorEnv(VectorEnv):
    """N environments of a task, stepped at once; observations, rewards and resets are packed in C.

    num_envs: N. threads: at most this many; 0: all. max_episode_steps: after these an episode is truncated; None:
    `limit`. autoreset_mode: NEXT_STEP or SAME_STEP. What is drawn at a reset depends on an environment's own seed and
    on how many episodes it began since, so that no result depends on threads, N or the other environments.

    Every step's info has the task's error before any reset, info[measure], (N), and the mask f"_{measure}" of where it
    holds: not where NEXT_STEP begins an episode. With SAME_STEP the steps that end episodes have info["final_obs"],
    (N, n), and info["final_info"], with masks "_final_obs" and "_final_info".
    """

    task: str  # its name in C
    measure: ClassVar[str]  # the name of its error in info
    limit: ClassVar[int]  # steps of an episode

    def scene(self) -> Scene:
        """One environment, before anything is drawn."""
        raise NotImplementedError

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int = 0,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            refuse("autoreset_mode", mode, "NEXT_STEP or SAME_STEP")
        if render_mode is not None:
            refuse("render_mode", render_mode, "None")
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs = num_envs
        self.batch = Batch(self.scene(), num_envs, threads=threads, hash=False)
        limit = self.limit if max_episode_steps is None else max_episode_steps
        self._same_step = mode is AutoresetMode.SAME_STEP
        arguments = (self.batch._pointer, self.task.encode(), limit, self._same_step)
        self._env = made("ShoalEnv", lib.shoal_env_destroy, lib.shoal_env_create, *arguments)
        sizes = lib.shoal_env_sizes(self._env)
        self.dt: float = sizes.substeps * sizes.dt
        self.single_observation_space = Box(-np.inf, np.inf, (sizes.observation,), np.float32)
        self.single_action_space = Box(-1.0, 1.0, (sizes.action,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._shape = (num_envs, int(sizes.observation))
        self._final = np.zeros(self._shape, np.float32)
        self._seeded = False
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins episodes. seed: of environment 0, the others' follow on; or one for each.

        options["reset_mask"]: (N) booleans; the other environments stay as they are, and so do their observations.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                refuse("reset_mask", f"{mask.dtype} {mask.shape}", f"bool ({self.num_envs},)")
            mask = np.ascontiguousarray(mask, np.uint8)
        seeds = self._seeds(seed)
        observation = np.empty(self._shape, np.float32)
        call(
            lib.shoal_env_reset,
            self._env,
            ffi.NULL if mask is None else pointer(mask, "uint8_t[]"),
            ffi.NULL if seeds is None else pointer(seeds, "uint64_t[]"),
            pointer(observation, "float[]"),
        )
        self._ended &= False if mask is None else mask == 0
        return observation, {}

    def step(
        self, actions: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """actions: (N, k), clipped to [-1, 1]."""
        action = np.ascontiguousarray(actions, np.float32)
        if action.shape != self.action_space.shape:
            refuse("the shape of actions", action.shape, self.action_space.shape)
        n = self.num_envs
        observation = np.empty(self._shape, np.float32)
        final = self._final
        reward, measure = np.empty(n), np.empty(n)
        terminated, truncated = np.empty(n, np.bool_), np.empty(n, np.bool_)
        out = ffi.new("ShoalEnvOut *")
        out.observation, out.final_observation = pointer(observation, "float[]"), pointer(final, "float[]")
        out.reward, out.measure = pointer(reward), pointer(measure)
        out.terminated, out.truncated = pointer(terminated, "uint8_t[]"), pointer(truncated, "uint8_t[]")
        call(lib.shoal_env_step, self._env, pointer(action, "float[]"), out)
        info: dict[str, Any] = {self.measure: measure, f"_{self.measure}": ~self._ended}
        ended = terminated | truncated
        if not self._same_step:
            self._ended = ended
        elif ended.any():
            info |= {"final_obs": np.where(ended[:, None], final, 0), "_final_obs": ended, "_final_info": ended}
            info["final_info"] = {self.measure: np.where(ended, measure, 0.0), f"_{self.measure}": ended}
        return observation, reward, terminated, truncated, info

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint64] | None:
        if seed is None:
            if self._seeded:
                return None
            seed = secrets.randbits(62)
        self._seeded = True
        if isinstance(seed, (int, np.integer)):
            if seed < 0:
                refuse("seed", seed, "at least 0")
            return np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64)
        if len(seed) != self.num_envs:
            refuse("the number of seeds", len(seed), self.num_envs)
        drawn = [secrets.randbits(62) if s is None else s for s in seed]
        if min(drawn, default=0) < 0:
            refuse("seed", min(drawn), "at least 0")
        return np.array(drawn, np.uint64)
