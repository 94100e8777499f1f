#!/usr/bin/env python3
"""Runs the benchmarks and the baselines and writes what was found as JSON, for bench/report.py.

usage: bench/measure.py BUILD RESULTS [MUJOCO]

BUILD is a build folder with shoal_bench, MUJOCO the program made of bench/mujoco/fluid.c. NumPy is measured where Python has it.
Rows are repeated in random order and the median is kept; baselines of other programs run in turn with Shoal's rows.
"""
import datetime
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROUNDS = 5    # of baselines of other programs
COUNTED = 256  # bodies of the step whose operations are counted

# rows, repetitions, least time of one
GROUPS = [
    (r"^(kernel|digest|latency|face_loop|peak)/", 15, 0.02),
    (r"^(forces/four_shapes/cut/(drift|twist)_standard|spheres/.*|wrench/.*/(cut|wet).*)/", 9, 0.02),
    (r"^step/.*/avx|^step/.*/neon", 7, 0.02),
    (r"^step/.*/scalar", 1, 0.02),
    (r"^loop/", 5, 0.01),
    (r"^threads/", 9, 0.02),
    (r"^batch/(1|4|16|64|256|1024|4096|16384|65536)$", 3, 0.02),
    (r"^batch/(262144|1048576)$", 1, 0.01),
    (r"^(bodies|waves_in_step)/", 3, 0.01),
    (r"^mesh/.*/(avx.*|neon|plain_c)$", 3, 0.02),
]
SPHERES, FOUR_SHAPES = "wrench/spheres/cut/{}", "wrench/four_shapes/wet_twist/{}"  # without D, as what they stand beside


def run(command, environment={}):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **environment}).stdout


def bench(program, pattern, repetitions, least, **environment):
    said = json.loads(run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json",
                           f"--benchmark_repetitions={repetitions}", f"--benchmark_min_time={least}",
                           "--benchmark_enable_random_interleaving=true"], environment))
    return said["context"], rows_of(said)


def rows_of(said):
    """Of each row of Google Benchmark's JSON: seconds an item (median, least, most), bytes and operations an item, label."""
    times, rows = {}, {}
    for row in said["benchmarks"]:
        name = re.sub(r"/real_time$", "", row.get("run_name", row["name"]))
        if row.get("error_occurred"):
            sys.exit(f"{name}: {row['error_message']}")
        if row.get("run_type", "iteration") == "iteration":
            times.setdefault(name, []).append(row["s/item"])
            rows[name] = {"bytes": row.get("bytes/item"), "flops": row.get("flops/item"),
                          "products": row.get("products/item"), "label": row.get("label")}
    for name, found in times.items():
        rows[name].update(median=statistics.median(found), least=min(found), most=max(found))
    return rows


def best_set(rows):
    """The instruction set that a batch takes by itself."""
    return next(name for name in ("avx512", "avx2", "neon", "scalar") if f"kernel/turn/{name}" in rows)


def count_operations(program, rows):
    """Adds to rows what one iteration takes, on doubles, a lane each; nothing where that cannot be counted."""
    pattern = rf"^((kernel|face_loop|wrench/.*/counted.*)/.*{best_set(rows)}|batch/{COUNTED})$"
    for name, row in bench(program, pattern, 1, 0, SHOAL_BENCH_FLOPS="1")[1].items():
        rows.setdefault(name, row).update(flops=row["flops"], products=row["products"])


def in_turn(program, row, command):
    """Medians of a baseline's numbers and of Shoal's row, run in turn."""
    own, other = [], []
    for _ in range(ROUNDS):
        own.append(bench(program, f"^{row}$", 3, 0.02)[1][row]["median"])
        other.append(json.loads(run(command)))
    numbers = {key: statistics.median(o[key] for o in other) if isinstance(value, float) else value
               for key, value in other[0].items()}
    return {**numbers, "shoal_ns": 1e9 * statistics.median(own)}


def processor():
    with open("/proc/cpuinfo") as file:
        info = dict(re.findall(r"^(model name|cpu family|model|stepping)\s*:\s*(.*)$", file.read(), re.M))
    return f"{info.get('model name', 'unknown')}, family {info.get('cpu family')}, model {info.get('model')}"


def commit():
    def git(*arguments):
        return run(["git", "-C", HERE, *arguments]).strip()

    try:
        changed = git("status", "--porcelain", "--", "src", "include", "bench", "CMakeLists.txt")
        return git("rev-parse", "--short=10", "HEAD") + (" with changes" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def face_bounds(build, rows):
    """Of the face loop, by the instruction sets that run here and that llvm-mca has a model with, the widest first."""
    found = {}
    for isa in ("avx512", "avx2"):
        for folder, _, files in os.walk(os.path.join(build, "CMakeFiles")):
            if "faces_mesh.c.o" in files and isa in folder and f"face_loop/384/{isa}" in rows:
                try:
                    found[isa] = json.loads(run([sys.executable, f"{HERE}/face_bound.py", os.path.join(folder, "faces_mesh.c.o")]))
                except (OSError, subprocess.CalledProcessError):
                    pass
    return found


def main(build, results, mujoco=None):
    program, rows, context = f"{build}/bench/shoal_bench", {}, {}
    load = [os.getloadavg()[0]]
    for pattern, repetitions, least in GROUPS:
        begun = datetime.datetime.now()
        context, found = bench(program, pattern, repetitions, least)
        rows.update(found)
        print(f"{len(found):4d} rows  {pattern}  {(datetime.datetime.now() - begun).seconds} s", file=sys.stderr)
    count_operations(program, rows)
    best = best_set(rows)
    said = {"rows": rows, "best": best, "bounds": face_bounds(build, rows)}
    try:
        import numpy
        said["numpy"] = in_turn(program, SPHERES.format(best),
                                [sys.executable, f"{HERE}/numpy_spheres.py", f"{build}/shoal"])
        print(f"     NumPy {numpy.__version__}", file=sys.stderr)
    except ImportError:
        print("     no NumPy", file=sys.stderr)
    if mujoco:
        said["mujoco"] = in_turn(program, FOUR_SHAPES.format(best), [mujoco])
        print(f"     MuJoCo {said['mujoco']['version']}", file=sys.stderr)
    load.append(os.getloadavg()[0])
    said["machine"] = {"processor": processor(), "cores": os.cpu_count(), "compiler": context["compiler"],
                       "options": context["options"].strip(), "commit": commit(), "load": load,
                       "date": datetime.date.today().isoformat(), "caches": context["caches"]}
    with open(results, "w") as file:
        json.dump(said, file, indent=1)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
