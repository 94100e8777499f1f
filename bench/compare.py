#!/usr/bin/env python3
"""Two builds in turn: for each row the median and the range of the ratios of their times, pair by pair.

usage: bench/compare.py BUILD_A BUILD_B [FILTER [PAIRS]]

BUILD is a build folder or its shoal_bench, FILTER a regular expression of rows (all of them where it is absent), PAIRS how many
pairs of runs are made, 9 where absent. A ratio above 1 means that B is faster. Rows of one build alone are named.
"""
import os
import statistics
import sys

from measure import bench


def program_of(build):
    inside = os.path.join(build, "bench", "shoal_bench")
    return inside if os.path.exists(inside) else build


def ratios_of(programs, pattern, pairs):
    """Of each row that both have, (A's ns, B's ns) of each pair; and the rows that one of them lacks."""
    found, alone = {}, set()
    for k in range(pairs):
        order = programs if k % 2 == 0 else programs[::-1]  # so that neither is always the one that comes after
        rows = {program: bench(program, pattern, 1, 0.02)[1] for program in order}
        a, b = (rows[program] for program in programs)
        alone |= a.keys() ^ b.keys()
        for name in a.keys() & b.keys():
            found.setdefault(name, []).append((1e9 * a[name]["median"], 1e9 * b[name]["median"]))
    return found, sorted(alone)


def main(build_a, build_b, pattern=".", pairs="9"):
    programs = [program_of(build_a), program_of(build_b)]
    found, alone = ratios_of(programs, pattern, int(pairs))
    print(f"{'row':48s} {'A, ns':>10s} {'B, ns':>10s} {'A/B':>7s}  from     to")
    for name in sorted(found):
        a, b = (statistics.median(times) for times in zip(*found[name]))
        ratios = [x / y for x, y in found[name]]
        print(f"{name:48s} {a:10.4g} {b:10.4g} {statistics.median(ratios):7.3f}  {min(ratios):.3f}  {max(ratios):.3f}")
    for name in alone:
        print(f"{name}: in one build alone")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
