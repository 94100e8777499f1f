#!/usr/bin/env python3
"""Every row of the benchmarks runs once and fails nowhere, and what reads them does: the medians, the page and the table of
README.md, the loop's bound, the comparison of two builds. No time is looked at.

usage: bench_smoke.py SOURCE_DIR BUILD_DIR
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

source, build = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(source, "bench"))
import compare
import measure
import report

SLOW = r"-^(batch/(65536|262144|1048576)|mesh/.*/300k|(step|ocean)/.*/scalar|threads/1|loop/one)"
program = os.path.join(build, "bench", "shoal_bench")


def run(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


said = json.loads(run(f"--benchmark_filter={SLOW}", "--benchmark_min_time=0", "--benchmark_format=json"))
rows = measure.rows_of(said)
assert rows and all(row["median"] > 0.0 for row in rows.values()), "a row took no time"
print(f"{len(rows)} rows ran")

for line in run("--benchmark_list_tests").split():  # those too slow for a test, at a made-up time
    rows.setdefault(line.removesuffix("/real_time"), {"median": 1e-7, "least": 1e-7, "most": 1e-7, "bytes": 100.0, "label": None})
results = {"rows": rows, "best": measure.best_set(rows), "bounds": measure.face_bounds(build, rows),
           "numpy": {"ns": 1000.0, "difference": 1e-15, "numpy": "0", "shoal_ns": 10.0},
           "mujoco": {"version": "0", "box_1": 1.0, "box_1000": 1.0, "ellipsoid_1": 1.0, "ellipsoid_1000": 1.0, "shoal_ns": 1.0},
           "machine": {"processor": "none", "cores": 1, "compiler": "none", "options": "", "commit": measure.commit(),
                       "load": [0.0, 0.0], "date": "today"}}
if not results["bounds"]:
    print("no llvm-mca: the loop's bound is not tried")
for bound in results["bounds"].values():
    assert bound["faces"] > 0 and bound["cycles_per_face"] > 0.0, bound

with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "docs"))
    shutil.copy(os.path.join(source, "README.md"), folder)
    path = os.path.join(folder, "results.json")
    for missing in ((), ("numpy", "mujoco", "bounds")):
        with open(path, "w") as file:
            json.dump({key: None if key in missing else value for key, value in results.items()}, file)
        report.main(path, folder)
    with open(os.path.join(folder, "README.md")) as file:
        assert file.read().count("exact cut of a box") == 1

found, alone = compare.ratios_of([program, program], "^kernel/cut_box/scalar$", 2)
assert list(found) == ["kernel/cut_box/scalar"] and len(found["kernel/cut_box/scalar"]) == 2 and not alone, found
