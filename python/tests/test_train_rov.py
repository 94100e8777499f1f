"""The example that learns to hold the ROV's station."""

import pathlib
import sys

import numpy as np
import pytest

import shoal.gym

sys.path.append(str(pathlib.Path(__file__).parents[2] / "examples/python"))
train_rov = pytest.importorskip("train_rov")


def test_a_networks_gradient_is_the_slope_of_its_loss():
    rng = np.random.default_rng(1)
    network = train_rov.Network([5, 7, 6, 3], rng, 0.5)
    network.params = [p + 0.1 * rng.standard_normal(p.shape) for p in network.params]  # double precision
    x, weights = rng.standard_normal((4, 5)), rng.standard_normal((4, 3))
    gradient = network.gradient(network.forward(x)[1], weights)
    for parameter, slopes in zip(network.params, gradient):
        for place in np.ndindex(parameter.shape):
            sides = []
            for h in (1e-6, -2e-6):
                parameter[place] += h
                sides.append((weights * network(x)).sum())
            parameter[place] += 1e-6
            assert slopes[place] == pytest.approx((sides[0] - sides[1]) / 2e-6, rel=1e-6, abs=1e-8)


def test_running_means_are_those_of_all_rows():
    rng = np.random.default_rng(2)
    scaler, rows = train_rov.Scaler(3), rng.standard_normal((500, 3)) * [1, 5, 0.1] + 2
    for part in np.array_split(rows, [10, 200]):
        scaler.update(part)
    assert np.allclose(scaler.mean, rows.mean(axis=0)) and np.allclose(scaler.variance, rows.var(axis=0))


def test_a_short_training_brings_the_rov_nearer_to_its_station():
    zero = train_rov.mean_distance(lambda x: shoal.gym.zero(x, 6), episodes=128)[0]
    curve = train_rov.train(seed=1, steps=300_000, points=1, num_envs=128)
    assert [row[1] for row in curve] == [0, 301_056] and curve[-1][2] < zero / 4
