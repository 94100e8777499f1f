import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import shoal.gym
from shoal.gym import boat_waypoints_pd, heaving_buoy_reactive, rov_station_pd, zero

ROV, BOAT, BUOY = "Shoal/ROVStation-v0", "Shoal/BoatWaypoints-v0", "Shoal/HeavingBuoy-v0"
every = pytest.mark.parametrize("name", [ROV, BOAT, BUOY])


def make(n=8, seed=3, name=ROV, **options):
    envs = gymnasium.make_vec(name, num_envs=n, **options)
    envs.reset(seed=seed)
    return envs


def rollout(envs, steps, seed, rows=slice(None)):
    """Everything that random actions, the same for every environment, bring about."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(steps):
        a = np.tile(rng.uniform(-1, 1, envs.single_action_space.shape).astype(np.float32), (envs.num_envs, 1))
        obs, reward, terminated, truncated, _ = envs.step(a)
        seen.append(np.concatenate([x.reshape(envs.num_envs, -1)[rows] for x in (obs, reward, terminated, truncated)], 1))
    return np.array(seen)


@every
def test_the_checker_is_content(name):
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_spaces_and_shapes():
    envs = make(5)
    obs, info = envs.reset(seed=1)
    assert obs in envs.observation_space and obs.dtype == np.float32
    assert envs.single_observation_space.contains(obs[0])
    obs, reward, terminated, truncated, info = envs.step(envs.action_space.sample())
    assert obs in envs.observation_space
    assert reward.shape == terminated.shape == truncated.shape == info["distance"].shape == (5,)
    assert terminated.dtype == truncated.dtype == np.bool_
    with pytest.raises(shoal.ArgumentError, match=r"\(5, 6\)"):
        envs.step(np.zeros((4, 6), np.float32))


@every
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_the_same_bits_for_any_threads_and_place(name, mode):
    options = {"name": name, "max_episode_steps": 7, "autoreset_mode": mode}
    one = rollout(make(70, threads=1, **options), 20, 5)
    for threads in (2, 3):
        assert np.array_equal(one, rollout(make(70, threads=threads, **options), 20, 5))
    few = make(3, seed=[3 + 60, 3 + 2, 3], threads=1, **options)
    assert np.array_equal(one[:, [60, 2, 0]], rollout(few, 20, 5))


def test_episodes_and_seeds_differ():
    envs = make(4)
    first, _ = envs.reset(seed=9)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=9)
    assert np.array_equal(first, again) and (first[:, :3] != second[:, :3]).all()
    assert len(np.unique(first[:, 0])) == 4


def test_reset_mask_leaves_the_others():
    envs, twin = make(6), make(6)
    rollout(envs, 5, 1)
    rollout(twin, 5, 1)
    mask = np.array([True, False, False, True, False, False])
    obs, _ = envs.reset(options={"reset_mask": mask})
    assert np.abs(obs[mask, 9:]).max() == 0
    assert np.array_equal(rollout(envs, 5, 2, ~mask), rollout(twin, 5, 2, ~mask))
    with pytest.raises(shoal.ArgumentError, match="reset_mask"):
        envs.reset(options={"reset_mask": mask[:3]})


def test_next_step():
    envs = make(3, max_episode_steps=2)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    a = np.ones((3, 6), np.float32)
    envs.step(a)
    last, _, _, truncated, info = envs.step(a)
    assert truncated.all() and "final_obs" not in info
    obs, reward, terminated, truncated, _ = envs.step(a)
    assert not truncated.any() and not terminated.any() and (reward == 0).all()
    assert np.abs(obs[:, 9:]).max() == 0 and np.abs(last[:, 18:]).min() == 1


def test_same_step():
    envs = make(3, max_episode_steps=2, autoreset_mode=AutoresetMode.SAME_STEP)
    twin = make(3, max_episode_steps=2)
    a = np.ones((3, 6), np.float32)
    for e in (envs, twin):
        e.step(a)
    obs, reward, _, truncated, info = envs.step(a)
    last, reward_2, *_ = twin.step(a)
    begun, *_ = twin.step(a)
    assert truncated.all() and info["_final_obs"].all()
    assert np.array_equal(info["final_obs"], last) and np.array_equal(reward, reward_2)
    assert np.array_equal(obs, begun)
    assert np.array_equal(info["final_info"]["distance"], info["distance"])


def test_modes_that_are_refused():
    with pytest.raises(shoal.ArgumentError, match="NEXT_STEP"):
        make(autoreset_mode=AutoresetMode.DISABLED)


def mean_reward(name, policy, steps):
    envs = make(64, name=name)
    obs, _ = envs.reset(seed=0)
    rewards = []
    for _ in range(steps):
        obs, reward, *_, info = envs.step(policy(obs))
        rewards.append(reward)
    return np.mean(rewards), info


def test_the_rov_controller_is_much_better_than_nothing():
    assert mean_reward(ROV, rov_station_pd, 399)[0] > 0.2 * mean_reward(ROV, lambda obs: zero(obs, 6), 399)[0]


def test_the_boat_controller_reaches_waypoints():
    assert mean_reward(BOAT, lambda obs: zero(obs, 2), 599)[1]["waypoints"].mean() < 0.1
    assert mean_reward(BOAT, boat_waypoints_pd, 599)[1]["waypoints"].mean() > 2


def test_the_buoy_controller_takes_power():
    assert mean_reward(BUOY, lambda obs: zero(obs, 1), 399)[0] == 0
    assert mean_reward(BUOY, heaving_buoy_reactive, 399)[0] > 0.2
