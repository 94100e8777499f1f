#!/usr/bin/env python3
"""Teaches a network to hold the ROV's station: proximal policy optimisation (Schulman et al. 2017), in NumPy alone.

    python train_rov.py --seeds 0 1 2 3 4 --out rov.json --plot rov.png     trains, keeps the numbers, draws them
    python train_rov.py --read rov.json --plot rov.png                      draws them again

Shows, for each seed, how far the ROV is from its station on average over whole episodes of environments that were not
trained on, with the mean action, beside the same for a policy that does nothing and for a PD controller.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import shoal.gym

Floats = NDArray[np.float32]
NAME = "Shoal/ROVStation-v0"


class Network:
    """A perceptron with layers of tanh and a linear last one."""

    def __init__(self, sizes: list[int], rng: np.random.Generator, last_gain: float) -> None:
        self.params: list[Floats] = []  # weights and biases in turn
        for m, n in zip(sizes, sizes[1:]):
            q, _ = np.linalg.qr(rng.standard_normal((max(m, n), min(m, n))))
            gain = last_gain if n == sizes[-1] else np.sqrt(2.0)
            self.params += [(gain * (q if m >= n else q.T)).astype(np.float32), np.zeros(n, np.float32)]

    def forward(self, x: Floats) -> tuple[Floats, list[Floats]]:
        """The output, and what each layer was given."""
        inputs: list[Floats] = []
        for weight, bias in zip(self.params[::2], self.params[1::2]):
            inputs.append(x if not inputs else np.tanh(x, out=x))
            x = inputs[-1] @ weight + bias
        return x, inputs

    def __call__(self, x: Floats) -> Floats:
        return self.forward(x)[0]

    def gradient(self, inputs: list[Floats], slope: Floats) -> list[Floats]:
        """Of a loss by the parameters, from its slope by the output."""
        gradient: list[Floats] = []
        for layer in reversed(range(len(inputs))):
            x = inputs[layer]
            gradient = [x.T @ slope, slope.sum(axis=0), *gradient]
            if layer > 0:
                slope = (slope @ self.params[2 * layer].T) * (1 - x * x)
        return gradient


class Adam:
    """Kingma & Ba (2015), with gradients no longer than 1."""

    def __init__(self, params: list[Floats]) -> None:
        self.params, self.steps = params, 0
        self.mean = [np.zeros_like(p) for p in params]
        self.square = [np.zeros_like(p) for p in params]

    def step(self, gradient: list[Floats], rate: float) -> None:
        self.steps += 1
        scale = min(1.0, 1 / (np.sqrt(sum(float((g * g).sum()) for g in gradient)) + 1e-8))
        rate /= 1 - 0.9**self.steps
        for p, g, mean, square in zip(self.params, gradient, self.mean, self.square):
            mean += 0.1 * (scale * g - mean)
            square += 0.001 * ((scale * g) ** 2 - square)
            p -= rate * mean / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-6)


class Scaler:
    """Mean and standard deviation of the numbers seen, of the latest 3 million rows or so."""

    def __init__(self, n: int) -> None:
        self.rows, self.mean, self.variance = 0.0, np.zeros(n), np.ones(n)

    def update(self, x: NDArray[Any]) -> None:
        weight, delta = len(x) / (self.rows + len(x)), x.mean(axis=0) - self.mean
        self.variance = (1 - weight) * (self.variance + weight * delta**2) + weight * x.var(axis=0)
        self.mean = self.mean + weight * delta
        self.rows = min(self.rows + len(x), 3e6)

    def __call__(self, x: Floats) -> Floats:
        scale = 1 / np.sqrt(self.variance + 1e-6)
        return np.clip((x - self.mean.astype(np.float32)) * scale.astype(np.float32), -10, 10)


class PPO:
    """A policy, normal about a network's output, and the value of what it sees.

    Rewards are divided by the standard deviation of what they add up to. An episode that was cut off would have gone
    on: it ends in the value of its last observation.
    """

    horizon, epochs, parts = 16, 4, 16  # steps of a rollout; passes over it, each in so many parts
    gamma, smoothing, clip = 0.97, 0.95, 0.2

    def __init__(self, envs: Any, seed: int) -> None:
        self.envs, self.rng = envs, np.random.default_rng(seed)
        n, k = envs.single_observation_space.shape[0], envs.single_action_space.shape[0]
        self.policy, self.value = Network([n, 64, 64, k], self.rng, 0.01), Network([n, 64, 64, 1], self.rng, 1.0)
        self.log_std = np.full(k, np.log(0.3), np.float32)
        self.policy_adam, self.value_adam = Adam([*self.policy.params, self.log_std]), Adam(self.value.params)
        self.scale, self.return_scale = Scaler(n), Scaler(1)
        self.observation, _ = envs.reset(seed=1_000_000 * (seed + 1))
        self.returns = np.zeros(envs.num_envs)
        self.scale.update(self.observation)

    def act(self, observation: Floats) -> Floats:
        """The mean action."""
        return np.clip(self.policy(self.scale(observation)), -1, 1)

    def spread(self, mask: NDArray[np.bool_]) -> None:
        """Begins some environments' episodes anew, so that not all of them are at the same step."""
        self.observation, _ = self.envs.reset(options={"reset_mask": mask})

    def log_prob(self, mean: Floats, action: Floats) -> Floats:
        """Up to a constant."""
        z = (action - mean) / np.exp(self.log_std)
        return (-0.5 * z * z - self.log_std).sum(axis=1)

    def rollout(self) -> tuple[Floats, ...]:
        """Scaled observations, actions, their log probabilities, advantages and values to learn; a row a step."""
        shape = (self.horizon, self.envs.num_envs)
        raw = np.empty((*shape, len(self.scale.mean)), np.float32)
        seen, actions = np.empty_like(raw), np.empty((*shape, len(self.log_std)), np.float32)
        log_probs, values, rewards, last_values = (np.zeros(shape, np.float32) for _ in range(4))
        ends = np.empty(shape, np.bool_)
        for t in range(self.horizon):
            raw[t], seen[t] = self.observation, self.scale(self.observation)
            mean = self.policy(seen[t])
            noise = self.rng.standard_normal(mean.shape, dtype=np.float32)
            actions[t] = mean + np.exp(self.log_std) * noise
            log_probs[t], values[t] = self.log_prob(mean, actions[t]), self.value(seen[t])[:, 0]
            step = self.envs.step(np.clip(actions[t], -1, 1))
            self.observation, rewards[t], terminated, truncated, info = step
            ends[t] = terminated | truncated
            if truncated.any():
                last_values[t, truncated] = self.value(self.scale(info["final_obs"][truncated]))[:, 0]
            self.returns = self.gamma * self.returns + rewards[t]
            self.return_scale.update(self.returns[:, None])
            self.returns[ends[t]] = 0
        rewards /= np.sqrt(self.return_scale.variance[0] + 1e-8).astype(np.float32)
        advantages = self.advantages(rewards, values, last_values, ends)
        self.scale.update(raw.reshape(-1, raw.shape[-1]))
        columns = (seen, actions, log_probs, advantages, advantages + values)
        return tuple(c.reshape(-1, *c.shape[2:]) for c in columns)

    def advantages(self, rewards: Floats, values: Floats, last_values: Floats, ends: NDArray[np.bool_]) -> Floats:
        """Generalised advantage estimation (Schulman et al. 2016)."""
        out, ahead = np.empty_like(rewards), np.zeros(rewards.shape[1], np.float32)
        following = self.value(self.scale(self.observation))[:, 0]
        for t in reversed(range(len(rewards))):
            goes_on = ~ends[t]
            error = rewards[t] + self.gamma * (following * goes_on + last_values[t]) - values[t]
            out[t] = ahead = error + self.gamma * self.smoothing * goes_on * ahead
            following = values[t]
        return out

    def learn(self, rate: float) -> None:
        """A rollout, and passes over it."""
        seen, actions, log_probs, advantages, targets = self.rollout()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(self.epochs):
            for rows in np.array_split(self.rng.permutation(len(seen)), self.parts):
                x = seen[rows]
                self.improve_policy(x, actions[rows], log_probs[rows], advantages[rows], rate)
                value, inputs = self.value.forward(x)
                error = (value - targets[rows, None]) / np.float32(len(rows))
                self.value_adam.step(self.value.gradient(inputs, error), rate)

    def improve_policy(self, x: Floats, action: Floats, log_prob: Floats, advantage: Floats, rate: float) -> None:
        mean, inputs = self.policy.forward(x)
        std = np.exp(self.log_std)
        z = (action - mean) / std
        ratio = np.exp(self.log_prob(mean, action) - log_prob)
        clipped = np.where(advantage > 0, ratio > 1 + self.clip, ratio < 1 - self.clip)
        slope = (-advantage * ratio * ~clipped / np.float32(len(x)))[:, None]  # of the loss by log_prob
        gradient = self.policy.gradient(inputs, slope * z / std)
        self.policy_adam.step([*gradient, (slope * (z * z - 1)).sum(axis=0)], rate)


def mean_distance(policy: Callable[[Floats], Floats], episodes: int = 512) -> list[float]:
    """From the station over whole episodes, and over their second halves (m)."""
    envs: Any = gymnasium.make_vec(NAME, num_envs=episodes)
    observation, _ = envs.reset(seed=2**40)
    distance = np.empty(envs.unwrapped.limit)
    for t in range(len(distance)):
        observation, *_, info = envs.step(policy(observation))
        distance[t] = info["distance"].mean()
    return [float(distance.mean()), float(distance[len(distance) // 2 :].mean())]


def train(seed: int, steps: int, points: int = 12, num_envs: int = 2048, episode: int = 150) -> list[list[float]]:
    """Rows of processor seconds, steps of all environments, and mean_distance() with what was learnt by then."""
    envs = gymnasium.make_vec(NAME, num_envs=num_envs, max_episode_steps=episode, autoreset_mode="SameStep")
    ppo = PPO(envs, seed)
    group = ppo.rng.integers(-(-episode // ppo.horizon), size=num_envs)  # an episode takes so many rollouts
    rollouts = -(-steps // (ppo.horizon * num_envs))
    shown = set(np.linspace(0, rollouts, points + 1, dtype=int))
    curve, seconds = [], 0.0
    for done in range(rollouts + 1):
        if done in shown:
            curve.append([seconds, done * ppo.horizon * num_envs, *mean_distance(ppo.act)])
            print(f"seed {seed}: {seconds:4.0f} s, {curve[-1][1] / 1e6:5.2f} M steps, {curve[-1][2]:.4f} m", flush=True)
        if done < rollouts:
            begun = time.process_time()
            if done <= group.max():
                ppo.spread(group == done)
            ppo.learn(2e-3 * max(1 - done / rollouts, 0.05))
            seconds += time.process_time() - begun
    return curve


def plot(result: dict[str, Any], path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    curves = np.array(list(result["curves"].values()))
    millions = curves[0, :, 1] / 1e6
    for seed, curve in zip(result["curves"], curves):
        axes.plot(millions, curve[:, 2], linewidth=0.8, label=f"seed {seed}")
    axes.plot(millions, curves[:, :, 2].mean(axis=0), color="black", linewidth=2, label="mean of the seeds")
    for key, style, label in (("zero", ":", "nothing done"), ("pd", "--", "PD controller")):
        axes.axhline(result[key][0], color="grey", linestyle=style, label=f"{label}, {result[key][0]:.3f} m")
    axes.set(xlabel="steps of all environments, millions", ylabel="mean distance over an episode, m", yscale="log")
    axes.legend(fontsize="small", ncols=2)
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--steps", type=float, default=12e6, help="of all environments, for each seed")
    parser.add_argument("--out", help="JSON file for the numbers")
    parser.add_argument("--read", help="such a file, instead of training")
    parser.add_argument("--plot", help="PNG or SVG file for the curves")
    a = parser.parse_args()
    if a.read:
        with open(a.read) as file:
            result = json.load(file)
    else:
        zero, pd = mean_distance(lambda x: shoal.gym.zero(x, 6)), mean_distance(shoal.gym.rov_station_pd)
        result = {"columns": ["processor_s", "steps", "mean_m", "second_half_m"], "zero": zero, "pd": pd, "curves": {}}
        for seed in a.seeds:
            result["curves"][str(seed)] = [[round(x, 5) for x in row] for row in train(seed, int(a.steps))]
            if a.out:
                with open(a.out, "w") as file:
                    json.dump(result, file)
                    file.write("\n")
    last = np.array([curve[-1] for curve in result["curves"].values()])
    print(f"nothing done: {result['zero'][0]:.4f} m; PD controller: {result['pd'][0]:.4f} m")
    print(f"{len(last)} seeds, {last[:, 0].max():.0f} s at most: mean {last[:, 2].mean():.4f} m", end="")
    print(f" ({last[:, 3].mean():.4f} m in the second half), worst {last[:, 2].max():.4f} m")
    if a.plot:
        plot(result, a.plot)


if __name__ == "__main__":
    main()
