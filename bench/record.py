#!/usr/bin/env python3
"""What recording costs: pairs of runs in turn, one that records and one that does not, and the medians of their ratios.

usage: bench/record.py PROGRAM [WORLD [PAIRS [STEPS]]]

Of each run the CPU time of all its threads is taken, less that of a run of no steps, so that what is done once (loading,
the first state, the file) does not count. The wall clock is taken the same way.
"""
import os
import statistics
import sys
import tempfile
import time

ENVIRONMENTS = 4096


def run(command):
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(command[0], command)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begun


def main(program, world="examples/waves.xml", pairs="7", steps="200"):
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/tmp")) as folder:
        file = os.path.join(folder, "a.h5")
        rows = {"every 10th step": ["--every", "10"],
                "every 10th step, terms": ["--every", "10", "--record-terms"],
                "every 100th step, compression 1": ["--every", "100", "--compress", "1"],
                "every 100th step, compression 6": ["--every", "100", "--compress", "6"]}
        plain = [program, "run", world, "--envs", str(ENVIRONMENTS), "--seed", "1", "--threads", "1", "--quiet"]

        def timed(options):
            once, whole = run(plain + options + ["--steps", "0"]), run(plain + options + ["--steps", steps])
            if os.path.exists(file):
                size = os.path.getsize(file)
                os.remove(file)
            else:
                size = 0
            return whole[0] - once[0], whole[1] - once[1], size

        ratios = {name: [] for name in rows}
        for _ in range(int(pairs)):
            for name, options in rows.items():
                record = ["--record", file] + options
                first, second = timed([]), timed(record)
                ratios[name].append((second[0] / first[0], second[1] / first[1], second[2], first[0]))
        print(f"{world}: {ENVIRONMENTS} environments, {steps} steps, 1 thread, {pairs} pairs")
        for name, found in ratios.items():
            cpu, wall, size, base = (statistics.median(column) for column in zip(*found))
            print(f"  {name:32s} CPU x {cpu:.3f} (from {min(r[0] for r in found):.3f} to {max(r[0] for r in found):.3f})"
                  f"  wall x {wall:.3f}  {size / 1e6:.0f} MB, {base:.2f} s without")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
