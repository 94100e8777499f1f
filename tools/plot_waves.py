#!/usr/bin/env python3
"""Draws the sea of a world with its bodies: from above, and cut along each row of bodies with what is under water shaded.

usage: tools/plot_waves.py PROGRAM WORLD PICTURE [TIME]

    python3 -m venv venv && venv/bin/pip install matplotlib      # once
    venv/bin/python tools/plot_waves.py build/release/shoal examples/sea.xml docs/sea.png 4

TIME is in s, 0 where it is absent. Bodies of meshes, boxes and voxels are drawn. What the picture shows comes from the program:
`shoal convert` for the shapes, `shoal run` for the places, `shoal waves` for the surface.
"""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import matplotlib
except ImportError:
    sys.exit("tools/plot_waves.py: no Matplotlib here; python3 -m venv venv && venv/bin/pip install matplotlib")

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PolyCollection

WET, DRY, WATER, LINE = "#1f4e79", "#e8c07d", "#cfe3f2", "#2b6ea6"


def ask(program, *arguments):
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
    except OSError as error:
        sys.exit(f"{program}: {error.strerror}")
    if done.returncode != 0:
        sys.exit(done.stderr.rstrip())
    return done.stdout


def number(text):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        sys.exit(f"TIME is '{text}'; accepted: a number, in s")
    return value


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def cuboids(centres, half):
    """Corners of six faces of each."""
    faces = []
    for axis in range(3):
        for side in (-1, 1):
            face = []
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = [0, 0, 0]
                corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3] = side, a, b
                face.append(corner)
            faces.append(face)
    return (centres[:, None, None, :] + np.array(faces)[None] * half).reshape(-1, 4, 3)


def polygons_of(shape):
    """Faces of a shape in its own axes."""
    kind = shape["type"]
    if kind == "box":
        return cuboids(np.zeros((1, 3)), np.array(shape["size"]) / 2)
    if kind == "mesh":
        return np.array(shape["vertices"])[np.array(shape["triangles"])]
    if kind == "voxels":
        return cuboids(np.array(shape["cells"]), shape["cell_size"] / 2)
    return None


def bodies_of(case, frame):
    """Name and world polygons of each body that can be drawn."""
    out = []
    for body, now in zip(case["bodies"], frame["bodies"]):
        turn, at = rotation(now["quaternion"]), np.array(now["position"])
        for shape in body["shapes"]:
            own = polygons_of(shape)
            if own is not None:
                own = own @ rotation(shape.get("offset_quaternion", [1, 0, 0, 0])).T + np.array(shape.get("offset", [0, 0, 0]))
                out.append((body["name"], at, own @ turn.T + at))
    return out


class Surface:
    def __init__(self, program, world, time):
        self.program, self.world, self.time = program, world, f"{time}:{time}:1"

    def heights(self, *points):
        text = ask(self.program, "waves", *points, "--times", self.time, "--volume", "0", "--csv", self.world)
        return np.array([float(row["height"] or "nan") for row in csv.DictReader(io.StringIO(text))])

    def line(self, x0, x1, y, count):
        return np.linspace(x0, x1, count), self.heights("--line", f"{x0},{y}:{x1},{y}:{count}")

    def grid(self, x0, x1, y0, y1, nx, ny):
        return self.heights("--grid", f"{x0},{y0}:{x1},{y1}:{nx},{ny}").reshape(ny, nx)


def draw_plan(axes, figure, surface, bodies, box):
    x0, x1, y0, y1 = box
    height = surface.grid(x0, x1, y0, y1, 241, max(2, int(240 * (y1 - y0) / (x1 - x0)) + 1))
    most = np.nanmax(np.abs(height))
    picture = axes.imshow(height, origin="lower", extent=box, cmap="Blues_r", vmin=-most, vmax=most, aspect="equal")
    for name, at, polygons in bodies:
        axes.add_collection(PolyCollection(polygons[:, :, :2], facecolor=DRY, edgecolor="none"))
        axes.annotate(name, at[:2], xytext=(0, -3), textcoords="offset points", ha="center", fontsize=8)
    axes.set_xlabel("x, m")
    axes.set_ylabel("y, m")
    figure.colorbar(picture, ax=axes, label="height of the surface, m", pad=0.01, aspect=12)


class Section:
    """Bodies of a row seen along y; the surface is that over the middle of the row."""

    def __init__(self, surface, row, x0, x1):
        self.row, self.x0, self.x1 = row, x0, x1
        self.y = np.mean([at[1] for _, at, _ in row])
        self.x, self.eta = surface.line(x0, x1, self.y, 401)
        self.low = min(polygons[:, :, 2].min() for _, _, polygons in row) - 0.3
        self.high = max(self.eta.max(), max(polygons[:, :, 2].max() for _, _, polygons in row)) + 0.8

    def draw(self, axes):
        axes.fill_between(self.x, self.eta, self.low, color=WATER, zorder=0)
        for name, at, polygons in self.row:
            polygons = polygons[np.argsort(-polygons[:, :, 1].mean(1))]
            middle = polygons.mean(1)
            colours = np.where(middle[:, 2] < np.interp(middle[:, 0], self.x, self.eta), WET, DRY)
            axes.add_collection(PolyCollection(polygons[:, :, [0, 2]], facecolor=colours, edgecolor=colours, linewidth=0.3, zorder=1))
            axes.annotate(name, (at[0], self.high), xytext=(0, -10), textcoords="offset points", ha="center", fontsize=8)
        axes.plot(self.x, self.eta, color=LINE, linewidth=1.2, zorder=2)
        axes.set(xlim=(self.x0, self.x1), ylim=(self.low, self.high), aspect="equal", xlabel="x, m", ylabel="z, m")
        axes.set_title(f"seen along y, the surface at y = {self.y:.1f} m", fontsize=9)


def main(arguments):
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    program, world, picture = arguments[:3]
    time = number(arguments[3]) if len(arguments) == 4 else 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.json")
        ask(program, "convert", world, path)
        with open(path) as file:
            case = json.load(file)
    lines = ask(program, "run", world, "--time", str(time), "--json", "--quiet").splitlines()
    frame = [frame for frame in map(json.loads, lines) if "bodies" in frame][-1]
    bodies = bodies_of(case, frame)
    if not bodies:
        print(f"{world}: no body of a mesh, a box or voxels", file=sys.stderr)
        return 3
    rows = {}
    for body in bodies:
        rows.setdefault(round(body[1][1] / 4), []).append(body)
    points = np.concatenate([polygons.reshape(-1, 3) for _, _, polygons in bodies])
    x0, x1, y0, y1 = points[:, 0].min() - 3, points[:, 0].max() + 3, points[:, 1].min() - 3, points[:, 1].max() + 3
    surface = Surface(program, world, frame["time"])
    sections = [Section(surface, rows[key], x0, x1) for key in sorted(rows, reverse=True)]
    heights = [y1 - y0] + [section.high - section.low for section in sections]
    figure, axes = plt.subplots(len(heights), 1, figsize=(10, 8.4 * sum(heights) / (x1 - x0) + 0.8 * len(heights)),
                                height_ratios=heights, layout="constrained")
    draw_plan(axes[0], figure, surface, bodies, (x0, x1, y0, y1))
    for panel, section in zip(axes[1:], sections):
        section.draw(panel)
    axes[0].set_title(f"{os.path.basename(world)} at {frame['time']:g} s; below, what is under water is dark", fontsize=9)
    figure.savefig(picture, dpi=110)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
