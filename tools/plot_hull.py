#!/usr/bin/env python3
"""Draws docs/hull.png: the boat of examples/hull.xml in her waves, what is under water shaded, from what the program prints.

usage: tools/plot_hull.py [--time T] [--set NAME=VALUE]... [PROGRAM [OUT]]     build/release/shoal, docs/hull.png

Matplotlib is all that it needs: python3 -m venv venv && venv/bin/pip install matplotlib, then venv/bin/python tools/plot_hull.py

`shoal run --json` says where she is, `shoal convert` what her triangles and the waves are, and `shoal eval` of her at that place
which plane she takes for the surface; her triangles are clipped by that plane, as the program does.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WORLD = os.path.join(HERE, "../examples/hull.xml")
WET, DRY, SEA, LINE = (0.13, 0.36, 0.62), (0.93, 0.62, 0.30), (0.55, 0.78, 0.88), "#16324f"


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def simulate(program, time, settings):
    """The boat's case at that time, and what the program finds for her one shape there."""
    sets = [word for setting in settings for word in ("--set", setting)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "hull.json")
        ask(program, "convert", WORLD, path, *sets)
        with open(path) as file:
            case = json.load(file)
        frames = ask(program, "run", WORLD, "--json", "--time", str(time), "--every", "1000000000", *sets).splitlines()
        last = json.loads(frames[-2])  # the summary comes behind it
        case["bodies"], case["time"] = case["bodies"][:1], last["time"]
        for key in ("position", "quaternion", "linear_velocity", "angular_velocity"):
            case["bodies"][0][key] = last["bodies"][0][key]
        with open(path, "w") as file:
            json.dump(case, file)
        return case, json.loads(ask(program, "eval", path))["bodies"][0]["shapes"][0]


def turned(q, v):
    w, x, y, z = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def triangles_of(body):
    shape = body["shapes"][0]

    def place(v):
        inside = [a + b for a, b in zip(shape["offset"], turned(shape["offset_quaternion"], v))]
        return [a + b for a, b in zip(body["position"], turned(body["quaternion"], inside))]
    corners = [place(v) for v in shape["vertices"]]
    return [[corners[k] for k in triangle] for triangle in shape["triangles"]]


def wave_height(case, x, y):
    """Airy waves in deep water."""
    sea = case["volumes"][0]
    height, g = sea["surface_height"], math.sqrt(sum(c * c for c in case["gravity"]))
    for wave in sea["waves"]:
        k = 2 * math.pi / wave["wavelength"]
        along = (wave["direction"][0] * x + wave["direction"][1] * y) / math.hypot(*wave["direction"])
        height += wave["amplitude"] * math.cos(k * along - math.sqrt(g * k) * case["time"] + wave["phase"])
    return height


def clipped(polygon, depth):
    """The part of a polygon where depth(point) > 0."""
    out = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1]):
        a, b = depth(p), depth(q)
        if a > 0:
            out.append(p)
        if (a > 0) != (b > 0):
            out.append([c + a / (a - b) * (d - c) for c, d in zip(p, q)])
    return out


def shade(colour, polygon, towards=(0.35, -0.6, 0.72)):
    """Lit from one side; the inside of an edge-on or empty polygon does not matter."""
    a, b, c = polygon[:3]
    e, f = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)]
    n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]]
    size = math.sqrt(sum(x * x for x in n)) or 1.0
    light = 0.72 + 0.28 * sum(x * y for x, y in zip(n, towards)) / size
    return tuple(min(1.0, light * x) for x in colour)


def section(triangles, x):
    """Segments that the plane of that x cuts out of the triangles, as pairs of (y, z)."""
    segments = []
    for corners in triangles:
        cut = []
        for p, q in zip(corners, corners[1:] + corners[:1]):
            if (p[0] > x) != (q[0] > x):
                along = (x - p[0]) / (q[0] - p[0])
                cut.append([c + along * (d - c) for c, d in zip(p[1:], q[1:])])
        if len(cut) == 2:
            segments.append(cut)
    return segments


def outline(segments):
    """The segments one behind the other: the longest closed line of them."""
    left, best = [[tuple(round(c, 9) for c in p) for p in s] for s in segments], []
    while left:
        line = list(left.pop())
        while True:
            step = next((s for s in left if line[-1] in s), None)
            if step is None:
                break
            left.remove(step)
            line.append(step[1] if step[0] == line[-1] else step[0])
        best = max(best, line, key=len)
    return [list(p) for p in best]


def draw_view(axes, case, triangles, depth, reach=4.4, pieces=44):
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    polygons, colours = [], []
    for corners in triangles:
        for colour, side in ((WET, 1), (DRY, -1)):
            part = clipped(corners, lambda p: side * depth(p))
            if len(part) > 2:
                polygons.append(part)
                colours.append(shade(colour, part) + (1.0,))
    sea, step = case["volumes"][0], 2 * reach / pieces
    mean, highest = sea["surface_height"], sum(wave["amplitude"] for wave in sea["waves"]) or 1.0
    for i in range(pieces):
        for j in range(pieces):
            xs, ys = (-reach + i * step, -reach + (i + 1) * step), (-reach + j * step, -reach + (j + 1) * step)
            quad = [[x, y, wave_height(case, x, y)] for x, y in ((xs[0], ys[0]), (xs[1], ys[0]), (xs[1], ys[1]), (xs[0], ys[1]))]
            crest = (sum(corner[2] for corner in quad) / 4 - mean) / highest  # -1 in a trough, 1 on a crest
            polygons.append(quad)
            colours.append(tuple(c + 0.35 * max(crest, 0) * (1 - c) + 0.25 * min(crest, 0) * c for c in SEA) + (0.5,))
    axes.add_collection3d(Poly3DCollection(polygons, facecolors=colours, edgecolors="none", antialiased=False))
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), zlim=(-1.5, 1.3), xlabel="x, m", ylabel="y, m", zlabel="z, m")
    axes.set_title(f"after {case['time']:g} s", y=0.92)
    axes.set_box_aspect((2 * reach, 2 * reach, 2.8), zoom=1.3)
    axes.view_init(elev=20, azim=-62)
    axes.set_zticks([-1, 0, 1])
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.pane.set_visible(False)


def draw_section(axes, case, triangles, depth, x):
    from matplotlib.patches import Patch, Polygon
    hull = outline(section(triangles, x))
    for colour, side in ((WET, 1), (DRY, -1)):
        part = clipped(hull, lambda p: side * depth([x, *p]))
        axes.add_patch(Polygon(part, facecolor=colour, edgecolor=LINE, linewidth=0.8))
    ys = [-3 + 0.05 * k for k in range(121)]
    heights = [wave_height(case, x, y) for y in ys]
    axes.fill_between(ys, heights, -2, color=SEA, alpha=0.45, linewidth=0, zorder=0)
    axes.plot(ys, heights, color=WET, linewidth=1.4)
    axes.set(xlim=(-3, 3), ylim=(-1.8, 1.6), aspect="equal", xlabel="y, m", ylabel="z, m",
             title=f"section at x = {x:.2g} m")
    axes.legend(handles=[Patch(color=DRY, label="hull, dry"), Patch(color=WET, label="hull, wet"),
                         Patch(color=SEA, alpha=0.6, label="sea")], frameon=False, loc="upper right")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=os.path.join(HERE, "../build/release/shoal"))
    parser.add_argument("out", nargs="?", default=os.path.join(HERE, "../docs/hull.png"))
    parser.add_argument("--time", type=float, default=4.0, help="seconds after the start (default 4)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the world")
    given = parser.parse_args()
    try:
        import matplotlib
    except ImportError:
        sys.exit("Matplotlib is missing: python3 -m venv venv && venv/bin/pip install matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plot
    case, found = simulate(given.program, given.time, given.set)
    body, normal = case["bodies"][0], found["surface_normal"]
    on_plane = [a + b for a, b in zip(body["position"], found["waterplane_centroid"])]
    triangles = triangles_of(body)

    def depth(p):
        return sum(n * (a - b) for n, a, b in zip(normal, on_plane, p))
    matplotlib.rcParams.update({"font.size": 9, "axes.titlesize": 9})
    figure = plot.figure(figsize=(10, 4.2), constrained_layout=True)
    grid = figure.add_gridspec(1, 2, width_ratios=(1.6, 1), wspace=0.08)
    draw_view(figure.add_subplot(grid[0], projection="3d"), case, triangles, depth)
    draw_section(figure.add_subplot(grid[1]), case, triangles, depth, body["position"][0])
    figure.savefig(given.out, dpi=110, metadata={"Software": None})
    print(f"{given.out}: {100 * found['wet_volume'] / found['volume']:.1f} % of her volume is under water")


if __name__ == "__main__":
    main()
