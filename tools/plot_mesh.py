#!/usr/bin/env python3
"""Makes the figure and the tables of docs/meshes.md from what the example mesh_algorithms measures.

usage: tools/plot_mesh.py ACCURACY.csv TIME.csv [DOCS]

    build/release/examples/mesh_algorithms accuracy > accuracy.csv
    build/release/examples/mesh_algorithms time > time.csv

Writes DOCS/mesh-accuracy.svg (left as it is where Matplotlib is missing) and replaces what stands between the marks
<!-- errors --> and <!-- times --> and the next <!-- end --> of DOCS/meshes.md.
"""
import csv
import math
import os
import re
import sys

ALGORITHMS = ["exact", "fast", "improved", "surface_fast", "surface_exact"]
COLOURS = {"exact": "#222222", "fast": "#d1495b", "improved": "#edae49", "surface_fast": "#00798c", "surface_exact": "#7a5195"}


def read(path):
    """Rows of a CSV file as dictionaries, and its comments."""
    with open(path, newline="") as file:
        lines = file.read().splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    return list(csv.DictReader(line for line in lines if not line.startswith("#"))), comments


def meshes_of(rows):
    """{(shape, triangles): {column: values}}, in the order of the file."""
    found = {}
    for row in rows:
        columns = found.setdefault((row["shape"], int(row["triangles"])), {})
        for name in ["h", "closed_form"] + ALGORITHMS:
            columns.setdefault(name, []).append(float(row[name]))
    return found


def errors(columns, algorithm):
    whole = max(columns["closed_form"])
    return [abs(a - b) / whole for a, b in zip(columns[algorithm], columns["closed_form"])]


def count(n):
    return f"{n:,}".replace(",", " ")


def draw(meshes, path):
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plot
    matplotlib.rcParams.update({"svg.hashsalt": "mesh", "svg.fonttype": "none", "font.size": 8})
    figure, axes = plot.subplots(2, 2, figsize=(9, 6.4), constrained_layout=True)
    for column, shape in enumerate(("cube", "sphere")):
        sizes = sorted(n for name, n in meshes if name == shape)
        force, error = axes[0][column], axes[1][column]
        coarse = meshes[shape, sizes[0]]
        for algorithm in ALGORITHMS:
            force.plot(coarse["h"], coarse[algorithm], color=COLOURS[algorithm], linewidth=1,
                       linestyle=":" if algorithm == "surface_exact" else "-", label=algorithm)
            for n, style in zip(sizes, ("-", ":")):
                shown = [max(e, 1e-17) for e in errors(meshes[shape, n], algorithm)]
                error.semilogy(meshes[shape, n]["h"], shown, style, color=COLOURS[algorithm], linewidth=0.9)
        force.set_title(f"unit {shape}, {count(sizes[0])} triangles")
        force.set_ylabel("force / (ρ g)")
        force.legend(frameon=False)
        error.set_title(f"error over the volume: {count(sizes[0])} triangles (lines), {count(sizes[1])} (dots)")
        error.set_xlabel("height h of the centre")
        error.set_ylim(1e-17, 1)
    figure.savefig(path, metadata={"Date": None})


def short(value):
    if value < 1e-11:
        return "rounding"
    digits = math.floor(math.log10(value))
    return f"{100 * value:.2g} %" if digits >= -4 else f"{value:.1e}"


def error_table(meshes):
    """Root mean square and largest error over the heights, of the whole volume."""
    lines = ["| mesh | " + " | ".join(f"`{a}`" for a in ALGORITHMS) + " |", "| --- |" + " --- |" * len(ALGORITHMS)]
    for (shape, n), columns in meshes.items():
        cells = []
        for algorithm in ALGORITHMS:
            e = errors(columns, algorithm)
            rms, most = math.sqrt(sum(x * x for x in e) / len(e)), max(e)
            cells.append(short(most) if most < 1e-11 else f"{short(rms)}, {short(most)}")
        lines.append(f"| {shape}, {count(n)} | " + " | ".join(cells) + " |")
    return lines


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)[1].strip()
    except (OSError, TypeError):
        return "an unknown processor"


def time_table(rows, comments):
    lines = [f"{processor()}, one thread, {comments[0]}. Microseconds: buoyancy; in brackets with drag, friction and D.", ""]
    lines += ["| mesh | " + " | ".join(f"`{a}`" for a in ALGORITHMS) + " |", "| --- |" + " --- |" * len(ALGORITHMS)]
    for shape, n in dict.fromkeys((row["shape"], row["triangles"]) for row in rows):
        cells = {row["algorithm"]: f"{float(row['buoyancy']):.3g} ({float(row['with_drag']):.3g})"
                 for row in rows if (row["shape"], row["triangles"]) == (shape, n)}
        lines.append(f"| {shape}, {count(int(n))} | " + " | ".join(cells[a] for a in ALGORITHMS) + " |")
    return lines


def replace(text, mark, lines):
    return re.sub(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", lambda m: m[1] + "\n".join(lines) + "\n" + m[2], text, flags=re.S)


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    here = os.path.dirname(os.path.abspath(__file__))
    docs = arguments[2] if len(arguments) == 3 else os.path.join(here, "../docs")
    meshes, (times, comments) = meshes_of(read(arguments[0])[0]), read(arguments[1])
    page = os.path.join(docs, "meshes.md")
    with open(page) as file:
        text = file.read()
    text = replace(replace(text, "errors", error_table(meshes)), "times", time_table(times, comments))
    with open(page, "w") as file:
        file.write(text)
    try:
        draw(meshes, os.path.join(docs, "mesh-accuracy.svg"))
    except ImportError:
        print("no figure: Matplotlib is missing", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
