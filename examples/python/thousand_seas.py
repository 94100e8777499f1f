#!/usr/bin/env python3
"""A buoy in a thousand random seas at once: JONSWAP seas of one height and period, each drawn from a seed of its own.

usage: thousand_seas.py [--envs N] [--time S] [--height M] [--period S] [--out PICTURE]

The buoy is small beside the waves and goes up and down with the water, so its heave has the standard deviation Hs/4 of
the surface, and is normal.
"""

import argparse

import numpy as np

import shoal

EVERY, DT = 5, 0.04  # steps from one sample to the next, s


def heaves(envs: int, time: float, height: float, period: float) -> tuple[np.ndarray, np.ndarray]:
    """Times (k), s, after the buoys came to follow the waves, and heave (k, envs), m."""
    scene = shoal.Scene()
    scene.add_volume(medium=shoal.Medium.seawater(), sea=shoal.Sea(height, period))
    scene.add_body(name="buoy", shapes=[shoal.Shape.cylinder(0.3, 0.6)], density=513)
    batch = shoal.Batch(scene, n_env=envs)
    batch.set_param("sea", [[height, period, 3.3, 1, 0, float("inf"), seed] for seed in range(envs)])
    batch.step(round(2 * period / DT), DT)
    times, heave = [], []
    for _ in range(round(time / (EVERY * DT))):
        batch.step(EVERY, DT)
        times.append(batch.time[0])
        heave.append(batch.position[:, 0, 2].copy())
    return np.array(times), np.array(heave)


def draw(times: np.ndarray, heave: np.ndarray, height: float, out: str) -> None:
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(8, 3.4), sharey=True, width_ratios=(2.4, 1), layout="constrained"
    )
    low, high = np.percentile(heave, [5, 95], axis=1)
    left.fill_between(times, low, high, color="#56b4e9", alpha=0.35, linewidth=0, label="90 % of the seas")
    for i, colour in enumerate(("#0072b2", "#d55e00", "#009e73")):
        left.plot(times, heave[:, i], color=colour, linewidth=1, label=f"seed {i}")
    left.set(xlabel="time, s", ylabel="heave, m", xlim=(times[0], times[-1]))
    left.legend(frameon=False, ncols=4, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, fontsize="small")
    z = np.linspace(heave.min(), heave.max(), 200)
    deviation = height / 4
    right.hist(heave.ravel(), bins=60, density=True, orientation="horizontal", color="#56b4e9", alpha=0.6)
    normal = np.exp(-(z**2) / 2 / deviation**2) / deviation / np.sqrt(2 * np.pi)
    right.plot(normal, z, color="#111111", linewidth=1.2, label="normal, Hs/4")
    right.set(xlabel="density, 1/m")
    right.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, fontsize="small")
    for ax in (left, right):
        ax.spines[["top", "right"]].set_visible(False)
    figure.savefig(out, dpi=110)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--envs", type=int, default=1000)
    options.add_argument("--time", type=float, default=60, help="s")
    options.add_argument("--height", type=float, default=1.0, help="significant, m")
    options.add_argument("--period", type=float, default=8.0, help="of the peak, s")
    options.add_argument("--out", help="a picture of the heaves, such as seas.png")
    given = options.parse_args()
    times, heave = heaves(given.envs, given.time, given.height, given.period)
    print(f"{given.envs} seas of Hs {given.height} m and Tp {given.period} s, {len(times)} samples of each")
    print(f"mean {heave.mean():.4f} m, standard deviation {heave.std():.4f} m, of the surface {given.height / 4:.4f} m")
    print(f"highest {heave.max():.3f} m, lowest {heave.min():.3f} m")
    if given.out:
        draw(times, heave, given.height, given.out)


if __name__ == "__main__":
    main()
