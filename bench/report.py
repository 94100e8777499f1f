#!/usr/bin/env python3
"""Writes docs/performance.md, its pictures and the table of README.md from what bench/measure.py found.

usage: bench/report.py RESULTS [FOLDER]

FOLDER is where README.md and docs/ are, the project's own where it is absent. Pictures take Matplotlib; without it they stay as
they are.
"""
import json
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BEGIN, END = "<!-- speed: written by tools/bench -->", "<!-- /speed -->"


class Results:
    """What was measured; numbers of rows are in ns an item."""

    def __init__(self, said):
        self.rows, self.best, self.machine = said["rows"], said["best"], said["machine"]
        self.bounds, self.numpy, self.mujoco = (said.get(key) for key in ("bounds", "numpy", "mujoco"))

    def ns(self, name, which="median"):
        row = self.rows.get(name.format(best=self.best))
        return row and 1e9 * row[which]

    def ratio(self, above, below, which="median"):
        """None where one is absent, as threads/2 on one core."""
        a, b = self.ns(above, which), self.ns(below, which)
        return a / b if a and b else None

    def series(self, prefix, suffix="", which="median"):
        """(number in the name, ns) in order."""
        found = re.compile(re.escape(prefix) + r"(\d+)(k?)" + re.escape(suffix) + "$")
        return sorted((int(m[1]) * (1000 if m[2] else 1), 1e9 * row[which]) for name, row in self.rows.items()
                      if (m := found.match(name)))


def face_cycles(r, isa):
    """A face, by the clock of the same run."""
    return r.ns(f"face_loop/384/{isa}") / r.ns("peak/clock")


def face_share(r):
    """Of the time that llvm-mca thinks least, with the widest instructions that its model has."""
    for isa, bound in (r.bounds or {}).items():
        return 100.0 * bound["cycles_per_face"] / face_cycles(r, isa)
    return None


def peer(r, name, key):
    found = getattr(r, name)
    return found and found[key] / found["shoal_ns"]


def rate(r, name):
    """Millions a second."""
    return 1e3 / r.ns(name)


WITH_D, WITHOUT = "forces/four_shapes/cut/{}_standard/{{best}}", "wrench/four_shapes/cut_{}/{{best}}"
COUNTED = "wrench/{}/{{best}}"
# what, unit, at least, aim, the number, and the row whose operations were counted
GOALS = [
    ("four shapes, all cut, all terms, mainly translation, `standard` faces", "ns a body", 110, 65,
     lambda r: r.ns(WITHOUT.format("drift")), COUNTED.format("four_shapes/counted_drift")),
    ("the same, random twists", "ns a body", 200, 110, lambda r: r.ns(WITHOUT.format("twist")),
     COUNTED.format("four_shapes/counted_twist")),
    ("mainly translation, with D and the acceleration too", "ns a body", None, None, lambda r: r.ns(WITH_D.format("drift"))),
    ("random twists, with D and the acceleration too", "ns a body", None, None, lambda r: r.ns(WITH_D.format("twist"))),
    ("whole step, sorted mix of four shapes", "M body-steps/s", 2.5, 6,
     lambda r: rate(r, "step/four_shapes_sorted/4096/{best}"), "batch/256"),
    ("the same with a digest every step", "M body-steps/s", None, None,
     lambda r: rate(r, "step/four_shapes_sorted_digest/4096/{best}")),
    ("spheres, all terms, against plain C with libm", "times", 3.5, 5,
     lambda r: r.ratio("spheres/cut/4096/plain_c", "spheres/cut/4096/{best}")),
    ("4096 spheres against vectorised NumPy", "times", 25, 40, lambda r: peer(r, "numpy", "ns")),
    ("four shapes against MuJoCo's ellipsoid fluid forces, one body", "times", 1.8, 4,
     lambda r: peer(r, "mujoco", "ellipsoid_1")),
    ("exact cut of a box", "ns", 16, 12, lambda r: r.ns("kernel/cut_box/{best}")),
    ("added mass, sum and solve of the 6 x 6", "ns", 30, 16, lambda r: r.ns("kernel/solve/{best}")),
    ("half a free turn, dt omega = 0.05", "ns", 60, 25, lambda r: r.ns("kernel/turn/{best}")),
    ("digest of a body", "ns", 25, 12, lambda r: r.ns("digest/body")),
    ("two threads, wall clock, least of the repetitions", "times", 1.8, 1.95,
     lambda r: r.ratio("threads/1", "threads/2", "least")),
    ("one step a call against 100, 4096 environments", "%", 85, 97,
     lambda r: 100.0 * r.ratio("loop/100_steps_a_call", "loop/one_step_a_call")),
    ("face loop in the first-level cache against llvm-mca", "%", 85, 95, face_share),
    ("step of a batch of one body", "us", 3, 1, lambda r: 1e-3 * r.ns("latency/one_box")),
]


def number(x):
    """Three digits; - where nothing was measured."""
    if x is None:
        return "-"
    return f"{x:.0f}" if abs(x) >= 100 else f"{x:.3g}"


def table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def at_peak(r, unit, counted):
    """What the products of a row would take at the machine's peak of fused multiply-adds, None where they were not counted."""
    products, peak = (r.rows.get(counted.format(best=r.best)) or {}).get("products"), r.ns("peak/fma/{best}")
    ns = products and peak and 2.0 * products * peak
    return ns and (1e3 / ns if unit.startswith("M") else ns)


def goals(r):
    rows = []
    for what, unit, least, aim, measure, *counted in GOALS:
        value = measure(r)
        less = unit.startswith(("ns", "us"))
        met = "" if value is None or least is None else "yes" if (value <= least if less else value >= least) else "**no**"
        rows.append([what, unit, number(least), number(aim), number(value), met,
                     number(at_peak(r, unit, *counted)) if counted else ""])
    return table(["what", "unit", "at least", "aim", "measured", "met", "products at the peak"], rows)


def sets(r):
    return [name for name in ("scalar", "avx2", "avx512", "neon") if f"kernel/turn/{name}" in r.rows]


def by_set(r, head, rows):
    """ns of rows whose names end in an instruction set."""
    return table([head, *sets(r)], [[what, *(number(r.ns(f"{name}/{isa}")) for isa in sets(r))] for what, name in rows])


def kernels(r):
    names = sorted({name.split("/")[1] for name in r.rows if name.startswith("kernel/")})
    rows = [[f"`{name}`", *(number(r.ns(f"kernel/{name}/{isa}")) for isa in sets(r)), *work(r, f"kernel/{name}/{r.best}")]
            for name in names]
    whole = f"step/four_shapes_sorted/4096/{r.best}"
    rows.append(["whole step, sorted mix", *(number(r.ns(f"step/four_shapes_sorted/4096/{isa}")) for isa in sets(r)),
                 *work(r, whole, r.rows["batch/256"])])
    return table(["ns a row", *sets(r), f"operations ({r.best})", "of the peak"], rows)


def work(r, name, counted=None):
    """Operations an item, and the share of the fused multiply-adds that the machine could have done in its time."""
    flops, peak = (counted or r.rows[name]).get("flops"), r.ns(f"peak/fma/{r.best}")
    if not flops or not peak:
        return ["-", "-"]
    return [number(flops), f"{number(100.0 * flops * peak / r.ns(name))} %"]


def steps(r):
    states = [("all dry", "dry"), ("all cut", "cut"), ("all wet", "wet"), ("a third each, sorted", "sorted"),
              ("the same with digests", "sorted_digest"), ("a third each, shuffled", "shuffled")]
    return by_set(r, "whole step, ns a body", [(what, f"step/four_shapes_{name}/4096") for what, name in states])


def spheres(r):
    states = ("cut", "wet", "shuffled")
    rows = []
    for state in states:
        plain = r.ns(f"spheres/{state}/4096/plain_c")
        rows.append([state, number(plain), *(f"{number(ns)} ({number(plain / ns)}x)" for isa in sets(r)
                                             if (ns := r.ns(f"spheres/{state}/4096/{isa}")))])
    return table(["4096 spheres, ns each", "plain C", *sets(r)], rows)


def peers(r):
    lines = []
    if r.numpy:
        n = r.numpy
        lines.append(f"- **NumPy {n['numpy']}** (`bench/numpy_spheres.py`): all spheres at once, every term, added mass and "
                     f"acceleration, no D. {number(n['ns'])} ns a sphere; Shoal, without D either, {number(n['shoal_ns'])} ns in the same "
                     f"minutes; with D and the acceleration {number(r.ns('spheres/cut/4096/{best}'))} ns. The forces agree to "
                     f"{n['difference']:.0e}.")
    if r.mujoco:
        m = r.mujoco
        lines.append(
            f"- **MuJoCo {m['version']}** (the wheel of PyPI, called from C: `bench/mujoco/fluid.c`): `mj_passive` with a fluid less "
            f"`mj_passive` without. The ellipsoid model takes {number(m['ellipsoid_1'])} ns a body with one body in the world, the "
            f"mean of the four shapes, and {number(m['ellipsoid_1000'])} ns with 1000; the inertia-box model "
            f"{number(m['box_1'])} and {number(m['box_1000'])} ns. Shoal takes {number(m['shoal_ns'])} ns on the four shapes wholly "
            f"in the liquid, as MuJoCo's are, with twists as theirs, and {number(r.ns(WITHOUT.format('twist')))} ns where all are "
            "cut; with every term, and added mass, but no D, which MuJoCo has not. MuJoCo has no surface: the "
            "whole body is in one fluid, nothing is cut, and there is neither entry nor radiation; its drag does not depend on the Reynolds number and is one formula for the body, not an integral over faces. "
            "Of the added mass it has the part of the force that depends on the velocity.")
    return "\n".join(lines) or "Neither NumPy nor MuJoCo was at hand."


MESH_WORK = [("buoyancy", "buoyancy"), ("with drag", "buoyancy_drag"), ("with drag and D", "buoyancy_drag_D")]
SIZES = ["384", "5k", "30k", "300k"]


def meshes(r):
    rows = [[f"{size} triangles, {what}", number(r.ns(f"mesh/{work}/{size}/plain_c")),
             *(number(r.ns(f"mesh/{work}/{size}/{isa}")) for isa in sets(r) if isa != "scalar")]
            for size in SIZES for what, work in MESH_WORK]
    return table(["ns a triangle", "plain C", *(isa for isa in sets(r) if isa != "scalar")], rows)


def roofline(r):
    rows = [[f"fused multiply-adds, {isa}", f"{number(1.0 / ns)} GFLOP/s"] for isa in sets(r) if (ns := r.ns(f"peak/fma/{isa}"))]
    for size in ("16_kB", "512_kB", "4_MB", "256_MB"):
        row = r.rows[f"peak/triad/{size}"]
        rows.append([f"a = b + s c, {size.replace('_', ' ')}", f"{number(1e-9 * row['bytes'] / row['median'])} GB/s"])
    rows.append(["clock", f"{number(1.0 / r.ns('peak/clock'))} GHz"])
    return table(["one core", ""], rows)


def memory(r):
    row = r.rows["batch/1048576"]
    held, ns = row["bytes"], 1e9 * row["median"]
    peak = r.rows["peak/triad/256_MB"]
    share = held / ns / (1e-9 * peak["bytes"] / peak["median"])
    return (f"A batch of a million bodies holds {held:.0f} bytes a body and steps at {number(ns)} ns a body, so that at most "
            f"{number(100 * share)} % of the memory's bandwidth goes by: a call of several steps passes over it once.")


def flags(machine):
    own = " -fno-tree-vectorize" if machine["compiler"].startswith("GNU") else ""
    return f"{machine['compiler']}, `{machine['options']} -std=c17 -ffp-contract=off{own}`, kernels with the flags of each instruction set"


def about(r):
    m = r.machine
    return (f"{m['processor']}, {m['cores']} cores; {flags(m)}; commit {m['commit']}, {m['date']}. Load before and after: "
            f"{m['load'][0]:.1f} and {m['load'][1]:.1f}. One thread in double precision with {r.best} where nothing else is said. "
            "Medians of repetitions in random order, CPU time of the thread; rows of several threads go by the wall clock.")


PICTURES = [
    ("speed_batch.png", "Bodies in the batch, a third each dry, cut and wet (one alone: a box that is cut): ns a body and step"),
    ("speed_bodies.png", "Bodies an environment, 16384 in all: ns a body and step"),
    ("speed_threads.png", "Threads, 16384 bodies: body-steps a second by the wall clock, the best of the repetitions"),
    ("speed_waves.png", "Waves, all bodies cut: ns a body and step"),
    ("speed_triangles.png", "Triangles of a mesh that is half under: ns a triangle"),
]


def page(r):
    pictures = "\n\n".join(f"![{text}]({name})" for name, text in PICTURES)
    return f"""# How fast Shoal is

Written by `tools/bench` from what it measured. What falls short of "at least" is marked.

{about(r)}

## What is aimed at

{goals(r)}

"Products at the peak" is what the counted products, fused with a sum or not, would take if the multipliers did nothing but them in
every cycle and nothing else took time: no way of writing the same sums is faster on this core.

The four shapes are a sphere, a box, a cylinder and a capsule in equal numbers, at random attitudes within 10 cm of the surface;
"mainly translation" has |omega| reach = 0.02 |v|, "random twists" as much as |v|. All terms are whole
calls of `shoal_batch_step()` with dt = 0, which leave every term's wrench summed up; those with D and the acceleration are of
`shoal_batch_forces()`; 4096 bodies each. A whole step is two half turns, two cuts, all
terms, D, added mass and the solve, 16384 bodies, four steps of 5 ms a call. `kernel/solve` forms the added mass at its weights, adds it, the
body's inertia and dt D, solves, and turns the wrench and the change of the twist between the world's axes and the body's; added mass
is kept in body axes, so that no 6 x 6 is turned. Kernels work on 128 rows that stay in the cache.

## Baselines

**Plain C** (`bench/sphere_plain.c`): one struct a sphere, the C library's `pow` and `atan2`, every term, added mass, D and
acceleration; without Kirchhoff's force, which a sphere has not, and without looking for the volume that holds it. Its numbers agree
with Shoal's to 1e-9, or its row is refused. Built with `-O3 -mavx2 -mfma`.

{spheres(r)}

{peers(r)}

Plain C on **meshes** (`bench/mesh.c`): Fabian's exact algorithm over indexed triangles, drag and friction with one velocity for all
faces. Shoal's rows are whole evaluations with the turning of the body and everything around the faces, so that a mesh of few
triangles carries what belongs to the body.

{meshes(r)}

## Whole steps

{steps(r)}

{memory(r)}

## Kernels

{kernels(r)}

Operations on doubles are counted instruction by instruction: two a lane of a fused multiply-add, one of a sum, product, quotient or
square root. Comparisons, blends and moves count for nothing, and quotients and roots take many times what a sum takes. Those of the step are of 256 bodies.

## How it scales

{pictures}

## What the machine can do

{roofline(r)}

{bound_text(r)}

## To measure

```sh
tools/bench                                     # all of this, in less than ten minutes
tools/bench --compare BUILD_A BUILD_B FILTER    # two builds in turn: medians and ranges of the ratios
build/release/bench/shoal_bench --benchmark_filter=kernel/   # rows by themselves
```
Numbers of a machine that does other work too are worth little by themselves; their ratios within one run are.
"""


def bound_text(r):
    if not r.bounds:
        return "llvm-mca was not at hand."
    lines = [f"The loop over whole faces of a mesh, in the first-level cache, against llvm-mca's model `{b['model']}` with {isa} "
             f"({b['instructions']} instructions for {b['faces']} faces): {number(b['cycles_per_face'])} cycles a face by throughput alone, "
             f"{number(b['cycles_with_latencies'])} with the loop's latencies; measured are {number(face_cycles(r, isa))} cycles, "
             f"{number(r.ns(f'face_loop/384/{isa}'))} ns." for isa, b in r.bounds.items()]
    return "\n\n".join(lines)


def draw(r, folder):
    try:
        import matplotlib
    except ImportError:
        print("no Matplotlib: the pictures stay as they are", file=sys.stderr)
        return
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import LogFormatter

    def plot(name, lines, x, y, **how):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), dpi=110)
        for label, points in lines:
            axes.plot(*zip(*points), marker="o", markersize=4, label=label)
        axes.set(xlabel=x, ylabel=y, **how)
        if how.get("xscale") == "log":
            axes.xaxis.set_major_formatter("{x:g}")
        if how.get("yscale") == "log":
            axes.yaxis.set_major_formatter(LogFormatter())
            axes.yaxis.set_minor_formatter(LogFormatter(minor_thresholds=(1.5, 0.5)))
        axes.grid(True, which="both" if how.get("yscale") == "log" else "major", alpha=0.3)
        axes.set_ylim(bottom=0 if how.get("yscale") != "log" else None)
        if len(lines) > 1:
            axes.legend(frameon=False, fontsize=7)
        figure.tight_layout()
        figure.savefig(os.path.join(folder, name), metadata={"Software": None})
        plt.close(figure)

    log = {"xscale": "log", "yscale": "log"}
    plot("speed_batch.png", [("", r.series("batch/"))], "bodies in the batch", "ns a body and step", **log)
    plot("speed_bodies.png", [("", r.series("bodies/"))], "bodies an environment", "ns a body and step", xscale="log")
    threads = [(n, 1e3 / ns) for n, ns in r.series("threads/", which="least")]
    plot("speed_threads.png", [("measured", threads), ("in proportion", [(n, n * threads[0][1]) for n, _ in threads])], "threads",
         "million body-steps/s", xticks=[n for n, _ in threads])
    plot("speed_waves.png", [("", r.series("waves_in_step/"))], "waves", "ns a body and step")
    lines = [(f"{what}, {name}", r.series(f"mesh/{work}/", f"/{who}"))
             for what, work in MESH_WORK for who, name in ((r.best, r.best), ("plain_c", "plain C"))]
    plot("speed_triangles.png", lines, "triangles", "ns a triangle", **log)


def replace_between(text, new):
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"README.md has not one '{BEGIN}' and one '{END}'")
    return text[:text.index(BEGIN) + len(BEGIN)] + "\n" + new + "\n" + text[text.index(END):]


def main(results, folder=TOP):
    with open(results) as file:
        r = Results(json.load(file))
    readme, docs = os.path.join(folder, "README.md"), os.path.join(folder, "docs")
    with open(readme) as file:
        text = replace_between(file.read(), f"{goals(r)}\n\n{about(r)}")
    with open(os.path.join(docs, "performance.md"), "w") as file:
        file.write(page(r))
    draw(r, docs)
    with open(readme, "w") as file:
        file.write(text)
    print(goals(r))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
