#!/usr/bin/env python3
"""Draws the pictures of docs/python.md from runs of the library.

usage: tools/plot_python.py [decay] [righting_arm] [spheres] [terms] [energy] [throughput] [hashes] [seas]     all of them

It needs the package: python3 -m venv venv && venv/bin/pip install './python[plot]', and then venv/bin/python in front.
All but throughput, which is measured anew, are the same each time.
"""
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot

import shoal
import shoal.measure
import shoal.plot

ROOT = pathlib.Path(__file__).resolve().parents[1]


def hull():
    return shoal.Scene.from_file(ROOT / "examples/hull.xml").body("hull")


def side_by_side():
    return pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")


def decay():
    """In still water, a buoy 5 cm above its rest and the boat of examples/hull.xml with a heel of 10 degrees are let go."""
    figure, (left, right) = side_by_side()
    buoy = shoal.Body(shapes=[shoal.Shape.cylinder(0.3, 0.8)], density=600, position=(0, 0, 0.4 - 0.6 * 0.8 + 0.05))
    boat, heel = hull(), np.radians(10)
    boat.position = (0, 0, shoal.measure.righting_arm(boat, [0]).height[0])
    boat.quaternion = (np.cos(heel / 2), np.sin(heel / 2), 0, 0)
    for motion, ax, body, steps in (("heave", left, buoy, 2000), ("roll", right, boat, 4000)):
        scene = shoal.Scene()
        scene.add_volume(medium=shoal.Medium(1000, 1.2e-3))
        scene.add_body(body)
        shoal.plot.free_decay(shoal.measure.history(shoal.Batch(scene), steps, 0.005), motion, ax)
    return figure


def righting_arm():
    return shoal.plot.righting_arm(shoal.measure.righting_arm(hull(), np.arange(0, 181, 2.5))).figure


def spheres():
    """Glass beads that fall in water, and cork that rises."""
    runs = [shoal.measure.settling(np.geomspace(1e-5, 0.02, 14), density) for density in (2500, 240)]
    figure, (left, right) = side_by_side()
    shoal.plot.drag_curve(runs, left)
    shoal.plot.terminal_velocity(runs, right)
    return figure


def dropped():
    """A ball of 0.6 m at half of the water's density, let fall from 1 m above it."""
    scene = shoal.Scene()
    scene.ambient = shoal.Medium.air()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.sphere(0.3)], density=500, position=(0, 0, 1.0))
    return shoal.measure.history(shoal.Batch(scene, term_outputs=True, shape_outputs=True), 2000, 0.002)


def terms():
    return shoal.plot.terms(dropped(), "force z").figure


def energy():
    return shoal.plot.energy(dropped()).figure


def throughput():
    scene = shoal.Scene()
    scene.add_volume(waves=[shoal.Wave((1, 0), 8, 0.2)])
    scene.add_body(shapes=[shoal.Shape.box((1, 1, 1))], density=500)
    measured = shoal.measure.throughput(scene, [4**k for k in range(8)], seconds=0.1, turns=15)
    return shoal.plot.throughput(measured).figure


def hashes():
    """The world of examples/waves.xml: every instruction set and number of threads, and batches of any size."""
    scene = shoal.Scene.from_file(ROOT / "examples/waves.xml")
    figure, (left, right) = side_by_side()
    shoal.plot.hash_matrix(shoal.measure.hash_matrix(scene, 250, threads=[1, 2, 3], isa=shoal.isas(), n_env=65), left)
    shoal.plot.hash_matrix(shoal.measure.hash_matrix(scene, 250, threads=[1, 2, 3], n_env=[1, 2, 7, 64, 1000]), right)
    return figure


def seas():
    example, out = ROOT / "examples/python/thousand_seas.py", ROOT / "docs/python_seas.png"
    subprocess.run([sys.executable, example, "--out", out], check=True)


DRAW = (decay, righting_arm, spheres, terms, energy, throughput, hashes, seas)


def main(names):
    known = {draw.__name__: draw for draw in DRAW}
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"there is no {unknown[0]}\n{__doc__}")
    for name in names or known:
        figure = known[name]()
        if figure:
            figure.savefig(ROOT / f"docs/python_{name}.png", dpi=110)
            pyplot.close(figure)


if __name__ == "__main__":
    main(sys.argv[1:])
