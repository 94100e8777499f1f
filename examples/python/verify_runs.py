#!/usr/bin/env python3
"""Runs a world on one thread in plain C, on all threads with the widest vectors, and by the program: one hash.

usage: verify_runs.py [WORLD] [--envs N] [--steps K] [--program SHOAL]
"""

import argparse
import pathlib
import subprocess
import sys

import shoal

ROOT = pathlib.Path(__file__).parents[2]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("world", nargs="?", default=ROOT / "examples/waves.xml")
    options.add_argument("--envs", type=int, default=64)
    options.add_argument("--steps", type=int, default=500)
    options.add_argument("--program", default=ROOT / "build/release/shoal", help="left out where there is none")
    given = options.parse_args()

    scene = shoal.Scene.from_file(given.world)
    hashes = []
    for threads, isa in ((1, "scalar"), (0, "best")):
        batch = shoal.Batch(scene, given.envs, threads=threads, isa=isa)
        batch.step(given.steps)
        hashes.append(batch.hash())
        print(f"{hashes[-1]}  Python, threads {batch.threads}, {batch.isa}")
    if pathlib.Path(given.program).exists():
        sizes = ["--envs", str(given.envs), "--steps", str(given.steps)]
        run = subprocess.run([given.program, "run", given.world, *sizes, "--quiet"], capture_output=True, text=True)
        hashes.append(run.stdout.split()[-1])
        print(f"{hashes[-1]}  {given.program}")
    print("equal" if len(set(hashes)) == 1 else "not equal")
    return int(len(set(hashes)) > 1)


if __name__ == "__main__":
    sys.exit(main())
