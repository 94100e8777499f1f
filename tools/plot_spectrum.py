#!/usr/bin/env python3
"""Draws the spectrum of a world's waves and of a record of its surface against the sea that the waves were drawn from.

usage: tools/plot_spectrum.py PROGRAM WORLD PICTURE [BINS]

    python3 -m venv venv && venv/bin/pip install matplotlib      # once
    venv/bin/python tools/plot_spectrum.py build/release/shoal examples/sea.xml docs/spectrum.png 30

What the picture shows is the table of `shoal waves --spectrum`, a panel for each volume.
"""
import csv
import io
import os
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

WAVES, RECORD, TARGET = "#cfe3f2", "#2b6ea6", "#b5651d"


def volumes_of(program, world, bins):
    command = [program, "waves", "--spectrum", "--csv", "--bins", bins, world]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    volumes = {}
    for row in csv.DictReader(io.StringIO(text)):
        volumes.setdefault(row["volume"], []).append({key: float(value or "nan") for key, value in row.items()})
    return volumes


def draw(axes, volume, rows):
    edges = [row["low"] for row in rows] + [rows[-1]["high"]]
    axes.stairs([row["waves"] for row in rows], edges, fill=True, color=WAVES, label="its waves")
    axes.stairs([row["record"] for row in rows], edges, color=RECORD, linewidth=1.2, label="a record of the surface")
    axes.plot([0.5 * (row["low"] + row["high"]) for row in rows], [row["target"] for row in rows], color=TARGET,
              linewidth=1.2, marker=".", label="the sea's spectrum")
    axes.set(xlabel="angular frequency, rad/s", ylabel="energy density, m² s", title=f"volume {volume}", ylim=(0, None))
    axes.legend(frameon=False)


def main(arguments):
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    program, world, picture = arguments[:3]
    volumes = volumes_of(program, world, arguments[3] if len(arguments) == 4 else "40")
    figure, axes = plt.subplots(len(volumes), 1, figsize=(8, 3.6 * len(volumes)), squeeze=False, layout="constrained")
    for panel, (volume, rows) in zip(axes[:, 0], volumes.items()):
        draw(panel, volume, rows)
    figure.suptitle(os.path.basename(world), fontsize=10)
    figure.savefig(picture, dpi=110)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
