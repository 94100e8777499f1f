#!/usr/bin/env python3
"""The forces on spheres in still water as a user of NumPy would write them: every term, added mass and acceleration, for all
spheres at once. Without D, without volumes' bounds, without Kirchhoff's force, which is 0 of a sphere.

usage: bench/numpy_spheres.py PROGRAM [COUNT]

Checks 64 of the spheres against `shoal eval`, to 1e-9, then prints JSON: ns per sphere (CPU time, median of 21) and the largest
relative difference.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np

LIQUID, AIR = (998.2, 1.002e-3), (1.204, 1.825e-5)
GRAVITY, RADIUS, FRICTION, MAGNUS = 9.81, 0.25, 0.005, 0.5


def drag_speed(speed, rho, mu, diameter):
    re = np.maximum(rho * speed * diameter / mu, 1e-300)
    return speed * (3.6 * re ** -0.319 + 0.407 * re / (re + 8710.0))


def pressure(w, up, c, rho, mu, r):
    """On the part with n.e < c, e = (0, 0, up), in the frame of e and the tangential part of w."""
    speed = np.sqrt((w * w).sum(1))
    unit = w / np.maximum(speed, 1e-300)[:, None]
    cos_e = up * unit[:, 2]
    sin_e = np.hypot(unit[:, 0], unit[:, 1])
    safe = np.maximum(sin_e, 1e-12)
    x = unit[:, :2] / safe[:, None]
    t = np.sqrt(np.maximum(0.0, sin_e * sin_e - c * c))
    phi, psi = np.arctan2(t, -c * cos_e), np.arctan2(t, cos_e)
    i0 = (c - c ** 3 / 3.0) * phi + cos_e * t / 3.0 + 2.0 * psi / 3.0
    i2 = c ** 3 * phi / 3.0 - cos_e * t / 3.0 + psi / 3.0
    xx, zz, xz = i0 + cos_e * t ** 3 / (3.0 * safe * safe), 2.0 * i2, -2.0 * t ** 3 / (3.0 * safe)
    k = 0.75 * rho * r * r * drag_speed(speed, rho, mu, 2.0 * r) * speed
    across, along = k * (xx * sin_e + xz * cos_e), k * (xz * sin_e + zz * cos_e)
    return -np.stack([across * x[:, 0], across * x[:, 1], along * up], axis=1)


def part(force, moment, s, fluid, volume, whole, z, up, c):
    rho, mu = fluid
    r, v, omega = s["radius"], s["velocity"], s["omega"]
    zero = np.zeros_like(z)
    centre = np.stack([zero, zero, z], axis=1)
    local = v + np.cross(omega, centre)
    share, d, spin = volume / whole, 2.0 * r, np.sqrt((omega * omega).sum(1))
    at_centroid = (MAGNUS * rho * volume)[:, None] * np.cross(omega, local) - (3.0 * np.pi * mu * d * share)[:, None] * local
    at_centroid[:, 2] += rho * GRAVITY * volume
    there = (c > -1.0)[:, None]
    rub = 3.0 * np.pi ** 2 / 8.0 * rho * FRICTION * r ** 5 * spin * 0.5 * (1.0 + c) + np.pi * mu * d ** 3 * share
    force += np.where(there, at_centroid + pressure(v, up, c, rho, mu, r), 0.0)
    moment += np.where(there, np.cross(centre, at_centroid) - rub[:, None] * omega, 0.0)


def forces(s):
    (rho_l, _), (rho_a, _) = LIQUID, AIR
    r, level = s["radius"], s["position"][:, 2]
    whole = 4.0 / 3.0 * np.pi * r ** 3
    h, c = np.clip(r - level, 0.0, 2.0 * r), np.clip(-level / r, -1.0, 1.0)
    wet = np.pi * h * h * (3.0 * r - h) / 3.0
    dry, area = whole - wet, np.pi * h * (2.0 * r - h)
    force, moment = np.zeros_like(s["velocity"]), np.zeros_like(s["velocity"])
    part(force, moment, s, LIQUID, wet, whole, -0.75 * (2.0 * r - h) ** 2 / (3.0 * r - h), 1.0, c)
    part(force, moment, s, AIR, dry, whole, 0.75 * h * h / (r + h), -1.0, -c)

    added = 0.5 * (rho_l * wet + rho_a * dry)
    v = s["velocity"]
    rise = v[:, 2]  # of the waterplane's centroid too, which is over or under the centre
    entry = 0.5 * area * np.maximum(0.0, -rise) * (rho_l - rho_a)
    force -= entry[:, None] * v
    stiffness = (rho_l - rho_a) * GRAVITY * area
    heave = np.sqrt(stiffness / (rho_l * wet + added))
    ratio = heave ** 4 * area / GRAVITY ** 2
    b = 0.5 * rho_l * GRAVITY * area / np.maximum(heave, 1e-300) * ratio / (1.0 + ratio)
    force[:, 2] -= b * rise

    acceleration = force / (s["mass"] + added)[:, None]
    acceleration[:, 2] -= GRAVITY * s["mass"] / (s["mass"] + added)
    return {"force": force, "moment": moment, "added_mass": added, "acceleration": acceleration,
            "spin_rate": moment / s["inertia"][:, None]}


def draw(count):
    rng = np.random.default_rng(1)

    def directions():
        d = rng.normal(size=(count, 3))
        return d / np.linalg.norm(d, axis=1)[:, None]

    r = np.full(count, RADIUS)
    mass = 499.1 * 4.0 / 3.0 * np.pi * r ** 3
    position = np.zeros((count, 3))
    position[:, 2] = rng.uniform(-0.05, 0.05, count)
    return {"position": position, "velocity": directions(), "omega": directions() / RADIUS, "radius": r, "mass": mass,
            "inertia": 0.4 * mass * r * r}


def case_of(s, count):
    def medium(fluid):
        return {"density": fluid[0], "viscosity": fluid[1]}

    bodies = [{"mass": s["mass"][i], "inertia": (s["inertia"][i] * np.eye(3)).tolist(), "position": s["position"][i].tolist(),
               "linear_velocity": s["velocity"][i].tolist(), "angular_velocity": s["omega"][i].tolist(),
               "shapes": [{"type": "sphere", "radius": s["radius"][i]}]} for i in range(count)]
    return {"ambient": medium(AIR), "volumes": [{"medium": medium(LIQUID)}], "bodies": bodies}


def difference(program, s, count=64):
    """Largest relative difference from what the program finds."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(case_of(s, count), file)
        file.flush()
        said = json.loads(subprocess.run([program, "eval", file.name], check=True, capture_output=True, text=True).stdout)
    found, worst = forces(s), 0.0
    for i, body in enumerate(said["bodies"]):
        total = body["fluid_total"]
        scale = max(map(abs, total["force"]))
        worst = max(worst, *(abs(a - b) / scale for a, b in zip(found["force"][i], total["force"])),
                    *(abs(a - b) / (scale * RADIUS) for a, b in zip(found["moment"][i], total["moment"])),
                    abs(found["added_mass"][i] / body["added_mass"][0][0] - 1.0))
    return worst


def main(program, count="4096"):
    s = draw(int(count))
    worst = difference(program, s)
    if not worst <= 1e-9:
        sys.exit(f"NumPy differs from Shoal by {worst:g}")
    forces(s)
    times = []
    for _ in range(21):
        begun = time.thread_time_ns()
        forces(s)
        times.append((time.thread_time_ns() - begun) / int(count))
    print(json.dumps({"ns": statistics.median(times), "count": int(count), "difference": worst, "numpy": np.__version__}))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
