import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import shoal.gym
from shoal.gym import boat_waypoints_pd, heaving_buoy_reactive, rov_station_pd, zero

ROV, BOAT, BUOY = "Shoal/ROVStation-v0", "Shoal/BoatWaypoints-v0", "Shoal/HeavingBuoy-v0"
every = pytest.mark.parametrize("name", [ROV, BOAT, BUOY])
modes = pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])


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
        columns = [x.reshape(envs.num_envs, -1)[rows] for x in (obs, reward, terminated, truncated)]
        seen.append(np.concatenate(columns, 1))
    return np.array(seen)


@every
def test_the_checker_is_content(name):
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


def test_an_episode_has_the_limit_that_was_registered_or_asked_for():
    assert make(2).spec.max_episode_steps == 400 == make(2).unwrapped.limit
    alone = gymnasium.make(ROV, max_episode_steps=3)
    alone.reset(seed=0)
    assert [alone.step(np.zeros(6, np.float32))[3] for _ in range(3)] == [False, False, True]


@every
@modes
def test_the_same_as_gymnasiums_own_vector_of_single_ones(name, mode):
    envs = make(3, name=name, max_episode_steps=5, autoreset_mode=mode)
    own = SyncVectorEnv([lambda: gymnasium.make(name, max_episode_steps=5)] * 3, autoreset_mode=mode)
    assert envs.observation_space == own.observation_space and envs.action_space == own.action_space
    assert envs.single_observation_space == own.single_observation_space
    assert envs.metadata["autoreset_mode"] is own.metadata["autoreset_mode"]
    assert np.array_equal(envs.reset(seed=8)[0], own.reset(seed=8)[0])
    envs.action_space.seed(1)
    for _ in range(13):
        action = envs.action_space.sample()
        *got, info = envs.step(action)
        *wanted, own_info = own.step(action)
        for a, b in zip(got, wanted):
            assert np.array_equal(a, b) and a.dtype == b.dtype
        measure = envs.unwrapped.measure
        there = own_info.get(f"_{measure}", np.zeros(3, np.bool_))
        assert np.array_equal(info[measure][there], own_info.get(measure, np.zeros(3))[there])
        if mode is AutoresetMode.NEXT_STEP:
            assert np.array_equal(info[f"_{measure}"], there)
        assert ("final_obs" in info) == ("final_obs" in own_info)
        if "final_obs" in info:
            assert np.array_equal(info["_final_obs"], own_info["_final_obs"])
            assert np.array_equal(info["final_obs"], np.stack(own_info["final_obs"]))
            assert np.array_equal(info["final_info"][measure], own_info["final_info"][measure])
            assert np.array_equal(info["_final_info"], own_info["_final_info"])


@modes
def test_gymnasiums_wrappers_count_episodes(mode):
    envs = wrappers.RecordEpisodeStatistics(make(4, max_episode_steps=3, autoreset_mode=mode))
    envs.reset(seed=2)
    rewards = []
    for _ in range(3):
        *_, truncated, info = step = envs.step(np.zeros((4, 6), np.float32))
        rewards.append(step[1])
    assert truncated.all() and (info["episode"]["l"] == 3).all()
    assert np.allclose(info["episode"]["r"], np.sum(rewards, axis=0), rtol=1e-12)
    mask = np.array([True, False, False, True])
    envs.reset(options={"reset_mask": mask})
    *_, info = envs.step(np.zeros((4, 6), np.float32))
    assert "episode" not in info


@modes
def test_gymnasiums_wrappers_change_actions_rewards_and_infos(mode):
    options = {"max_episode_steps": 3, "autoreset_mode": mode}
    bare = make(4, **options)
    envs = wrappers.ClipAction(wrappers.RescaleAction(make(4, **options), np.float32(0), np.float32(1)))
    envs = wrappers.DictInfoToList(wrappers.NormalizeReward(envs))
    envs.reset(seed=3)
    for _ in range(5):
        obs, reward, _, truncated, infos = envs.step(np.full((4, 6), 0.75, np.float32))
        wanted, _, _, _, info = bare.step(np.full((4, 6), 0.5, np.float32))
        assert np.array_equal(obs, wanted) and np.isfinite(reward).all() and len(infos) == 4
        for i in np.flatnonzero(info["_distance"]):
            assert infos[i]["distance"] == info["distance"][i]
        if truncated.any() and mode is AutoresetMode.SAME_STEP:
            assert np.array_equal(infos[2]["final_obs"], info["final_obs"][2])


def test_gymnasiums_wrappers_normalise_observations():
    envs = wrappers.NormalizeObservation(make(64, max_episode_steps=20))
    envs.reset(seed=2)
    envs.action_space.seed(0)
    obs = np.concatenate([envs.step(envs.action_space.sample())[0] for _ in range(60)])
    assert obs.dtype == np.float32 and np.abs(obs.mean(axis=0)).max() < 1
    assert 0.3 < np.median(obs.std(axis=0)) < 3


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


@pytest.mark.parametrize("task", [{"name": ROV}, {"name": BOAT}, {"name": BOAT, "waves": "jonswap"}, {"name": BUOY}])
@modes
def test_the_same_bits_for_any_threads_and_place(task, mode):
    options = {**task, "max_episode_steps": 7, "autoreset_mode": mode}
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


def test_the_boats_of_a_jonswap_sea_have_one_each_and_another_in_each_episode():
    envs = make(5, name=BOAT, waves="jonswap")
    first = envs.unwrapped.batch.get_param("sea")
    envs.reset()
    second = envs.unwrapped.batch.get_param("sea")
    seeds = np.concatenate([first, second])[:, 6]
    assert len(np.unique(seeds)) == 10 and (seeds == np.floor(seeds)).all() and seeds.max() > 2**50
    height, period = first[:, 0], first[:, 1]
    steepness = height / (9.81 * period**2 / (2 * np.pi))
    assert (period >= 2).all() and (period <= 4.4).all()
    assert (steepness >= 0.005).all() and (steepness <= 0.02).all()
    with pytest.raises(shoal.ArgumentError, match="jonswap"):
        make(1, name=BOAT, waves="flat")


def test_the_rudder_turns_the_boat_by_the_pressure_on_its_faces():
    """-1/2 rho C_D |w| (w.n) n A on each face that meets the flow, C_D = 1.05, of the rudder at 2 atan 0.35 alone."""
    envs = make(3, name=BOAT)
    envs.step(np.array([[0, 1], [0, 0], [0, -1]], np.float32))
    batch, speed = envs.unwrapped.batch, 3.0
    batch.set_param("wave", [1, 0, 10, 0, 0])
    batch.position, batch.quaternion, batch.angular_velocity = [0, 0, -0.12], [1, 0, 0, 0], [0, 0, 0]
    batch.linear_velocity = [speed, 0, 0]
    batch.forces("drag_pressure")
    side, turn = batch.force[:, 0, 1], batch.moment[:, 0, 2]
    angle = -2 * np.arctan(0.35)
    chord, span, thickness = 0.7, 0.6, 0.04
    lift = 0.0
    for normal, area in (
        ((np.cos(angle), np.sin(angle)), span * thickness),
        ((np.sin(angle), -np.cos(angle)), span * chord),
        ((-np.sin(angle), np.cos(angle)), span * chord),
    ):
        lift -= 0.5 * 998.2 * 1.05 * speed * max(0.0, speed * normal[0]) * normal[1] * area
    assert side[0] == pytest.approx(lift, rel=1e-9)
    assert side[1] == pytest.approx(0, abs=1e-6 * abs(lift)) and side[2] == pytest.approx(-side[0], rel=1e-9)
    assert turn[0] > 0.9 * 2.4 * abs(lift) and turn[2] == pytest.approx(-turn[0], rel=1e-9)


def mean_reward(name, policy, steps, **options):
    envs = make(64, name=name, **options)
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
    assert mean_reward(BOAT, boat_waypoints_pd, 599, waves="jonswap")[1]["waypoints"].mean() > 2


def test_the_buoy_controller_takes_power():
    assert mean_reward(BUOY, lambda obs: zero(obs, 1), 399)[0] == 0
    assert mean_reward(BUOY, heaving_buoy_reactive, 399)[0] > 0.2
